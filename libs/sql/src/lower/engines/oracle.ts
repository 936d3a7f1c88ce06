import type { BinaryExpr, CallExpr, CastExpr, Expr, LikeExpr } from '@countersign/contracts';
import { byField, translatedFormat } from '../date-functions.js';
import { truncatedDivision } from '../division.js';
import { neverNull, value } from '../expr.js';
import { extremeOfTruth, ignoringNulls, rankings } from '../functions.js';
import type { DateArithmetic } from '../intervals.js';
import { caseless, withEscapeWritten } from '../like.js';
import { and, call, differs, lacks, type CallLowering, type EngineLowering, type Low } from '../lowering.js';
import { said } from '../template.js';
import { asText, chained, pieces } from '../text.js';
import { typeOf } from '../types.js';

const ARITHMETIC: DateArithmetic = {
  // ADD_MONTHS takes the last day of a month to the last day of the other; PostgreSQL keeps the day where it can.
  addMonths: "least(add_months(_0, _1), add_months(trunc(_0, 'MM'), _1) + (_0 - trunc(_0, 'MM')))",
  addDays: '_0 + _1', addSeconds: "_0 + numtodsinterval(_1, 'SECOND')", daysBetween: '_0 - _1',
};
const TRUNCATED = { year: "trunc(_0, 'YYYY')", quarter: "trunc(_0, 'Q')", month: "trunc(_0, 'MM')", week: "trunc(_0, 'IW')", day: "trunc(_0, 'DD')", hour: "trunc(_0, 'HH24')", minute: "trunc(_0, 'MI')" };
const FIELDS = {
  year: 'extract(year FROM _0)', month: 'extract(month FROM _0)', day: 'extract(day FROM _0)', quarter: "to_number(to_char(_0, 'Q'))", week: "to_number(to_char(_0, 'IW'))",
  doy: "to_number(to_char(_0, 'DDD'))", isoyear: "to_number(to_char(_0, 'IYYY'))", isodow: "trunc(_0, 'DD') - trunc(_0, 'IW') + 1", dow: "mod(trunc(_0, 'DD') - trunc(_0, 'IW') + 1, 7)",
  hour: "to_number(to_char(_0, 'HH24'))", minute: "to_number(to_char(_0, 'MI'))", second: 'extract(second FROM CAST(_0 AS timestamp))',
  epoch: "(trunc(_0, 'MI') - to_date('1970-01-01', 'YYYY-MM-DD')) * 86400 + extract(second FROM CAST(_0 AS timestamp))",
};
const TEXT = { date: "to_char(_0, 'YYYY-MM-DD')", timestamp: "to_char(_0, 'YYYY-MM-DD HH24:MI:SS')" };
const LETTERS = { YYYY: 'YYYY', MM: 'MM', DD: 'DD', HH24: 'HH24', MI: 'MI', SS: 'SS' };

const withFormat = (c: CallLowering): Expr => call(c.call.name, c.args[0]!, { kind: 'string', value: translatedFormat(c, 1, LETTERS) });

function joined({ low, call: c, args }: CallLowering): Expr {
  if (c.distinct) lacks(low, 'string_agg of distinct values', c.at);
  // LISTAGG wants an order; where none is asked for, any will do.
  return { ...c, name: 'listagg', args: [...args], orderBy: [], withinGroup: c.orderBy.length ? c.orderBy : [{ expr: args[0]!, direction: 'asc' }] };
}

function replacedPattern({ low, call: c, args }: CallLowering): Expr {
  const flags = c.args[3];
  if (c.args.length > 4 || (flags && (flags.kind !== 'string' || flags.value !== 'g'))) return lacks(low, 'regexp_replace with these flags', c.at);
  return flags ? said('regexp_replace(_0, _1, _2)', ...args) : said('regexp_replace(_0, _1, _2, 1, 1)', ...args);
}

const FUNCTIONS: EngineLowering['functions'] = {
  bool_and: extremeOfTruth('min'), every: extremeOfTruth('min'), bool_or: extremeOfTruth('max'), any_value: '=min', string_agg: joined, stddev: '=stddev_samp', variance: '=var_samp',
  mode: ({ low, call: c }) => (c.withinGroup[0] ? call('stats_mode', c.withinGroup[0].expr) : lacks(low, 'mode', c.at)),
  ...rankings({ kind: 'null' }),
  char_length: '=length', character_length: '=length', octet_length: '=lengthb', substring: { 2: 'substr(_0, _1)', 3: 'substr(_0, _1, _2)' },
  left: 'substr(_0, 1, _1)', right: 'CASE WHEN length(_0) <= _1 THEN _0 ELSE substr(_0, - _1) END', position: 'instr(_0, _1)', strpos: 'instr(_0, _1)',
  starts_with: 'substr(_0, 1, length(_1)) = _1', btrim: { 1: 'btrim(_0)', 2: 'rtrim(ltrim(_0, _1), _1)' }, repeat: 'rpad(_0, length(_0) * _1, _0)',
  ceiling: '=ceil', div: 'trunc(_0 / _1)', pow: '=power', log: { 1: 'log(10, _0)', 2: 'log(_0, _1)' }, log10: 'log(10, _0)', cbrt: 'power(_0, 1 / 3)',
  greatest: ignoringNulls, least: ignoringNulls,
  current_date: "trunc(current_date, 'DD')", now: 'current_timestamp', statement_timestamp: 'current_timestamp', transaction_timestamp: 'current_timestamp', clock_timestamp: 'current_timestamp',
  date: "trunc(_0, 'DD')", date_trunc: byField('date_trunc', TRUNCATED), extract: byField('a part', FIELDS), date_part: byField('a part', FIELDS),
  make_date: "to_date(_0 || '-' || _1 || '-' || _2, 'YYYY-MM-DD')", to_char: withFormat, to_date: withFormat, to_timestamp: withFormat, regexp_replace: replacedPattern,
};

function operation(low: Low, e: BinaryExpr, left: Expr, right: Expr): Expr | undefined {
  switch (e.op) {
    case '/': return truncatedDivision(low, e, left, right, 'trunc(_0 / _1)');
    case '%': return call('mod', left, right);
    case '^': return call('power', left, right);
    case '&': return call('bitand', left, right);
    case '|': case '#': case '<<': case '>>': case '->': case '->>': case '#>': case '#>>': case '@>': case '<@': case '?': case '&&': return lacks(low, `the operator ${e.op}`, e.at);
    default: return undefined;
  }
}

/** Nothing equals '' here: it is NULL. What is unequal to '' is whatever is not NULL. */
function empty(low: Low, e: BinaryExpr): Expr | undefined {
  const other = isEmpty(e.right) ? e.left : isEmpty(e.left) ? e.right : undefined;
  if (!other || (e.op !== '=' && e.op !== '<>')) return undefined;
  if (e.op === '<>') return { kind: 'null-test', operand: value(low, other), negated: true };
  return differs(low, 'an empty string is NULL (ask IS NULL if that is meant)', e.at);
}

const isEmpty = (e: Expr): boolean => e.kind === 'string' && e.value === '';

/** `||` is NULL when a side is; here NULL counts as an empty string, so the others are asked first. */
function concatenation(low: Low, e: BinaryExpr): Expr {
  const all = pieces(e).filter((p) => !isEmpty(p));
  const parts = all.map((p) => piece(low, p));
  const text = chained(parts.map((p) => p.text));
  const asked = parts.filter((p) => p.mayBeNull).map((p): Expr => ({ kind: 'null-test', operand: p.text, negated: true }));
  return asked.length === 0 ? text : { kind: 'case', branches: [{ when: and(asked), then: text }] };
}

/** COALESCE(x, '') beside others is x: it counts as empty when it is NULL. */
function piece(low: Low, e: Expr): { text: Expr; mayBeNull: boolean } {
  const [first, empty, more] = e.kind === 'call' && e.name === 'coalesce' ? e.args : [];
  if (first && empty && isEmpty(empty) && !more) return { text: asText(low, first, value(low, first), TEXT), mayBeNull: false };
  return { text: asText(low, e, value(low, e), TEXT), mayBeNull: !neverNull(low, e) };
}

const concat = (low: Low, e: CallExpr): Expr => chained(e.args.filter((a) => !isEmpty(a)).map((a) => piece(low, a).text));

function cast(low: Low, e: CastExpr, operand: Expr): Expr {
  const from = typeOf(e.operand, low.env);
  switch (e.type.name) {
    case 'date':
      if (from === 'text') return call('to_date', operand, { kind: 'string', value: 'YYYY-MM-DD' });
      return isWholeDay(e.operand) ? operand : call('trunc', operand, { kind: 'string', value: 'DD' });
    case 'timestamp':
      return from === 'text' ? call('to_timestamp', operand, { kind: 'string', value: 'YYYY-MM-DD HH24:MI:SS' }) : { ...e, operand };
    case 'text': case 'varchar': case 'char': {
      const text = asText(low, e.operand, operand, TEXT);
      return text === operand ? { ...e, operand } : text;
    }
    case 'boolean': return from === 'boolean' ? operand : lacks(low, 'a cast to boolean', e.at);
    default: return { ...e, operand };
  }
}

/** date_trunc to a day or more leaves nothing to cut off. */
const isWholeDay = (e: Expr): boolean => e.kind === 'call' && e.name === 'date_trunc' && e.args[0]?.kind === 'string' && ['day', 'week', 'month', 'quarter', 'year'].includes(e.args[0].value);

function like(low: Low, given: LikeExpr, operand: Expr, pattern: Expr): Expr {
  if (given.type === 'regex' || given.type === 'iregex') {
    const matches = call('regexp_like', operand, pattern, ...(given.type === 'iregex' ? [{ kind: 'string', value: 'i' } as Expr] : []));
    return given.negated ? { kind: 'unary', op: 'not', operand: matches } : matches;
  }
  const plain = caseless(low, given, operand, pattern);
  return withEscapeWritten(plain.e, plain.operand, plain.pattern);
}

export const ORACLE: EngineLowering = {
  booleans: 'number', nulls: { sort: 'high', sayable: true }, bareSubqueries: false, functions: FUNCTIONS, dates: ARITHMETIC,
  operation, before: (low, e) => (e.op === '||' ? concatenation(low, e) : empty(low, e)), concat, cast, like,
  string: (low, e) => (e.value === '' ? differs(low, 'an empty string is NULL', e.at) : e),
};
