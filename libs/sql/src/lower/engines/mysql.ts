import type { BinaryExpr, CallExpr, CastExpr, Expr, LikeExpr, TypeName } from '@countersign/contracts';
import { byField } from '../date-functions.js';
import { truncatedDivision } from '../division.js';
import { exactly } from '../exact.js';
import { extremeOfTruth, ignoringNulls } from '../functions.js';
import { dateArithmetic, type DateArithmetic } from '../intervals.js';
import { caseless } from '../like.js';
import { call, lacks, number, type CallLowering, type EngineLowering, type FunctionLowering, type Low } from '../lowering.js';
import { said } from '../template.js';
import { typeOf } from '../types.js';
import { dateFormat } from './mysql-formats.js';
import { own } from '../../own.js';

const ARITHMETIC: DateArithmetic = {
  addMonths: `_0 + "interval"('month', _1)`, addDays: `_0 + "interval"('day', _1)`, addSeconds: `_0 + "interval"('second', _1)`, daysBetween: 'datediff(_0, _1)',
};
const truncated = (format: string): string => `CAST(date_format(_0, '${format}') AS timestamp)`;
const TRUNCATED = {
  year: truncated('%Y-01-01'), month: truncated('%Y-%m-01'), day: truncated('%Y-%m-%d'), hour: truncated('%Y-%m-%d %H:00:00'), minute: truncated('%Y-%m-%d %H:%i:00'), second: truncated('%Y-%m-%d %H:%i:%s'),
  week: `CAST(date(_0) - "interval"('day', weekday(_0)) AS timestamp)`,
  quarter: `CAST(makedate(extract(year FROM _0), 1) + "interval"('month', (extract(quarter FROM _0) - 1) * 3) AS timestamp)`,
};
const FIELDS = {
  year: 'extract(year FROM _0)', quarter: 'extract(quarter FROM _0)', month: 'extract(month FROM _0)', day: 'extract(day FROM _0)', hour: 'extract(hour FROM _0)', minute: 'extract(minute FROM _0)',
  second: 'extract(second FROM _0)', week: 'weekofyear(_0)', doy: 'dayofyear(_0)', dow: 'dayofweek(_0) - 1', isodow: 'weekday(_0) + 1', isoyear: 'div(yearweek(_0, 3), 100)',
  epoch: "timestampdiff('second', TIMESTAMP '1970-01-01 00:00:00', _0)",
};

/** TRIM takes a text off the ends and not a set of characters: for one character that is the same. */
const trimmed = (plain: string, given: string): FunctionLowering => ({ low, call: c, args }) => {
  const [value, set] = args;
  if (!set) return said(plain, value!);
  if (set.kind !== 'string' || [...set.value].length !== 1) return lacks(low, `${c.name} of several characters`, c.at);
  return said(given, value!, set);
};

/** A count of characters that must not be negative: PostgreSQL then counts from the other end. */
const counted = (template: string): FunctionLowering => ({ low, call: c, args }) => (args[1]?.kind === 'unary' ? lacks(low, `${c.name} of a negative length`, c.at) : said(template, ...args));

function substring({ low, call: c, args }: CallLowering): Expr {
  const [, from, length] = c.args;
  if (from?.kind === 'string') return lacks(low, 'substring by a pattern', c.at);
  if (from?.kind === 'unary' || (from?.kind === 'number' && Number(from.text) < 1) || length?.kind === 'unary') return lacks(low, 'substring from before the first character', c.at);
  return call('substring', ...args);
}

function joined({ low, call: c, args }: CallLowering): Expr {
  if (c.over) lacks(low, 'string_agg over a window', c.at);
  if (args[1]?.kind !== 'string') lacks(low, 'string_agg with a separator that is not in quotes', c.at);
  return { ...c, args: [...args] };
}

/** The average of decimals has four more places here than what goes in. */
const averaged: FunctionLowering = ({ low, call: c, args }) => {
  const { filter: _filter, ...rest } = c;
  return { ...rest, args: [precise(low, c.args[0]!, args[0]!)] };
};

/** Of decimals it has four more places than they have, and is cut off there: of doubles it is not. */
function spread(name: string): FunctionLowering {
  return ({ call: c, args }) => {
    const { filter: _filter, ...rest } = c;
    return { ...rest, name, args: [said('CAST(_0 AS double precision)', args[0]!)] };
  };
}

/** The first parts only are counted by PostgreSQL; past the last one there is nothing. */
const SPLIT = "CASE WHEN _2 > (char_length(_0) - char_length(replace(_0, _1, ''))) / char_length(_1) + 1 THEN '' ELSE substring_index(substring_index(_0, _1, _2), _1, -1) END";

const FUNCTIONS: EngineLowering['functions'] = {
  bool_and: extremeOfTruth('min'), every: extremeOfTruth('min'), bool_or: extremeOfTruth('max'), string_agg: joined, avg: averaged,
  stddev: spread('stddev_samp'), stddev_samp: spread('stddev_samp'), stddev_pop: spread('stddev_pop'), variance: spread('var_samp'), var_samp: spread('var_samp'), var_pop: spread('var_pop'),
  length: '=char_length', character_length: '=char_length', concat: ({ args }) => call('concat_ws', { kind: 'string', value: '' }, ...args), substring, substr: substring,
  left: counted('"left"(_0, _1)'), right: counted('"right"(_0, _1)'), btrim: trimmed('btrim(_0)', 'btrim(_0, _1)'), ltrim: trimmed('ltrim(_0)', 'trim_leading(_0, _1)'), rtrim: trimmed('rtrim(_0)', 'trim_trailing(_0, _1)'),
  lpad: { 2: "lpad(_0, _1, ' ')", 3: 'lpad(_0, _1, _2)' }, rpad: { 2: "rpad(_0, _1, ' ')", 3: 'rpad(_0, _1, _2)' },
  position: found, strpos: found, starts_with: 'by_code_point(CAST("left"(_0, char_length(_1)) AS text)) = _1', split_part: SPLIT, ascii: unsaid,
  regexp_replace: replacedPattern, regexp_substr: ({ low, call: c, args }) => said("nullif(_0, '')", matching(low, c, args)), regexp_instr: ({ low, call: c, args }) => matching(low, c, args),
  ceiling: '=ceil', pow: '=power', mod: '_0 % _1', trunc: { 1: 'trunc(_0, 0)', 2: 'trunc(_0, _1)' }, log: { 1: 'log10(_0)', 2: 'log(_0, _1)' }, cbrt: 'sign(_0) * power(abs(_0), 0.33333333333333333333)', pi: 'CAST(pi() AS double precision)', percentile_cont: unsaid, percentile_disc: unsaid,
  greatest: ignoringNulls, least: ignoringNulls,
  localtime: 'CAST(now() AS time)', current_timestamp: 'now()', localtimestamp: 'now()', statement_timestamp: 'now()', transaction_timestamp: 'now()', clock_timestamp: 'now()',
  date_trunc: byField('date_trunc', TRUNCATED), extract: byField('a part', FIELDS), date_part: byField('a part', FIELDS),
  make_date: "CAST(str_to_date(concat_ws('-', _0, _1, _2), '%Y-%c-%e') AS date)",
  to_char: (c) => (isDate(c.low, c.call.args[0]!) ? call('date_format', c.args[0]!, dateFormat(c, 1)) : lacks(c.low, 'to_char of a number', c.call.at)),
  to_date: (c) => said('CAST(str_to_date(_0, _1) AS date)', c.args[0]!, dateFormat(c, 1)),
  to_timestamp: (c) => (c.args.length === 1 ? call('from_unixtime', c.args[0]!) : call('str_to_date', c.args[0]!, dateFormat(c, 1))),
};

/** Where a part begins, upper and lower case told apart. */
function found({ low, call: c, args }: CallLowering): Expr {
  return call('position', exactly(low, c.args[0]!, args[0]!, 'text'), args[1]!);
}

function replacedPattern({ low, call: c, args }: CallLowering): Expr {
  const [, pattern, , flags] = c.args;
  if (c.args.length > 4 || pattern?.kind !== 'string' || flags?.kind !== 'string' || !/^(g|gi|ig)$/.test(flags.value)) return lacks(low, "regexp_replace other than of all places (flag 'g')", c.at);
  return call('regexp_replace', args[0]!, sensitive(pattern, flags.value.includes('i')), args[2]!);
}

/** A function of the same name that means something else. */
function unsaid({ low, call: c }: CallLowering): Expr {
  return lacks(low, c.name, c.at);
}

/** The plain form of a pattern function: where or what the first match is. */
function matching(low: Low, c: CallExpr, args: readonly Expr[]): Expr {
  return args.length === 2 ? call(c.name, args[0]!, sensitive(args[1]!, false)) : lacks(low, `${c.name} of this form`, c.at);
}

/** A pattern that says itself whether it minds upper and lower case; the collation would decide otherwise. */
const sensitive = (pattern: Expr, caseless: boolean): Expr => {
  const mark: Expr = { kind: 'string', value: caseless ? '(?i)' : '(?-i)' };
  return pattern.kind === 'string' ? { ...pattern, value: mark.value + pattern.value } : call('concat_strict', mark, pattern);
};

const isDate = (low: Low, e: Expr): boolean => ['date', 'timestamp', 'time'].includes(typeOf(e, low.env) ?? '');

function operation(low: Low, e: BinaryExpr, left: Expr, right: Expr): Expr | undefined {
  switch (e.op) {
    case '||': return call('concat_strict', ...(left.kind === 'call' && left.name === 'concat_strict' ? left.args : [left]), right);
    case '/': return truncatedDivision(low, e, left, right, 'div(_0, _1)') ?? { ...e, left: precise(low, e.left, left), right };
    case '^': return call('power', left, right);
    case '#': return call('bitwise_xor', left, right);
    case '->': case '->>': return member(low, e, left);
    case '#>': case '#>>': case '@>': case '<@': case '?': case '&&': return lacks(low, `the operator ${e.op}`, e.at);
    default: return undefined;
  }
}

/** Intervals are looked at as they are written. PostgreSQL makes a timestamp of a date that one is added to. */
function before(low: Low, e: BinaryExpr): Expr | undefined {
  const moved = dateArithmetic(low, e, ARITHMETIC);
  const types = [typeOf(e.left, low.env), typeOf(e.right, low.env)];
  return moved && types.includes('interval') && types.includes('date') ? said('CAST(_0 AS timestamp)', moved) : moved;
}

/** Dividing decimals, the engine keeps four more places than the dividend has; PostgreSQL sixteen and more. */
function precise(low: Low, e: Expr, lowered: Expr): Expr {
  const floats = e.kind === 'cast' && (e.type.name === 'real' || e.type.name === 'double');
  return floats ? lowered : said('CAST(_0 AS numeric(65, 20))', lowered);
}

/** `j -> 'key'` and `j ->> 'key'`; a list is asked by number. */
function member(low: Low, e: BinaryExpr, left: Expr): Expr {
  const { right } = e;
  const path = right.kind === 'string' && /^[^"\\]*$/.test(right.value) ? `$."${right.value}"` : right.kind === 'number' && /^\d+$/.test(right.text) ? `$[${right.text}]` : lacks(low, 'a JSON member that is not written out', e.at);
  const found = call('json_extract', left, { kind: 'string', value: path });
  return e.op === '->>' ? call('json_unquote', found) : found;
}

const TYPES: Readonly<Record<string, TypeName>> = {
  smallint: { name: 'bigint', modifiers: [], array: false }, integer: { name: 'bigint', modifiers: [], array: false }, real: { name: 'double', modifiers: [], array: false },
  uuid: { name: 'text', modifiers: [], array: false }, jsonb: { name: 'json', modifiers: [], array: false },
};
const SAME = new Set(['bigint', 'double', 'text', 'date', 'time', 'timestamp', 'json']);

function cast(low: Low, e: CastExpr, operand: Expr): Expr {
  const { type, operand: given } = e;
  const made = (t: TypeName): Expr => ({ ...e, operand, type: t });
  if (type.array) return lacks(low, 'an array', e.at);
  const from = typeOf(given, low.env);
  if ((type.name === 'text' || type.name === 'varchar') && from === 'boolean') return said("CASE WHEN _0 THEN 'true' WHEN NOT _0 THEN 'false' END", operand);
  if (type.name === 'numeric') return made({ ...type, modifiers: type.modifiers.length ? type.modifiers : [65, from === 'integer' ? 0 : 20] });
  if (type.name === 'varchar' || type.name === 'char') return made({ name: type.modifiers.length ? 'varchar' : 'text', modifiers: type.modifiers, array: false });
  if (type.name === 'timestamptz') return made({ name: 'timestamp', modifiers: [], array: false });
  if (type.name === 'boolean' && from === 'integer') return said('_0 <> 0', operand);
  const known = own(TYPES, type.name) ?? (SAME.has(type.name) ? type : undefined);
  return known ? made(known) : lacks(low, `a cast to ${type.name}`, e.at);
}

function like(low: Low, given: LikeExpr, given1: Expr, given2: Expr): Expr {
  if (given.type === 'regex' || given.type === 'iregex') {
    const match = call('regexp', given1, sensitive(given2, given.type === 'iregex'));
    return given.negated ? { kind: 'unary', op: 'not', operand: match } : match;
  }
  const { e, operand, pattern } = caseless(low, given, given1, given2);
  return { ...e, operand: given.type === 'ilike' ? operand : looseLike(pattern) ? exactly(low, given.operand, operand, 'text') : operand, pattern };
}

/** Letters that have two cases; only these are compared loosely by the collations in use. */
const cased = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/** A pattern without such letters matches the same whatever the collation is: LIKE leaves no blanks out. */
const looseLike = (pattern: Expr): boolean => pattern.kind !== 'string' || cased(pattern.value);

/** LAG and LEAD have no value for where there is no row in MariaDB. */
function neighbour(c: CallLowering): Expr {
  return c.args.length > 2 ? lacks(c.low, `${c.call.name} with a value for where there is no row`, c.call.at) : { ...c.call, args: [...c.args] };
}

/** `INTERVAL 7 DAY` of a window's frame; one unit only. */
function frameInterval(low: Low, e: Expr): Expr {
  const [, amount, unit] = (e.kind === 'typed-literal' && /^\s*(\d{1,6}) (second|minute|hour|day|week|month|year)s?\s*$/.exec(e.value)) || [];
  return amount && unit ? call('interval', { kind: 'string', value: unit }, number(amount)) : lacks(low, 'this interval in a window', e.at);
}

const SHARED: EngineLowering = {
  booleans: 'native', nulls: { sort: 'low', sayable: false }, bareSubqueries: false, functions: FUNCTIONS, noFullJoin: true, noLimitInList: true, groupsForgotten: true,
  operation, before, cast, like, byCodePoint: { make: (text) => said('by_code_point(CAST(_0 AS text))', text), is: (e) => e.kind === 'call' && e.name === 'by_code_point' }, string: (_low, e) => e,
};

export const MYSQL: EngineLowering = { ...SHARED, frameInterval };
export const MARIADB: EngineLowering = { ...SHARED, noLateral: true, rollupUnsorted: true, functions: { ...FUNCTIONS, any_value: '=min', grouping: unsaid, lag: neighbour, lead: neighbour } };
