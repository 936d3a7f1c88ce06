import type { BinaryExpr, CastExpr, Expr, LikeExpr } from '@countersign/contracts';
import { byField, translatedFormat } from '../date-functions.js';
import { exactly } from '../exact.js';
import { extremeOfTruth, rankings } from '../functions.js';
import type { DateArithmetic } from '../intervals.js';
import { caseless, patternParts } from '../like.js';
import { call, lacks, plainQuery, type CallLowering, type EngineLowering, type FunctionLowering, type Low } from '../lowering.js';
import { said } from '../template.js';
import { typeOf } from '../types.js';

const ARITHMETIC: DateArithmetic = {
  addMonths: "dateadd('month', _1, _0)", addDays: "dateadd('day', _1, _0)", addSeconds: "dateadd('second', _1, CAST(_0 AS timestamp))",
  daysBetween: "datediff('day', _1, _0)",
};

// Day 0 of SQL Server, 1900-01-01, was a Monday: counting from it depends on no setting of the session.
const TRUNCATED = {
  year: "dateadd('year', datediff('year', 0, _0), 0)", quarter: "dateadd('quarter', datediff('quarter', 0, _0), 0)", month: "dateadd('month', datediff('month', 0, _0), 0)",
  week: "dateadd('day', datediff('day', 0, _0) / 7 * 7, 0)", day: "dateadd('day', datediff('day', 0, _0), 0)",
  hour: "dateadd('hour', datediff('hour', 0, _0), 0)", minute: "dateadd('minute', datediff('minute', 0, _0), 0)",
};
const FIELDS = {
  year: "datepart('year', _0)", quarter: "datepart('quarter', _0)", month: "datepart('month', _0)", week: "datepart('iso_week', _0)", day: "datepart('day', _0)",
  hour: "datepart('hour', _0)", minute: "datepart('minute', _0)", doy: "datepart('dayofyear', _0)", dow: "(datediff('day', 0, _0) + 1) % 7", isodow: "datediff('day', 0, _0) % 7 + 1",
  isoyear: "datepart('year', dateadd('day', 26 - datepart('iso_week', _0), _0))", second: "datepart('second', _0) + datepart('nanosecond', _0) / 1000000000.0",
  epoch: "datediff_big('second', CAST('1970-01-01' AS timestamp), _0)",
};

/** The larger or smaller of several, NULLs left out. */
const extreme = (op: '>=' | '<='): FunctionLowering => ({ args }) => args.reduce((a, b) => said(`CASE WHEN _0 ${op} _1 OR _1 IS NULL THEN _0 ELSE _1 END`, a, b));

function summed({ low, call: c, args }: CallLowering): Expr {
  const type = c.args[0] && typeOf(c.args[0], low.env);
  const [arg, ...rest] = args;
  // The sum of an int is an int here, and the average of integers is cut off: PostgreSQL widens both.
  const widened = arg && type === 'integer' ? said(c.name === 'avg' ? 'CAST(_0 AS numeric)' : 'CAST(_0 AS bigint)', arg) : arg;
  return { ...c, args: widened ? [widened, ...rest] : [] };
}

function joined({ low, call: c, args }: CallLowering): Expr {
  if (c.distinct) lacks(low, 'string_agg of distinct values', c.at);
  return { ...c, args: [...args], orderBy: [], withinGroup: c.orderBy };
}

function formatted(c: CallLowering): Expr {
  const format = translatedFormat(c, 1, { YYYY: 'yyyy', MM: 'MM', DD: 'dd', HH24: 'HH', MI: 'mm', SS: 'ss' });
  return call('format_value', c.args[0]!, { kind: 'string', value: format });
}

function dateOf(c: CallLowering): Expr {
  const format = c.call.args[1];
  if (format?.kind !== 'string' || (format.value !== 'YYYY-MM-DD' && format.value !== 'YYYYMMDD')) return lacks(c.low, 'a date in this format', c.call.at);
  return said('CAST(_0 AS date)', c.args[0]!);
}

const FUNCTIONS: EngineLowering['functions'] = {
  sum: summed, avg: summed, bool_and: extremeOfTruth('min'), every: extremeOfTruth('min'), bool_or: extremeOfTruth('max'), any_value: '=min',
  string_agg: joined, stddev: '=stddev_samp', variance: '=var_samp',
  ...rankings({ kind: 'subquery', query: plainQuery({ body: { kind: 'select', distinct: false, items: [{ expr: { kind: 'null' } }], from: [], groupBy: [], windows: [] } }) }),
  collate: ({ low, call: c }) => lacks(low, 'a collation of PostgreSQL', c.at),
  length: "len(_0 + '.') - 1", char_length: "len(_0 + '.') - 1", character_length: "len(_0 + '.') - 1", octet_length: 'datalength(_0)',
  substring: { 2: 'substring(_0, _1, 2147483647)', 3: 'substring(_0, _1, _2)' }, substr: { 2: 'substring(_0, _1, 2147483647)', 3: 'substring(_0, _1, _2)' },
  btrim: { 1: 'btrim(_0)' }, ltrim: { 1: 'ltrim(_0)' }, rtrim: { 1: 'rtrim(_0)' }, position: 'charindex(_1, _0)', strpos: 'charindex(_1, _0)',
  starts_with: 'charindex(_1, _0) = 1', lpad: padded("right(repeat(_2, _1) + _0, _1)"), rpad: padded("left(_0 + repeat(_2, _1), _1)"),
  greatest: extreme('>='), least: extreme('<='),
  round: { 1: 'round(_0, 0)', 2: 'round(_0, _1)' }, trunc: { 1: 'round(_0, 0, 1)', 2: 'round(_0, _1, 1)' }, ceiling: '=ceil', mod: '_0 % _1', div: 'round(_0 / _1, 0, 1)', pow: '=power',
  ln: 'log(_0)', log: { 1: 'log10(_0)', 2: 'log(_1, _0)' }, cbrt: 'power(CAST(_0 AS double precision), 1.0 / 3)',
  current_date: 'CAST(getdate() AS date)', now: 'sysdatetimeoffset()', current_timestamp: 'sysdatetimeoffset()', localtimestamp: 'sysdatetime()',
  statement_timestamp: 'sysdatetimeoffset()', transaction_timestamp: 'sysdatetimeoffset()', clock_timestamp: 'sysdatetimeoffset()',
  date: 'CAST(_0 AS date)', date_trunc: byField('date_trunc', TRUNCATED), extract: byField('a part', FIELDS), date_part: byField('a part', FIELDS),
  make_date: 'datefromparts(_0, _1, _2)', to_char: formatted, to_date: dateOf,
};

function padded(longer: string): FunctionLowering {
  return ({ low, call: c, args }) => {
    const fill: Expr = args[2] ?? { kind: 'string', value: ' ' };
    if (fill.kind !== 'string' || [...fill.value].length !== 1) return lacks(low, `${c.name} with more than one character`, c.at);
    return said(`CASE WHEN len(_0 + '.') - 1 >= _1 THEN left(_0, _1) ELSE ${longer} END`, args[0]!, args[1]!, fill);
  };
}

function operation(low: Low, e: BinaryExpr, left: Expr, right: Expr): Expr | undefined {
  switch (e.op) {
    case '||': return { ...e, op: '+', left: asText(low, e.left, left), right: asText(low, e.right, right) };
    case '/': return wholeDivision(low, e) ? { ...e, left: said('CAST(_0 AS numeric)', left), right } : undefined;
    case '^': return call('power', said('CAST(_0 AS double precision)', left), right);
    case '->': case '->>': case '#>': case '#>>': case '@>': case '<@': case '?': case '&&': case '<<': case '>>': return lacks(low, `the operator ${e.op}`, e.at);
    default: return undefined;
  }
}

/** Parts of a date are integers here and divide as such; PostgreSQL's don't. */
function wholeDivision(low: Low, e: BinaryExpr): boolean {
  const [left, right] = [typeOf(e.left, low.env), typeOf(e.right, low.env)];
  const whole = (t: typeof left): boolean => t === 'integer' || t === 'whole';
  return whole(left) && whole(right) && (left === 'whole' || right === 'whole');
}

/** Only text adds up to text here: a number beside it would be added to. */
function asText(low: Low, e: Expr, lowered: Expr): Expr {
  return e.kind === 'string' || typeOf(e, low.env) === 'text' ? lowered : said('CAST(_0 AS text)', lowered);
}

function cast(low: Low, e: CastExpr, operand: Expr): Expr {
  const type = typeOf(e.operand, low.env);
  const integers = e.type.name === 'integer' || e.type.name === 'bigint' || e.type.name === 'smallint';
  // A fraction is rounded by PostgreSQL and cut off here.
  if (integers && type === 'number') return { ...e, operand: said('round(_0, 0)', operand) };
  if ((e.type.name === 'text' || e.type.name === 'varchar') && type === 'timestamp') return { ...e, operand: call('format_value', operand, { kind: 'string', value: 'yyyy-MM-dd HH:mm:ss' }) };
  return { ...e, operand };
}

function like(low: Low, given: LikeExpr, given1: Expr, given2: Expr): Expr {
  const { e, operand, pattern } = caseless(low, given, given1, given2);
  const { escape, ...rest } = e;
  const exact = given.type === 'ilike' || (pattern.kind === 'string' && pattern.value.toLowerCase() === pattern.value.toUpperCase()) ? operand : exactly(low, given.operand, operand, 'text');
  if (pattern.kind !== 'string') return { ...rest, operand: exact, pattern: said("replace(_0, '[', '[[]')", pattern) };
  // What stands for itself but is a wildcard of LIKE, or [ which begins a set here, is a set of one character.
  const text = patternParts(pattern.value, escape).map((p) => (p.wildcard || !/[%_[]/.test(p.text) ? p.text : `[${p.text}]`)).join('');
  return { ...rest, operand: exact, pattern: { ...pattern, value: text } };
}

/** Text by code point: through nvarchar, because a column of another code page would lose its letters on the way. */
const byCodePoint: NonNullable<EngineLowering['byCodePoint']> = {
  make: (text) => said(`"collate"(CAST(_0 AS text), 'Latin1_General_BIN2')`, text),
  is: (e) => e.kind === 'call' && e.name === 'collate',
};

export const TSQL: EngineLowering = {
  booleans: 'number', nulls: { sort: 'low', sayable: false }, bareSubqueries: true, functions: FUNCTIONS, dates: ARITHMETIC,
  operation, cast, like, byCodePoint, string: (_low, e) => e,
};

