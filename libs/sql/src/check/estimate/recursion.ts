import type { Cte, QueryBody, TableRef } from '@countersign/contracts';
import { MAX_GROWN_SIZE, MAX_SERIES_ROWS, MAX_WALK } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { walk } from '../../walk.js';
import { oneOf, type Context, type NamedEstimate, type QueryEstimate } from './estimate.js';
import { renamed } from './from.js';
import { estimateBody, estimateSelect, eitherOf, levelOf, type Place } from './query.js';
import { goesOn, isClosure, itselfIn, joinsByKeys, leavesOf, readsTable, type Repeated } from './recursion-shape.js';
import { stepsOf } from './recursion-steps.js';

/**
 * A recursive CTE must end by what it says, and what it makes must not grow without bound. Either each repetition steps a column by a
 * constant towards a constant (a depth, a date), or it is a UNION of plain columns of tables, which stops when no new row appears.
 */
export function estimateRecursion(ctx: Context, cte: Cte, place: Place): QueryEstimate {
  const no = (why: string): never => refuse('unbounded-recursion', `${cte.name}: ${why}`, cte.at);
  const { query: { body } } = cte;
  if (body.kind !== 'set-operation' || body.op !== 'union') return no('a query that refers to itself is a UNION of where it begins and how it goes on');
  if (cte.query.with) no('a recursion has no WITH of its own: put it before');
  const parts = partsOf(body);
  const begins = parts.filter((p) => !readsItself(ctx, cte, p));
  const repeated = parts.filter((p) => readsItself(ctx, cte, p)).map((p): Repeated => repeatedPart(ctx, cte, p) ?? no('it has to stand once in FROM of the part that is repeated, and nowhere else in it'));
  const anchors = begins.map((b) => estimateBody(ctx, b, place));
  const [first, ...others] = anchors;
  if (!first) return no('it has nothing to begin with');
  const start: QueryEstimate = others.reduce<QueryEstimate>((a, b) => ({ made: a.made + b.made, table: a.table || b.table, open: a.open || b.open, columns: eitherOf(a, b) }), first);
  const columns = renamed(start, cte.columns);
  const tables = repeated.some((r) => leavesOf(r.select.from).some((leaf) => leaf !== r.reference && readsTable(leaf)));
  if (!body.all && repeated.every((r) => isClosure(ctx, r, columns))) return closure(ctx, cte, place, { ...start, columns }, repeated);
  const steps = start.open ? undefined : stepsOf(ctx, place, cte, repeated, { ...start, columns });
  if (steps === undefined) return no(`nothing ends the recursion. Count the steps in a column that begins with a number (0 AS depth), goes on by a number (depth + 1) and is compared with one (WHERE depth < ${tables ? 20 : 100})${tables ? ', or say UNION of the key columns only' : ''}`);
  if (tables && steps > MAX_WALK) no(`a walk over a table may take ${MAX_WALK} steps: compare its depth with a smaller number`);
  for (const r of repeated) {
    if (!joinsByKeys(ctx, r, columns)) no('join the table to it by equality of columns, with ON');
    if (tables && !goesOn(ctx, r, columns)) no('each step finds the same rows again: join a key of the table to another column of it, as boss = id');
  }
  return repeat(ctx, cte, place, { ...start, columns }, repeated, Math.ceil(steps));
}

function partsOf(body: QueryBody): QueryBody[] {
  if (body.kind === 'set-operation' && body.op === 'union') return [...partsOf(body.left), ...partsOf(body.right)];
  return body.kind === 'query' && !body.with && body.limit === null && body.offset === 0 && body.orderBy.length === 0 ? partsOf(body.body) : [body];
}

const readsItself = (ctx: Context, cte: Cte, tree: unknown): boolean => itselfIn(ctx, cte, tree).length > 0;

/** A part that reads the recursion once, in its own FROM, and has no recursion in it. */
function repeatedPart(ctx: Context, cte: Cte, part: QueryBody): Repeated | undefined {
  const all = itselfIn(ctx, cte, part);
  if (part.kind !== 'select' || all.length !== 1) return undefined;
  let nested = false;
  walk<{ kind: string; with?: unknown }>(part, (node) => {
    if (node.kind === 'query' && node.with) nested = true;
  });
  const reference = leavesOf(part.from).find((leaf): leaf is TableRef => leaf === all[0]);
  return nested || !reference ? undefined : { select: part, reference };
}

/** All combinations of what it begins with and what it is joined to, at most. */
function closure(ctx: Context, cte: Cte, place: Place, start: QueryEstimate, repeated: readonly Repeated[]): QueryEstimate {
  const estimate: QueryEstimate = { ...start, table: true, columns: start.columns.map((c) => ({ ...c, distinct: false })) };
  const inside: Place = { ...place, ctes: { name: cte.name, estimate, outer: place.ctes } };
  const next = repeated.map((r) => estimateSelect(levelOf(ctx, inside), r.select, []));
  return { ...estimate, made: next.reduce((sum, n) => sum + n.made, start.made), columns: estimate.columns.map((c, i) => ({ ...oneOf([c, ...next.map((n) => n.columns[i] ?? c)]), name: c.name })) };
}

/** What comes out of so many repetitions: rows by rows, and values as long as they still grow. */
function repeat(ctx: Context, cte: Cte, place: Place, start: QueryEstimate, repeated: readonly Repeated[], steps: number): QueryEstimate {
  let total = start.made;
  let now = start;
  let rows = start.made;
  let grows = true;
  for (let i = 1; i <= steps && grows; i++) {
    const inside: Place = { ...place, ctes: { name: cte.name, estimate: { ...now, made: 1 }, outer: place.ctes } };
    const next = repeated.map((r) => estimateSelect(levelOf(ctx, { ...inside, around: place.around * (i === 1 ? Math.min(steps, MAX_SERIES_ROWS) : 1) }), r.select, []));
    const fan = next.reduce((sum, n) => sum + n.made, 0);
    rows *= fan;
    total += rows;
    const columns = now.columns.map((c, at): NamedEstimate => grownBy(c, next.map((n) => n.columns[at] ?? c)));
    if (columns.some((c) => c.size > MAX_GROWN_SIZE)) refuse('unbounded-recursion', `${cte.name}: a text grows with every step; shorten it, or take fewer steps`, cte.at);
    const stable = columns.every((c, at) => c.size === now.columns[at]!.size && c.range?.low === now.columns[at]!.range?.low && c.range?.high === now.columns[at]!.range?.high);
    now = { ...now, columns, table: now.table || next.some((n) => n.table) };
    if (total > MAX_SERIES_ROWS) refuse('unbounded-recursion', `${cte.name}: it makes more than ${MAX_SERIES_ROWS} rows`, cte.at);
    if (stable) {
      total = fan <= 1 ? total + rows * (steps - i) : i === steps ? total : Math.min(Infinity, total + rows * ((fan ** (steps - i + 1) - fan) / (fan - 1)));
      grows = false;
    } else if (i > MAX_WALK) refuse('unbounded-recursion', `${cte.name}: a value grows with every step; take at most ${MAX_WALK} steps`, cte.at);
  }
  if (total * place.around > MAX_SERIES_ROWS) refuse('unbounded-recursion', `${cte.name}: it makes more than ${MAX_SERIES_ROWS} rows`, cte.at);
  return { ...now, made: total };
}

/** A number that goes on changing could be any after all; a text has the size that it has grown to. */
function grownBy(before: NamedEstimate, next: readonly NamedEstimate[]): NamedEstimate {
  const after = oneOf([before, ...next]);
  const same = after.range?.low === before.range?.low && after.range?.high === before.range?.high;
  return { ...after, ...(same ? {} : { range: undefined }), name: before.name, distinct: false };
}

