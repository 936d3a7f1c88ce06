import type { BinaryExpr, CastExpr, Expr } from '@countersign/contracts';
import { MAX_MADE_SIZE, MAX_TEXT_WORK, MAX_VALUE_SIZE } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { callEstimate } from './calls.js';
import { checkDigits, checkFactors, powerDigits } from './digits.js';
import { AGGREGATED_ROWS, columnOf, COLUMN_SIZE, oneOf, SHORT, type Estimate, type Level } from './estimate.js';
import { checkPairs, checkParsed, growsBySums } from './pairs.js';
import { estimateInside } from './query.js';
import { checkJsonPath, checkPattern } from './patterns.js';
import { dividedBy, exactly, minus, moved, negative, plus, power, remainder, settled, times, type Range } from './range.js';
import { intervalSeconds, timeRange, writtenEstimate } from './written.js';

const DAY = 86_400;

/**
 * What can be said of an expression; everything below it is looked at on the way. Refuses where a value may become larger than
 * anyone reads.
 */
export function valueOf(level: Level, e: Expr): Estimate {
  switch (e.kind) {
    case 'column': return columnOf(level, e.qualifier, e.name);
    case 'number': return { size: Math.max(e.text.length, digitsOf(Number(e.text))), range: exactly(Number(e.text)), text: e.text };
    case 'string': return writtenEstimate(e.value);
    case 'typed-literal': return typedLiteral(e.type, e.value);
    case 'unary': {
      const operand = valueOf(level, e.operand);
      return { size: operand.size + 1, range: e.op === '-' ? negative(operand.range) : e.op === '+' ? operand.range : undefined, as: operand.as };
    }
    case 'binary': {
      const [left, right] = [valueOf(level, e.left), valueOf(level, e.right)];
      if (e.op === '@?' || e.op === '@@') checkJsonPath(level, e.right, right);
      return sumOf(level, e, left, right);
    }
    case 'cast': {
      const operand = valueOf(level, e.operand);
      checkParsed(level, e, operand);
      return castOf(level, e, operand);
    }
    case 'case': {
      if (e.operand) valueOf(level, e.operand);
      for (const branch of e.branches) valueOf(level, branch.when);
      return oneOf([...e.branches.map((b) => valueOf(level, b.then)), ...(e.otherwise ? [valueOf(level, e.otherwise)] : [])]);
    }
    case 'call': return callEstimate(level, e);
    case 'array': case 'row': {
      const items = e.items.map((item) => valueOf(level, item));
      return { size: items.reduce((sum, item) => sum + item.size, items.length), range: items.length ? oneOf(items).range : undefined, as: items[0]?.as, ...(e.kind === 'array' ? { parts: items.reduce((sum, item) => sum + (item.parts ?? 1), 0) } : {}) };
    }
    case 'subscript': {
      valueOf(level, e.index);
      return { size: valueOf(level, e.operand).size };
    }
    case 'subquery': {
      const { columns, made, table } = estimateInside(level, e.query);
      return { ...(columns[0] ?? SHORT), distinct: false, rows: made * (table ? AGGREGATED_ROWS : 1) };
    }
    case 'at-time-zone': {
      valueOf(level, e.zone);
      const operand = valueOf(level, e.operand);
      return { ...operand, range: moved(operand.range, -DAY, DAY), as: 'time' };
    }
    case 'like': {
      const operand = valueOf(level, e.operand);
      const pattern = valueOf(level, e.pattern);
      if (operand.size > COLUMN_SIZE) costs(level, operand.size * (e.type === 'like' || e.type === 'ilike' ? pattern.size : operand.size), 'a pattern', e.at);
      if (e.type !== 'like' && e.type !== 'ilike') checkPattern(level, e.pattern, pattern);
      return SHORT;
    }
    default: {
      lookInside(level, e);
      return SHORT;
    }
  }
}

/** Estimates whatever stands below a tree, for what it refuses only. */
export function lookInside(level: Level, tree: object): void {
  for (const key in tree) {
    const child = (tree as Record<string, unknown>)[key];
    if (typeof child === 'object' && child !== null) lookAt(level, child);
  }
}

/** The same for the tree itself. */
function lookAt(level: Level, tree: object): void {
  const { kind } = tree as { kind?: string };
  if (kind === 'query') estimateInside(level, tree as Parameters<typeof estimateInside>[1]);
  else if (kind !== undefined && VALUES.has(kind)) valueOf(level, tree as Expr);
  else lookInside(level, tree);
}

const VALUES: ReadonlySet<string> = new Set<Expr['kind']>(['unary', 'binary', 'cast', 'case', 'call', 'array', 'row', 'subscript', 'subquery', 'at-time-zone', 'like']);

/** Digits of the largest of these. */
const largest = (r: Range | undefined): number => (r?.base === 'text' ? digitsOf(Math.max(Math.abs(r.low), Math.abs(r.high))) : 0);

/** 1e100000 is short to write. */
const digitsOf = (n: number): number => (Math.abs(n) === Infinity ? LONGEST_NUMBER : Math.abs(n) < 1e15 ? 1 : Math.ceil(Math.log10(Math.abs(n))));

function typedLiteral(type: string, text: string): Estimate {
  if (type === 'interval') {
    const seconds = intervalSeconds(text);
    return { size: text.length, range: seconds === undefined ? undefined : exactly(seconds), as: 'span' };
  }
  return { size: text.length, range: timeRange(text), as: type === 'date' ? 'date' : 'time' };
}

const ARITHMETIC: Readonly<Record<string, (a: Range | undefined, b: Range | undefined) => Range | undefined>> = { '*': times, '/': dividedBy, '%': remainder, '^': power };

function sumOf(level: Level, e: BinaryExpr, left: Estimate, right: Estimate): Estimate {
  checkPairs(e, left, right);
  const shape = left.as === 'shape' || right.as === 'shape';
  if (shape && GROWING_SHAPES.has(e.op)) return { ...fits(level, left.size + right.size, e.op, e.at), as: 'shape' };
  switch (e.op) {
    case '||': return { ...fits(level, left.size + right.size, '||', e.at), ...(left.parts !== undefined && right.parts !== undefined ? { parts: left.parts + right.parts } : {}) };
    case '+': case '-': return dateSum(e.op, left, right) ?? { size: Math.max(20, left.size, right.size), range: (e.op === '+' ? plus : minus)(left.range, right.range), as: left.as ?? (e.op === '+' ? right.as : undefined) };
    case '*': case '/': case '%': case '^': {
      const range = ARITHMETIC[e.op]!(left.range, right.range);
      const digits = e.op === '^' ? checkDigits(level, e, powerDigits(level, [e.left, left], [e.right, right]), '^', e.at) : e.op === '*' ? left.size + right.size : left.size;
      if (digits > 20) checkFactors(e.op, [digits, right.size], e.at);
      return { ...fits(level, Math.max(20, digits), e.op, e.at), range, as: left.as === 'span' || right.as === 'span' ? 'span' : undefined };
    }
    case '->': case '->>': case '#>': case '#>>': case '#-': return { size: left.size };
    default: return { size: Math.max(20, e.op === '&' || e.op === '|' || e.op === '#' ? Math.max(left.size, right.size) : 20) };
  }
}

/** A date and a plain number: days. Two dates: days between them. */
function dateSum(op: '+' | '-', left: Estimate, right: Estimate): Estimate | undefined {
  const scale = (r: Range | undefined, by: number): Range | undefined => r && times(r.base === 'text' ? r : { ...r, base: 'text' }, exactly(by));
  const isTime = (x: Estimate): boolean => x.as === 'date' || x.as === 'time';
  if (isTime(left) && right.as === undefined) return { size: 30, range: (op === '+' ? plus : minus)(left.range, right.range && { ...scale(right.range, DAY)!, base: right.range.base }), as: left.as };
  if (isTime(right) && left.as === undefined && op === '+') return { size: 30, range: plus(right.range, left.range && { ...scale(left.range, DAY)!, base: left.range.base }), as: right.as };
  if (op === '-' && isTime(left) && isTime(right)) {
    const [a, b] = left.range?.base === right.range?.base ? [left.range, right.range] : [settled(left.range, 'times'), settled(right.range, 'times')];
    const seconds = minus(a, b);
    return left.as === 'date' && right.as === 'date' ? { size: 20, range: dividedBy(seconds, exactly(DAY)) } : { size: 30, range: seconds, as: 'span' };
  }
  return undefined;
}

/** They put two shapes, or two queries of a text search, together to one. */
const GROWING_SHAPES: ReadonlySet<string> = new Set(['+', '-', '*', '/', '||', '&&', '<->']);

const FIXED_SIZE: ReadonlySet<string> = new Set(['char', 'bit', 'binary', 'national char', 'ansi char', 'raw']);
const SIZED: ReadonlySet<string> = new Set([...FIXED_SIZE, 'varchar', 'varbit', 'varbinary', 'national varchar', 'ansi varchar']);
const WHOLE: ReadonlySet<string> = new Set(['smallint', 'integer', 'bigint', 'unsigned', 'tinyint']);

function castOf(level: Level, e: CastExpr, operand: Estimate): Estimate {
  const { name, modifiers, array } = e.type;
  const length = SIZED.has(name) && !array ? modifiers[0] : undefined;
  if (length !== undefined) return { ...operand, as: undefined, size: FIXED_SIZE.has(name) ? fits(level, length, `a cast to ${name}`, e.at).size : Math.min(operand.size, length), text: operand.text, quoted: true };
  const written = operand.text;
  if (growsBySums(name)) return { size: Math.max(operand.size, 20), as: 'shape' };
  if (name === 'numeric') checkFactors('a cast to numeric', [operand.size], e.at);
  switch (name) {
    case 'jsonpath': return operand;
    case 'date': return { size: 10, range: moved(written === undefined ? operand.range : timeRange(written), written === undefined ? -DAY : 0, 0), as: 'date' };
    case 'timestamp': case 'timestamptz': case 'datetime': case 'seconddate': case 'smalldatetime': return { size: 30, range: written === undefined ? operand.range : timeRange(written), as: 'time' };
    case 'interval': {
      const seconds = written === undefined ? undefined : intervalSeconds(written);
      return { size: 30, range: written === undefined ? operand.range : seconds === undefined ? undefined : exactly(seconds), as: 'span' };
    }
    // What is cut off or rounded is less than one.
    default: return { parts: operand.parts, size: Math.max(operand.size, 5, name === 'numeric' ? largest(operand.range) : 0), range: WHOLE.has(name) && operand.range && operand.range.low !== operand.range.high ? moved(operand.range, -1, 1) : wholeOf(name, operand.range), as: name === 'text' ? undefined : operand.as, text: operand.text, ...(operand.quoted || name === 'text' ? { quoted: !WHOLE.has(name) && name !== 'numeric' } : {}) };
  }
}

const wholeOf = (type: string, r: Range | undefined): Range | undefined => (r && WHOLE.has(type) && r.base === 'text' ? { base: 'text', low: Math.floor(r.low), high: Math.ceil(r.high) } : r);

/** Digits that PostgreSQL's numeric may have before the point. */
const LONGEST_NUMBER = 131_072;

/** A value of so many characters, made for each row that the query makes. */
export function fits(level: Level, size: number, what: string, at: number | undefined): Estimate {
  if (!(size <= MAX_VALUE_SIZE)) refuse('oversized-value', `${what} may make a value of more than ${MAX_VALUE_SIZE} characters`, at);
  if (size * level.rows.made * level.around > MAX_MADE_SIZE) refuse('oversized-value', `${what} makes too many characters in all: some ${Math.ceil(size)} in each row`, at);
  return { size };
}

/** Two values that are compared place by place: a pattern and what it is looked for in, characters and what they are taken from. */
export function costs(level: Level, work: number, what: string, at: number | undefined): void {
  if (work * level.rows.made * level.around > MAX_TEXT_WORK) refuse('oversized-value', `${what} would take long on texts of this size`, at);
}
