import type { Cte, Expr } from '@countersign/contracts';
import { MAX_RECURSION } from '../../limits.js';
import { everyNode } from '../../walk.js';
import type { Context, Estimate, Level, NamedEstimate, QueryEstimate } from './estimate.js';
import { levelOf, type Place } from './query.js';
import { distance, exactly, settled, times } from './range.js';
import { conditionsOf, nameOf, ownColumn, type Repeated } from './recursion-shape.js';
import { unitSeconds } from './written.js';
import { valueOf } from './value.js';

const DAY = 86_400;
/** Beyond this an engine may count in floating point, where adding one changes nothing. */
const MAX_COUNTER = 1e9;

/** How often a recursion repeats at most, by the column that all its parts step the same way; undefined where nothing bounds it. */
export function stepsOf(ctx: Context, place: Place, cte: Cte, repeated: readonly Repeated[], start: QueryEstimate): number | undefined {
  const found = start.columns.flatMap((_, column) => {
    const each = repeated.map((r) => stepsBy({ ctx, r, column, start, level: insideOf(ctx, place, cte, start) }));
    if (each.some((s) => s === undefined)) return [];
    const all = each as { steps: number; up: boolean }[];
    return all.every((s) => s.up === all[0]!.up) ? [Math.max(...all.map((s) => s.steps))] : [];
  });
  const least = Math.min(...found);
  return found.length && least <= MAX_RECURSION ? least : undefined;
}

/** The level that a bound is computed at: it sees the recursion as it begins. */
function insideOf(ctx: Context, place: Place, cte: Cte, start: QueryEstimate): Level {
  return levelOf(ctx, { ...place, ctes: { name: cte.name, estimate: start, outer: place.ctes } });
}

interface Stepping {
  ctx: Context;
  r: Repeated;
  column: number;
  start: QueryEstimate;
  level: Level;
}

function stepsBy(s: Stepping): { steps: number; up: boolean } | undefined {
  const begins = s.start.columns[s.column]!;
  const item = s.r.select.items[s.column];
  if (!item || s.r.select.items.some((i) => i.expr.kind === 'star') || s.r.select.items.length !== s.start.columns.length) return undefined;
  const step = stepIn(s, item.expr, begins);
  // The column has the type that it begins with: only one of times keeps hours.
  const grain = step?.time && !keepsHours(begins) ? Math.max(step.grain, DAY) : step?.grain;
  if (!step || step.by === 0 || Math.abs(step.by) < grain!) return undefined;
  // A number in quotes is compared as a text by some engines, and '10' comes before '9'.
  if (begins.quoted && begins.as !== 'date' && begins.as !== 'time') return undefined;
  const isTime = step.time;
  // Whole numbers swallow less than one.
  if (!isTime && Math.abs(step.by) < 1 && !begins.text?.includes('.')) return undefined;
  const up = step.by > 0;
  const counts = conditionsOf(s.r).flatMap((e) => boundsIn(e, up)).flatMap(([side, bound]) => stepsTo(s, begins, step, side, bound) ?? []);
  return counts.length ? { steps: Math.min(...counts), up } : undefined;
}

const keepsHours = (begins: Estimate): boolean => begins.as === 'time' && (begins.text === undefined || begins.text.length > 10);

/** Pairs of what is compared and what it is not to pass, in the direction of the steps. */
function boundsIn(e: Expr, up: boolean): [Expr, Expr][] {
  if (e.kind === 'between' && !e.negated && !e.symmetric) return [[e.operand, up ? e.high : e.low]];
  if (e.kind !== 'binary') return [];
  const less = e.op === '<' || e.op === '<=';
  if (!less && e.op !== '>' && e.op !== '>=') return [];
  return [less === up ? [e.left, e.right] : [e.right, e.left]];
}

function stepsTo(s: Stepping, begins: NamedEstimate, step: Step, side: Expr, bound: Expr): number | undefined {
  const compared = stepIn(s, side, begins);
  if (!compared || compared.shape === 'text' || !staysTheSame(s, bound)) return undefined;
  const limit = valueOf(aboveAll(s), bound);
  if (limit.quoted && limit.as === undefined && !step.time) return undefined;
  const [from, to] = [begins.range, limit.range];
  if (!from || !to) return undefined;
  if (!step.time && limit.as === undefined && [from, to].some((r) => Math.max(Math.abs(settled(r, 'numbers')!.low), Math.abs(settled(r, 'numbers')!.high)) > MAX_COUNTER)) return undefined;
  const as = step.time || limit.as !== undefined ? 'times' : 'numbers';
  const far = step.by > 0 ? distance(from, to, as) : distance(to, from, as);
  // Where only the bound shows that it is a date that is stepped, a number is a number of days.
  const by = Math.abs(step.by) * (as === 'times' && !step.time ? DAY : 1);
  return far === undefined ? undefined : Math.max(0, far + Math.abs(compared.by)) / by + 1;
}

/** The recursion's columns as they begin, under the name that the repeated part gives it. */
function aboveAll({ level, r, start, ctx }: Stepping): Level {
  const columns = new Map(start.columns.map((c, i): [string, Estimate] => [ctx.keyOf(r.reference.columnAliases[i] ?? c.name), c]));
  return { ...level, relations: [{ name: nameOf(r), made: 1, table: false, open: false, columns, list: start.columns }] };
}

/** A bound is the same in every step: no column stands in it but of subqueries, and those that each step hands on as they are. */
function staysTheSame(s: Stepping, bound: Expr): boolean {
  const inside = new Set<object>();
  for (const node of everyNode<Expr>(bound)) if (node.kind === 'subquery') for (const inner of everyNode(node)) inside.add(inner);
  return everyNode<Expr>(bound).every((node) => {
    if (node.kind !== 'column') return true;
    const own = ownColumn(s.ctx, s.r, s.start.columns, node);
    if (inside.has(node)) return own < 0 || node.qualifier.length === 0;
    const handedOn = own >= 0 ? s.r.select.items[own]?.expr : undefined;
    return handedOn !== undefined && ownColumn(s.ctx, s.r, s.start.columns, handedOn) === own;
  });
}

type Known = Pick<Estimate, 'range' | 'as'>;

interface Step {
  /** What is added each time, in numbers or seconds. */
  by: number;
  time: boolean;
  /** What is left of it at least: a date forgets hours. */
  grain: number;
  /** A text that is in order as the time is. */
  shape: 'value' | 'text';
}

/** `depth + 1`, `CAST(day + INTERVAL '1 day' AS date)`: the column itself, moved by what is written out. */
function stepIn(s: Stepping, e: Expr, begins: NamedEstimate): Step | undefined {
  const time = begins.as === 'date' || begins.as === 'time';
  if (ownColumn(s.ctx, s.r, s.start.columns, e) === s.column) return { by: 0, time, grain: 0, shape: 'value' };
  if (e.kind === 'cast') return coarser(stepIn(s, e.operand, begins), CAST_GRAINS[e.type.name] === undefined || e.type.array ? undefined : e.type.name === 'numeric' && e.type.modifiers.length ? 10 ** -(e.type.modifiers[1] ?? 0) : CAST_GRAINS[e.type.name]);
  if (e.kind === 'binary' && (e.op === '+' || e.op === '-')) {
    const [column, by] = mentionsColumn(e.left) || e.op === '-' ? [e.left, e.right] : [e.right, e.left];
    return stepped(stepIn(s, column, begins), amountOf(s, by, time), e.op === '-' ? -1 : 1);
  }
  if (e.kind !== 'call') return undefined;
  const [a, b, c] = e.args;
  const wrapped = Object.hasOwn(GRAINS, e.name) ? GRAINS[e.name] : undefined;
  if (wrapped) return inMonths(e, e.name === 'date_format' ? inOrder(stepIn(s, a!, begins), b) : coarser(stepIn(s, e.name === 'date_trunc' || e.name === 'datetrunc' ? b! : a!, begins), wrapped(e.args, time)));
  switch (e.name) {
    case 'dateadd': case 'timestampadd': return stepped(stepIn(s, c!, begins), scaled(amountOf(s, b!, false), a?.kind === 'string' ? unitSeconds(a.value) : undefined), 1);
    case 'date_add': case 'date_subtract': return stepped(stepIn(s, a!, begins), amountOf(s, b!, true), e.name === 'date_add' ? 1 : -1);
    case 'add_months': case 'add_months_last': return stepped(stepIn(s, a!, begins), scaled(amountOf(s, b!, false), 30 * DAY), 1);
    case 'add_days': return stepped(stepIn(s, a!, begins), scaled(amountOf(s, b!, false), DAY), 1);
    case 'add_years': return stepped(stepIn(s, a!, begins), scaled(amountOf(s, b!, false), 360 * DAY), 1);
    case 'add_seconds': return stepped(stepIn(s, a!, begins), scaled(amountOf(s, b!, false), 1), 1);
    default: return undefined;
  }
}

const CAST_GRAINS: Readonly<Record<string, number>> = { smallint: 1, integer: 1, bigint: 1, unsigned: 1, tinyint: 1, numeric: 0, double: 0, real: 0, float: 0, date: DAY, timestamp: 1e-6, timestamptz: 1e-6, datetime: 0.01, seconddate: 1 };
const whole = (_: readonly Expr[], time: boolean): number => (time ? DAY : 1);
const GRAINS: Readonly<Record<string, (args: readonly Expr[], time: boolean) => number | undefined>> = {
  floor: whole, ceil: whole, ceiling: whole, round: whole, trunc: whole, date: () => DAY, date_format: () => 0,
  ...Object.fromEntries(['date_trunc', 'datetrunc'].map((name) => [name, ([unit]: readonly Expr[]) => (unit?.kind === 'string' ? unitSeconds(unit.value) : undefined)])),
};

/** Thirty days are a month in count, and don't leave one with 31: only months get over months without something to spare. */
function inMonths(e: Expr, step: Step | undefined): Step | undefined {
  const said = everyNode<Expr>(e).flatMap((node): boolean[] => {
    if (node.kind === 'typed-literal') return [MONTHS.test(node.value)];
    if (node.kind === 'cast' && node.type.name === 'interval') return [node.operand.kind === 'string' && MONTHS.test(node.operand.value)];
    if (node.kind !== 'call') return [];
    if (node.name === 'add_months' || node.name === 'add_years') return [true];
    return STEPPING.has(node.name) ? [node.args[0]?.kind === 'string' && MONTHS.test(`1 ${node.args[0].value}`)] : [];
  });
  const calendar = said.length > 0 && said.every(Boolean);
  return step && step.grain >= 30 * DAY && !calendar ? { ...step, grain: step.grain * 1.1 } : step;
}

const STEPPING: ReadonlySet<string> = new Set(['interval', 'dateadd', 'timestampadd', 'numtodsinterval', 'make_interval', 'add_days', 'add_seconds']);
const MONTHS = /^\s*\d+\s*(?:mon|month|quarter|year|yr|y|decade|century)s?\s*$/i;

const coarser = (step: Step | undefined, grain: number | undefined): Step | undefined => (step && grain !== undefined ? { ...step, grain: Math.max(step.grain, grain) } : undefined);
const stepped = (step: Step | undefined, by: Known | undefined, sign: number): Step | undefined => (step && step.shape === 'value' && by?.range?.base === 'text' && by.range.low === by.range.high ? { ...step, by: step.by + sign * by.range.low, time: step.time || by.as === 'span' } : undefined);
const scaled = (by: Known | undefined, unit: number | undefined): Known | undefined => (by && unit !== undefined ? { range: times(by.range, exactly(unit)), as: 'span' } : undefined);

/** `%Y-%m-01` is in order as the dates are, and forgets days. */
function inOrder(step: Step | undefined, format: Expr | undefined): Step | undefined {
  if (!step || format?.kind !== 'string' || !/^%Y(-?%m(-?(%d|01)([ T]?(%H|00)(:?(%i|00)(:?(%s|%S|00))?)?)?)?)?$/.test(format.value)) return undefined;
  const grain = (['%s', '%S', '%i', '%H', '%d', '%m', '%Y'] as const).find((field) => format.value.includes(field))!;
  return { ...step, shape: 'text', grain: Math.max(step.grain, { '%s': 1, '%S': 1, '%i': 60, '%H': 3600, '%d': DAY, '%m': 30 * DAY, '%Y': 360 * DAY }[grain]) };
}

/** What is added: written out, a number of days when it is added to a date. */
function amountOf(s: Stepping, e: Expr, time: boolean): Known | undefined {
  if (mentionsColumn(e)) return undefined;
  const { range, as } = valueOf(s.level, e);
  return time && as === undefined ? scaled({ range, as }, DAY) : { range, as };
}

const mentionsColumn = (e: Expr): boolean => everyNode<Expr>(e).some((node) => node.kind === 'column');
