import type { CallExpr } from '@countersign/contracts';
import { MAX_FACTORIAL, MAX_INDENTED, MAX_VALUE_SIZE } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { AGGREGATED_ROWS, COLUMN_SIZE, type Estimate, type Level } from './estimate.js';
import { checkJsonPath, checkPattern, patternOf } from './patterns.js';
import { rangeOfCall } from './call-ranges.js';
import { setOf } from './sets.js';
import { checkDigits, checkFactors, expDigits, powerDigits } from './digits.js';
import { checkPairsOfCall, QUERIES } from './pairs.js';
import { costs, fits, lookInside, valueOf } from './value.js';

export function callEstimate(level: Level, call: CallExpr): Estimate {
  const args = call.args.map((arg) => (arg.kind === 'star' ? { size: 0 } : valueOf(level, arg)));
  checkWork(level, call, args);
  lookInside(level, [call.orderBy, call.withinGroup, call.filter, call.over]);
  if (FUNCTIONS.get(call.name)?.kind === 'set') {
    const set = setOf(call, args);
    level.sets *= Math.max(1, set.rows);
    return set.columns[0]!;
  }
  if (call.name === 'factorial' && counted(call, args[0]) > MAX_FACTORIAL) refuse('oversized-value', `${call.name} is not computed beyond ${MAX_FACTORIAL}`, call.at);
  if (call.name === 'array_of') return { ...fits(level, (args[0]?.size ?? 0) * (args[0]?.rows ?? AGGREGATED_ROWS), 'ARRAY', call.at), parts: args[0]?.rows };
  if (GATHERING.has(call.name)) return gathered(level, call, args);
  const size = long(level, call, args) ?? GROWING[call.name]?.(call, args) ?? (FIXED.has(call.name) ? Math.max(0, ...args.map((a) => a.size)) : sum(args));
  return { ...fits(level, Math.max(size, 10), call.name, call.at), ...rangeOfCall(level, call, args), ...(QUERIES.has(call.name) ? { as: 'shape' as const } : {}) };
}

/** What a call costs beyond the value that it makes, wherever it stands. */
export function checkWork(level: Level, call: CallExpr, args: readonly Estimate[]): void {
  const pattern = patternOf(call, args);
  if (pattern) (pattern.json ? checkJsonPath : checkPattern)(level, pattern.expr, args[1]!);
  if (QUADRATIC.test(call.name) && (args[0]?.size ?? 0) > COLUMN_SIZE) costs(level, args[0]!.size * (call.name.startsWith('regexp') ? args[0]!.size : sum(args)), call.name, call.at);
  checkPairsOfCall(call, args);
  // Each level is indented further: brackets in brackets become megabytes of blanks.
  if (call.name === 'jsonb_pretty' && (args[0]?.size ?? 0) > MAX_INDENTED) refuse('oversized-value', `${call.name} takes a value of ${MAX_INDENTED} characters at most`, call.at);
  if (NUMERIC.has(call.name)) checkFactors(call.name, args.map((a) => a.size), call.at);
}

/** Functions of numbers with as many digits as one likes. */
const NUMERIC: ReadonlySet<string> = new Set(['power', 'pow', 'exp', 'sqrt', 'cbrt', 'ln', 'log', 'log10', 'mod', 'div', 'gcd', 'lcm', 'round', 'trunc', 'ceil', 'ceiling', 'floor', 'width_bucket']);

/** Digits of what powers make; undefined for other functions. */
function long(level: Level, call: CallExpr, [of, by]: readonly Estimate[]): number | undefined {
  const [first, second] = call.args;
  if (!first || !of) return undefined;
  if ((call.name === 'power' || call.name === 'pow') && second && by) return checkDigits(level, call, powerDigits(level, [first, of], [second, by]), call.name, call.at);
  return call.name === 'exp' ? checkDigits(level, call, expDigits(level, first, of), call.name, call.at) : undefined;
}

/** They look for each character, or from each place, of one text in another. */
const QUADRATIC = /^(?:regexp|translate|replace|array_replace|strpos|position|instr|charindex|locate|patindex|btrim|ltrim|rtrim|split_part|substring_index|find_in_set|soundex|difference|utl_match|array_position|array_remove|ts_headline|normalize)/;

const sum = (args: readonly Estimate[]): number => args.reduce((total, arg) => total + arg.size, 0);

/** Aggregates that put all rows into one value. */
const GATHERING: ReadonlySet<string> = new Set(['string_agg', 'array_agg', 'json_agg', 'jsonb_agg', 'json_object_agg', 'jsonb_object_agg', 'listagg', 'wm_concat', 'json_arrayagg', 'json_objectagg', 'group_concat']);

function gathered(level: Level, call: CallExpr, args: readonly Estimate[]): Estimate {
  const rows = Math.max(level.rows.made, level.rows.table ? AGGREGATED_ROWS : 1);
  const one = fits(level, sum(args) * rows, call.name, call.at);
  // Over a window each row gets what was gathered so far.
  if (call.over && one.size * level.rows.made > 100 * MAX_VALUE_SIZE) refuse('oversized-value', `${call.name} over a window makes a value that grows with every row`, call.at);
  return { ...one, ...(call.name === 'array_agg' ? { parts: rows * (args[0]?.parts ?? 1) } : {}) };
}

/** Their value is one of their arguments, or a part of one, or has a size of its own. */
const FIXED: ReadonlySet<string> = new Set([
  'coalesce', 'nullif', 'greatest', 'least', 'nvl', 'nvl2', 'ifnull', 'isnull', 'decode', 'iif', 'min', 'max', 'any_value', 'mode', 'first_value', 'last_value', 'nth_value', 'lag', 'lead', 'percentile_disc', 'percentile_cont',
  'substring', 'substr', 'left', 'right', 'btrim', 'ltrim', 'rtrim', 'trim_leading', 'trim_trailing', 'lower', 'upper', 'initcap', 'split_part', 'substring_index', 'translate', 'reverse', 'regexp_substr', 'array_remove', 'collate', 'by_code_point', 'sum', 'avg', 'count', 'round', 'trunc', 'abs', 'ceil', 'ceiling', 'floor', 'mod',
  'date_trunc', 'extract', 'date_part', 'length', 'char_length', 'character_length',
]);

/** A count that has to be known: a number in the text, or LEAST with one. */
function counted(call: CallExpr, arg: Estimate | undefined): number {
  const { range } = arg ?? {};
  return range?.base === 'text' && !Number.isNaN(range.high) ? Math.max(0, range.high) : refuse('oversized-value', `${call.name} needs a number as its count, or LEAST(count, 100)`, call.at);
}

const at = (args: readonly Estimate[], i: number): number => args[i]?.size ?? 0;
const times = (call: CallExpr, args: readonly Estimate[]): number => at(args, 0) * counted(call, args[1]);
const padded = (call: CallExpr, args: readonly Estimate[]): number => Math.max(at(args, 0), counted(call, args[1]));
/** Each place where something is found becomes the replacement; an empty pattern is found before and behind each character. */
const replaced = (_: CallExpr, args: readonly Estimate[]): number => (at(args, 0) + 1) * Math.max(1, at(args, 2) / Math.max(1, args[1]?.text?.length ?? 1));

const GROWING: Readonly<Record<string, (call: CallExpr, args: readonly Estimate[]) => number>> = {
  repeat: times,
  replicate: times,
  space: (call, args) => counted(call, args[0]),
  lpad: padded,
  rpad: padded,
  replace: replaced,
  regexp_replace: (call, args) => (at(args, 0) + 1) * Math.max(1, at(args, 2)),
  array_replace: (_, args) => at(args, 0) * Math.max(1, at(args, 2)),
  concat_ws: (_, args) => sum(args) + at(args, 0) * args.length,
  array_to_string: (_, args) => at(args, 0) + (at(args, 0) + 1) * (at(args, 1) + at(args, 2)),
  ts_headline: (_, args) => sum(args) + at(args, 0) * 20,
  str: (call, args) => (args[1] ? Math.max(20, counted(call, args[1])) : 20),
  to_char: (_, args) => 30 + 4 * (args[1]?.size ?? 0) + (args.length > 1 ? 0 : at(args, 0)),
  factorial: (call, args) => 3 * counted(call, args[0]),
  format: (call, args) => at(args, 0) + widths(call) + Math.max(0, ...args.slice(1).map((a) => a.size)) * places(call),
  ...Object.fromEntries(['encode', 'hex', 'rawtohex', 'bintohex', 'quote_literal', 'quote', 'quotename', 'to_json', 'to_jsonb', 'json_quote', 'string_escape', 'jsonb_pretty', 'string_to_array', 'regexp_split_to_array', 'normalize'].map((name) => [name, (_: CallExpr, args: readonly Estimate[]) => sum(args) * 4])),
};

/** Widths of `%20s`; a format that is not written out, or takes a width from a value (`%*s`), could say any. */
function widths(call: CallExpr): number {
  const format = call.args[0];
  if (format?.kind !== 'string' || format.value.includes('*')) return refuse('oversized-value', `${call.name} needs its format written out, with widths in digits`, call.at);
  return [...format.value.matchAll(/\d+/g)].reduce((total, [digits]) => total + Number(digits), 0);
}

const places = (call: CallExpr): number => (call.args[0]?.kind === 'string' ? call.args[0].value.split('%').length - 1 : COLUMN_SIZE);
