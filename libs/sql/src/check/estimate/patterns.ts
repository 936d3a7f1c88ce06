import type { CallExpr, Dialect, Expr } from '@countersign/contracts';
import { MAX_JSON_DEPTH, MAX_PATTERN_COUNTS, MAX_PATTERN_LENGTH, MAX_WIDE_REPEATS } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import { columnOf, SHORT, type Estimate, type Level } from './estimate.js';
import { repeatsOf } from './repeats.js';

/** Engines whose regular expressions try one way after the other; PostgreSQL's follows all at once. */
const BACKTRACKING: ReadonlySet<Dialect> = new Set<Dialect>(['mysql', 'mariadb', 'oracle', 'oracle11', 'hana']);

/**
 * A regular expression is a program: back-references, large counts in counts and (where the engine tries one way after the
 * other) repetitions in repetitions make it run for as long as one likes. A pattern is written out, or comes out of a table.
 */
export function checkPattern(level: Level, pattern: Expr, value: Estimate): void {
  const no = (why: string): never => refuse('costly-pattern', why, pattern.at);
  const { text, made } = writtenIn(level, pattern, value);
  if (pattern.kind === 'number' || pattern.kind === 'boolean') no('a regular expression is a string');
  if (made) no('write the regular expression as one string');
  if (text.length > MAX_PATTERN_LENGTH) no(`a regular expression may have ${MAX_PATTERN_LENGTH} characters`);
  if (/\\[1-9]/.test(text)) no('back-references are not allowed in a regular expression');
  const counts = [...text.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((product, [, low, high]) => product * Math.max(1, Number(high || low)), 1);
  if (counts > MAX_PATTERN_COUNTS) no('the counts in the regular expression multiply to too many');
  if (!BACKTRACKING.has(level.ctx.dialect)) return;
  const repeats = repeatsOf(text);
  if (repeats.nested) no('a repetition in a repetition, or a choice with like beginnings in one, can take for ever: (a+)+ is a+');
  if (repeats.wide > MAX_WIDE_REPEATS) no(`a regular expression may repeat . or a class without bound ${MAX_WIDE_REPEATS} times`);
}

/** `$.**` visits everything in a document, and twice in one path everything for each. */
export function checkJsonPath(level: Level, path: Expr, value: Estimate): void {
  const { text } = writtenIn(level, path, value);
  if (/like_regex/.test(text)) checkPattern(level, path, value);
  const deep = [...text.matchAll(/\*\*\s*(?:\{\s*(?:\d+\s+to\s+)?(\d+)\s*\})?/g)];
  const open = deep.some(([, depth]) => depth === undefined || Number(depth) > MAX_JSON_DEPTH);
  if (deep.length > 1 || (open && level.ctx.dialect === 'postgres')) refuse('costly-pattern', `a path with ** looks at the whole document: say how deep, once: $.**{1 to ${MAX_JSON_DEPTH}}`, path.at);
}

/** All strings that a pattern is put together from, and whether it is made of nothing but what the query says, by calling something. */
function writtenIn(level: Level, pattern: Expr, value: Estimate): { text: string; made: boolean } {
  if (pattern.kind === 'string') return { text: pattern.value, made: false };
  const nodes = everyNode<Expr>(pattern);
  const columns = nodes.flatMap((node) => (node.kind === 'column' ? [columnOf(level, node.qualifier, node.name)] : []));
  const strings = nodes.flatMap((node) => (node.kind === 'string' ? [node.value] : []));
  const known = value.text !== undefined || (columns.length > 0 && columns.every((c) => c.stored || c.text !== undefined)) || everyNode<{ kind: string }>(pattern).some((node) => node.kind === 'table');
  return { text: [...strings, ...columns.flatMap((c) => c.text ?? [])].join(''), made: !known };
}

/** The pattern among the arguments of a call: a regular expression, or a path in JSON. */
export function patternOf(call: CallExpr, args: readonly Estimate[]): { expr: Expr; json: boolean } | undefined {
  const [, second] = call.args;
  if (!second) return undefined;
  if (call.name.startsWith('regexp_') || call.name === 'regexp' || isSubstringBy(call, args)) return { expr: second, json: false };
  return call.name.startsWith('jsonb_path_') || ['json_extract', 'json_value', 'json_query', 'json_exists', 'json_length', 'json_keys', 'json_contains_path'].includes(call.name) ? { expr: call.args.at(-1) === second ? second : { kind: 'row', items: call.args.slice(1) }, json: true } : undefined;
}

/** `substring(x, 'p')`: what is longer than a number is no place to begin at. */
function isSubstringBy({ name, args: [, second, more] }: CallExpr, args: readonly Estimate[]): boolean {
  return name === 'substring' && second !== undefined && more === undefined && (second.kind === 'string' || args[1]!.size > SHORT.size);
}
