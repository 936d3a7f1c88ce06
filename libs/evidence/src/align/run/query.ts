import type { CallExpr, Cte, Expr, OrderItem, Query, QueryBody, Select, SelectItem } from '@countersign/contracts';
import { isAggregate } from './aggregates.js';
import { compileExpr, type Context } from './expr.js';
import { compileFrom, conjunctsOf } from './from.js';
import { outputName } from './output-name.js';
import { indexIn, type CompiledQuery, type Ctes, type Evaluate, type Frame, type Scope } from './scope.js';
import { compareValues, CannotFollow, keysOf, truthOf, type Value } from './value.js';
import { fillWindows } from './windows.js';

type Row = readonly Value[];
type Around = Omit<Scope, 'columns' | 'reachesOut'>;

/** A body with the order of its rows worked out beside them. */
interface Body {
  columns: readonly string[];
  correlated: boolean;
  run(outer: Frame | undefined): { row: Row; sort: Row }[];
}

/** A query as a function of the row around it. */
export function compileQuery(query: Query, around: Around): CompiledQuery {
  if (query.document) throw new CannotFollow('a document');
  const ctes = query.with ? withCtes(query.with.ctes, around, query.with.recursive) : around.ctes;
  const body = compileBody(query.body, { ...around, ctes }, query.orderBy);
  const directions = query.orderBy;
  return {
    columns: body.columns,
    correlated: body.correlated,
    run(outer) {
      const rows = body.run(outer);
      if (directions.length > 0) rows.sort((a, b) => ordered(a.sort, b.sort, directions));
      const end = query.limit === null ? undefined : query.offset + query.limit;
      return rows.slice(query.offset, end).map(({ row }) => row);
    },
  };
}

function withCtes(list: readonly Cte[], around: Around, recursive: boolean): Ctes | undefined {
  let ctes = around.ctes;
  for (const { name, columns, query } of list) {
    if (recursive && mentions(query, name)) throw new CannotFollow('a recursion');
    const compiled = compileQuery(query, { ...around, ctes });
    let known: readonly Row[] | undefined;
    const once: CompiledQuery = { columns: compiled.columns.map((column, i) => columns[i] ?? column), correlated: compiled.correlated, run: (outer) => (compiled.correlated ? compiled.run(outer) : (known ??= compiled.run(undefined))) };
    ctes = { name, query: once, next: ctes };
  }
  return ctes;
}

const mentions = (query: Query, name: string): boolean => JSON.stringify(query).toLowerCase().includes(`"name":["${name.toLowerCase()}"]`);

function ordered(a: Row, b: Row, by: readonly OrderItem[]): number {
  for (const [i, { direction, nulls }] of by.entries()) {
    const [x, y] = [a[i] ?? null, b[i] ?? null];
    const down = direction === 'desc';
    if (x === null || y === null) {
      if (x === y) continue;
      return (x === null) === (nulls === undefined ? !down : nulls === 'last') ? 1 : -1;
    }
    const order = compareValues(x, y) ?? 0;
    if (order !== 0) return down ? -order : order;
  }
  return 0;
}

function compileBody(body: QueryBody, around: Around, orderBy: readonly OrderItem[]): Body {
  switch (body.kind) {
    case 'select': return compileSelect(body, around, orderBy);
    case 'query': return outside(compileQuery(body, around), orderBy);
    case 'values': {
      const scope: Scope = { ...around, columns: [], reachesOut: false };
      const rows = body.rows.map((row) => row.map((expr) => compileExpr(expr, { scope })));
      const columns = (body.rows[0] ?? []).map((_, i) => `column${i + 1}`);
      return outside({ columns, correlated: scope.reachesOut, run: (outer) => rows.map((row) => row.map((value) => value({ row: [], outer }))) }, orderBy);
    }
    case 'set-operation': {
      const [left, right] = [compileBody(body.left, around, []), compileBody(body.right, around, [])];
      const rows = (side: Body, outer: Frame | undefined): Row[] => side.run(outer).map(({ row }) => row);
      return outside({ columns: left.columns, correlated: left.correlated || right.correlated, run: (outer) => setOf(body.op, body.all, rows(left, outer), rows(right, outer)) }, orderBy);
    }
  }
}

/** Rows that are ordered by their own columns, by name or place. */
function outside(query: CompiledQuery, orderBy: readonly OrderItem[]): Body {
  const scope = { columns: query.columns.map((name) => ({ of: '', name })) } as Scope;
  const places = orderBy.map(({ expr }) => {
    const place = expr.kind === 'number' ? Number(expr.text) - 1 : expr.kind === 'column' ? indexIn(scope, undefined, expr.name) : -1;
    if (place < 0) throw new CannotFollow('this order');
    return place;
  });
  return { columns: query.columns, correlated: query.correlated, run: (outer) => query.run(outer).map((row) => ({ row, sort: places.map((place) => row[place] ?? null) })) };
}

function setOf(op: 'union' | 'intersect' | 'except', all: boolean, left: readonly Row[], right: readonly Row[]): Row[] {
  if (op === 'union') return all ? [...left, ...right] : different([...left, ...right]);
  if (all) throw new CannotFollow(`${op} all`);
  const there = new Set(right.map(keysOf));
  return different(left).filter((row) => there.has(keysOf(row)) === (op === 'intersect'));
}

function different(rows: readonly Row[]): Row[] {
  const seen = new Set<string>();
  return rows.filter((row) => { const key = keysOf(row); return seen.has(key) ? false : Boolean(seen.add(key)); });
}

function compileSelect(select: Select, around: Around, orderBy: readonly OrderItem[]): Body {
  const where = conjunctsOf(select.where);
  const source = fromAll(select, around, where);
  const scope: Scope = { ...around, columns: source.columns, reachesOut: false };
  const ctx: Context = { scope, windows: [] };
  const items = expandStars(select.items, scope);
  const keep = select.where && compileExpr(select.where, { scope });
  const grouping = groupingOf(select, items, { scope, orderBy });
  const having = select.having && compileExpr(replaceAliases(select.having, items, scope), { scope });
  const values = items.map((item) => compileExpr(item.expr, ctx));
  const sorts = orderBy.map(({ expr }) => sortOf(expr, items, values, ctx));
  const on = typeof select.distinct === 'boolean' ? undefined : select.distinct.map((expr) => compileExpr(expr, ctx));
  const windows = fillWindows(ctx.windows ?? [], select.windows, scope);
  return {
    columns: items.map(outputName),
    correlated: source.correlated || scope.reachesOut,
    run(outer) {
      const frames = source.rows(outer).map((row): Frame => ({ row, outer })).filter((frame) => !keep || truthOf(keep(frame)) === true);
      const groups = grouping ? grouped(frames, grouping, { outer, width: source.columns.length }) : frames;
      const kept = having ? groups.filter((frame) => truthOf(having(frame)) === true) : groups;
      windows(kept);
      const rows = kept.map((frame) => ({ row: values.map((value) => value(frame)), sort: sorts.map((sort) => sort(frame)), on: on?.map((value) => value(frame)) }));
      if (grouping) kept.forEach((frame, i) => mustBeOfTheGroup(frame, [...values, ...sorts], [...(rows[i]?.row ?? []), ...(rows[i]?.sort ?? [])]));
      if (on) rows.sort((a, b) => ordered(a.sort, b.sort, orderBy));
      return select.distinct === false ? rows : firsts(rows);
    },
  };
}

/** A value that depends on which row of the group is looked at is no value of the group. */
function mustBeOfTheGroup({ group, outer, windows }: Frame, values: readonly Evaluate[], found: Row): void {
  const last = group?.at(-1);
  if (!group || !last || group.length < 2) return;
  const other: Frame = { row: last.row, outer, group, ...(windows ? { windows } : {}) };
  if (keysOf(values.map((value) => value(other))) !== keysOf(found)) throw new CannotFollow('a column that is neither grouped nor aggregated');
}

function firsts(rows: { row: Row; sort: Row; on: Row | undefined }[]): { row: Row; sort: Row }[] {
  const seen = new Set<string>();
  return rows.filter(({ row, on }) => { const key = keysOf(on ?? row); return seen.has(key) ? false : Boolean(seen.add(key)); });
}

function fromAll(select: Select, around: Around, where: readonly Expr[]): ReturnType<typeof compileFrom> {
  const [first, ...rest] = select.from;
  if (!first) return { columns: [], correlated: false, rows: () => [[]] };
  const all = rest.reduce((left, right) => ({ kind: 'join' as const, type: 'cross' as const, left, right, using: [], natural: false }), first);
  const source = compileFrom(all, around, where);
  let known: readonly Row[] | undefined;
  return source.correlated ? source : { ...source, rows: () => (known ??= source.rows(undefined)) };
}

function expandStars(items: readonly SelectItem[], scope: Scope): SelectItem[] {
  return items.flatMap((item): SelectItem[] => {
    if (item.expr.kind !== 'star') return [item];
    const of = item.expr.qualifier.at(-1)?.toLowerCase();
    const joined = new Set(scope.columns.filter((c) => c.of === undefined).map((c) => c.name.toLowerCase()));
    const columns = scope.columns.filter((c) => (of === undefined ? c.of === undefined || !joined.has(c.name.toLowerCase()) : c.of?.toLowerCase() === of));
    return columns.map(({ of: qualifier, name }) => ({ expr: { kind: 'column', qualifier: qualifier === undefined || qualifier === '' ? [] : [qualifier], name } }));
  });
}

/** What rows are grouped by; undefined: they are not. */
function groupingOf(select: Select, items: readonly SelectItem[], { scope, orderBy }: { scope: Scope; orderBy: readonly OrderItem[] }): Evaluate[] | undefined {
  const keys = select.groupBy.flatMap((item): Expr[] => {
    if (item.kind === 'grouping-sets') throw new CannotFollow('grouping sets');
    return item.kind === 'group-expr' ? [item.expr] : item.items;
  });
  const aggregates = [...items.map((item) => item.expr), ...(select.having ? [select.having] : []), ...orderBy.map(({ expr }) => expr)].some(hasAggregate);
  if (keys.length === 0 && !aggregates && !select.having) return undefined;
  return keys.map((key) => compileExpr(named(key, items, scope, 'input'), { scope }));
}

/** A place or an alias stands for the item's expression; `first` says whose names win. */
function named(expr: Expr, items: readonly SelectItem[], scope: Scope, first: 'input' | 'output'): Expr {
  if (expr.kind === 'number') return items[Number(expr.text) - 1]?.expr ?? expr;
  if (expr.kind !== 'column' || expr.qualifier.length > 0) return expr;
  const item = items.find((one) => one.alias?.toLowerCase() === expr.name.toLowerCase());
  return item && (first === 'output' || indexIn(scope, undefined, expr.name) === -1) ? item.expr : expr;
}

/** HAVING by an output name, as MySQL has it. */
function replaceAliases(expr: Expr, items: readonly SelectItem[], scope: Scope): Expr {
  const replace = (node: unknown): unknown => {
    if (typeof node !== 'object' || node === null) return node;
    if (Array.isArray(node)) return node.map(replace);
    const { kind } = node as { kind?: string };
    if (kind === 'query') return node;
    if (kind === 'column') return named(node as Expr, items, scope, 'input');
    return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, replace(value)]));
  };
  return replace(expr) as Expr;
}

function sortOf(expr: Expr, items: readonly SelectItem[], values: readonly Evaluate[], ctx: Context): Evaluate {
  const target = named(expr, items, ctx.scope, 'output');
  const at = items.findIndex((item) => item.expr === target);
  return values[at] ?? compileExpr(replaceAliases(target, items, ctx.scope), ctx);
}

function grouped(frames: readonly Frame[], keys: readonly Evaluate[], { outer, width }: { outer: Frame | undefined; width: number }): Frame[] {
  if (keys.length === 0) return [{ row: frames[0]?.row ?? Array<Value>(width).fill(null), outer, group: frames }];
  const groups = new Map<string, Frame[]>();
  for (const frame of frames) {
    const key = keysOf(keys.map((value) => value(frame)));
    const group = groups.get(key);
    if (group) group.push(frame);
    else groups.set(key, [frame]);
  }
  return [...groups.values()].map((group) => ({ row: group[0]?.row ?? [], outer, group }));
}

/** Is there an aggregate of this query in the expression? Those of subqueries and windows are their own. */
export function hasAggregate(node: unknown): boolean {
  if (typeof node !== 'object' || node === null) return false;
  if (Array.isArray(node)) return node.some(hasAggregate);
  const { kind } = node as { kind?: string };
  if (kind === 'query') return false;
  if (kind === 'call') {
    const call = node as CallExpr;
    if (isAggregate(call.name) && !call.over) return true;
  }
  return Object.values(node).some(hasAggregate);
}
