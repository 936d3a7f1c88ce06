import type { BinaryExpr, CallExpr, CastExpr, Expr, LikeExpr } from '@countersign/contracts';
import { byField, translatedFormat } from '../date-functions.js';
import { truncatedDivision } from '../division.js';
import { neverNull, value } from '../expr.js';
import { extremeOfTruth, ignoringNulls } from '../functions.js';
import type { DateArithmetic } from '../intervals.js';
import { caseless, withEscapeWritten } from '../like.js';
import { call, lacks, type CallLowering, type EngineLowering, type Low } from '../lowering.js';
import { said } from '../template.js';
import { asText, chained, pieces } from '../text.js';
import { typeOf } from '../types.js';

const ARITHMETIC: DateArithmetic = { addMonths: 'add_months(_0, _1)', addDays: 'add_days(_0, _1)', addSeconds: 'add_seconds(CAST(_0 AS timestamp), _1)', daysBetween: 'days_between(_1, _0)' };
const FIRST_OF_MONTH = 'add_days(to_date(_0), 1 - dayofmonth(_0))';
const TRUNCATED = {
  year: 'add_days(to_date(_0), 1 - dayofyear(_0))', quarter: `add_months(${FIRST_OF_MONTH}, - mod(month(_0) - 1, 3))`, month: FIRST_OF_MONTH, week: 'add_days(to_date(_0), - weekday(_0))', day: 'to_date(_0)',
  hour: 'add_seconds(CAST(to_date(_0) AS timestamp), hour(_0) * 3600)', minute: 'add_seconds(CAST(to_date(_0) AS timestamp), hour(_0) * 3600 + minute(_0) * 60)',
};
const FIELDS = {
  year: 'year(_0)', month: 'month(_0)', day: 'dayofmonth(_0)', quarter: 'floor((month(_0) + 2) / 3)', week: 'CAST(right(isoweek(_0), 2) AS integer)', isoyear: 'CAST(left(isoweek(_0), 4) AS integer)',
  doy: 'dayofyear(_0)', isodow: 'weekday(_0) + 1', dow: 'mod(weekday(_0) + 1, 7)', hour: 'hour(_0)', minute: 'minute(_0)', second: 'second(_0)', epoch: "seconds_between(CAST('1970-01-01 00:00:00' AS timestamp), _0)",
};
const TEXT = { date: "to_varchar(_0, 'YYYY-MM-DD')", timestamp: "to_varchar(_0, 'YYYY-MM-DD HH24:MI:SS')" };
const LETTERS = { YYYY: 'YYYY', MM: 'MM', DD: 'DD', HH24: 'HH24', MI: 'MI', SS: 'SS' };

const withFormat = (name: string) => (c: CallLowering): Expr => call(name, c.args[0]!, { kind: 'string', value: translatedFormat(c, 1, LETTERS) });

const FUNCTIONS: EngineLowering['functions'] = {
  bool_and: extremeOfTruth('min'), every: extremeOfTruth('min'), bool_or: extremeOfTruth('max'), any_value: '=min', stddev: '=stddev_samp', variance: '=var_samp',
  char_length: '=length', character_length: '=length', substr: '=substring', position: 'locate(_0, _1)', strpos: 'locate(_0, _1)', starts_with: 'locate(_0, _1) = 1',
  btrim: { 1: 'btrim(_0)', 2: 'rtrim(ltrim(_0, _1), _1)' }, repeat: 'rpad(_0, length(_0) * _1, _0)',
  ceiling: '=ceil', trunc: { 1: 'round_down(_0, 0)', 2: 'round_down(_0, _1)' }, div: 'round_down(_0 / _1, 0)', pow: '=power', log: { 1: 'log(10, _0)', 2: 'log(_0, _1)' }, log10: 'log(10, _0)', cbrt: 'power(_0, 1.0 / 3)',
  greatest: ignoringNulls, least: ignoringNulls,
  now: 'current_timestamp', localtimestamp: 'current_timestamp', statement_timestamp: 'current_timestamp', transaction_timestamp: 'current_timestamp', clock_timestamp: 'current_timestamp',
  date: 'to_date(_0)', date_trunc: byField('date_trunc', TRUNCATED), extract: byField('a part', FIELDS), date_part: byField('a part', FIELDS),
  make_date: "to_date(CAST(_0 AS text) || '-' || CAST(_1 AS text) || '-' || CAST(_2 AS text), 'YYYY-MM-DD')",
  to_char: withFormat('to_varchar'), to_date: withFormat('to_date'), to_timestamp: withFormat('to_timestamp'),
};

function operation(low: Low, e: BinaryExpr, left: Expr, right: Expr): Expr | undefined {
  switch (e.op) {
    case '/': return truncatedDivision(low, e, left, right, 'round_down(_0 / _1, 0)');
    case '%': return call('mod', left, right);
    case '^': return call('power', left, right);
    case '&': return call('bitand', left, right);
    case '|': return call('bitor', left, right);
    case '#': return call('bitxor', left, right);
    case '<<': case '>>': case '->': case '->>': case '#>': case '#>>': case '@>': case '<@': case '?': case '&&': return lacks(low, `the operator ${e.op}`, e.at);
    default: return undefined;
  }
}

const text = (low: Low, e: Expr): Expr => asText(low, e, value(low, e), TEXT);

/** concat leaves NULLs out; `||` here is NULL when a side is, as in PostgreSQL. */
function concat(low: Low, e: CallExpr): Expr {
  return chained(e.args.map((a) => (neverNull(low, a) ? text(low, a) : call('coalesce', text(low, a), { kind: 'string', value: '' }))));
}

function cast(low: Low, e: CastExpr, operand: Expr): Expr {
  const from = typeOf(e.operand, low.env);
  const integers = e.type.name === 'integer' || e.type.name === 'bigint' || e.type.name === 'smallint';
  // A fraction is rounded by PostgreSQL and cut off here.
  if (integers && from === 'number') return { ...e, operand: call('round', operand) };
  if (e.type.name !== 'text' && e.type.name !== 'varchar' && e.type.name !== 'char') return { ...e, operand };
  const written = asText(low, e.operand, operand, TEXT);
  return written === operand ? { ...e, operand } : written;
}

function like(low: Low, given: LikeExpr, operand: Expr, pattern: Expr): Expr {
  const plain = caseless(low, given, operand, pattern);
  return withEscapeWritten(plain.e, plain.operand, plain.pattern);
}

export const HANA: EngineLowering = {
  booleans: 'native', nulls: { sort: 'low', sayable: true }, bareSubqueries: false, functions: FUNCTIONS, dates: ARITHMETIC,
  operation, before: (low, e) => (e.op === '||' ? chained(pieces(e).map((p) => text(low, p))) : undefined), concat, cast, like,
  string: (_low, e) => e,
};
