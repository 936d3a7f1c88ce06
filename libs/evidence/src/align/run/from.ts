import type { Expr, FromItem, Join } from '@countersign/contracts';
import { compileExpr } from './expr.js';
import { compileQuery } from './query.js';
import { indexIn, type Frame, type Relation, type Scope, type ScopeColumn } from './scope.js';
import { addTo } from './dates.js';
import { CannotFollow, compareValues, Duration, keysOf, Moment, truthOf, type Value } from './value.js';

type Row = readonly Value[];

/** A FROM entry: its columns, and its rows for a row of the query around. */
export interface Source {
  columns: ScopeColumn[];
  correlated: boolean;
  rows(outer: Frame | undefined): readonly Row[];
}

/** `around`: the scope outside of this query; FROM sees nothing of its own query. */
export function compileFrom(item: FromItem, around: Omit<Scope, 'columns' | 'reachesOut'>, hints: readonly Expr[]): Source {
  switch (item.kind) {
    case 'table': return table(item.name, item.alias, { around, aliases: item.columnAliases });
    case 'derived-table': {
      if (item.lateral) throw new CannotFollow('LATERAL');
      const query = compileQuery(item.query, { outer: around.outer, ctes: around.ctes, world: around.world });
      const names = query.columns.map((name, i) => item.columnAliases[i] ?? name);
      return { columns: named(names, item.alias ?? ''), correlated: query.correlated, rows: (outer) => query.run(outer) };
    }
    case 'join': return join(item, around, hints);
    case 'table-function': {
      if (item.call.name !== 'generate_series') throw new CannotFollow(`${item.call.name}() in FROM`);
      const scope: Scope = { ...around, columns: [], reachesOut: false };
      const args = item.call.args.map((arg) => compileExpr(arg, { scope }));
      const name = item.columnAliases[0] ?? item.alias ?? 'generate_series';
      return { columns: [{ of: item.alias ?? name, name }], correlated: false, rows: (outer) => series(args.map((arg) => arg({ row: [], outer }))) };
    }
    default: throw new CannotFollow(`${item.kind} in FROM`);
  }
}

const named = (names: readonly string[], of: string): ScopeColumn[] => names.map((name) => ({ of, name }));

function table(parts: readonly string[], alias: string | undefined, { around, aliases }: { around: Omit<Scope, 'columns' | 'reachesOut'>; aliases: readonly string[] }): Source {
  const name = (parts.at(-1) ?? '').toLowerCase();
  const of = alias ?? parts.at(-1) ?? '';
  const renamed = (columns: readonly string[]): ScopeColumn[] => named(columns.map((column, i) => aliases[i] ?? column), of);
  for (let cte = parts.length === 1 ? around.ctes : undefined; cte; cte = cte.next) {
    const { query } = cte;
    if (cte.name.toLowerCase() === name) return { columns: renamed(query.columns), correlated: query.correlated, rows: (outer) => query.run(outer) };
  }
  const relation: Relation | undefined = around.world.tables.get(name);
  if (!relation) throw new CannotFollow(`the table ${parts.join('.')}`);
  return { columns: renamed(relation.columns), correlated: false, rows: () => relation.rows };
}

const MOST = 5_000;

function series([from = null, to = null, step = null]: Value[]): Row[] {
  const rows: Row[] = [];
  for (let at: Value = from; at !== null && to !== null && (compareValues(at, to) ?? 1) <= 0 && rows.length < MOST;) {
    rows.push([at]);
    at = at instanceof Moment ? addTo(at, step instanceof Duration ? step : new Duration(0, 86_400_000)) : typeof at === 'number' ? at + (typeof step === 'number' ? step : 1) : null;
  }
  return rows;
}

/** `a.x = b.y` between the two sides of a join, as places in their rows. */
function equalities(conjuncts: readonly Expr[], left: Scope, right: Scope): [number, number][] {
  return conjuncts.flatMap((expr): [number, number][] => {
    if (expr.kind !== 'binary' || expr.op !== '=' || expr.left.kind !== 'column' || expr.right.kind !== 'column') return [];
    const at = (scope: Scope, { qualifier, name }: { qualifier: readonly string[]; name: string }): number => indexIn(scope, qualifier.at(-1), name);
    const straight: [number, number] = [at(left, expr.left), at(right, expr.right)];
    const crossed: [number, number] = [at(left, expr.right), at(right, expr.left)];
    // A bare name on both sides is ambiguous for a key; the condition itself still decides.
    const found = [straight, crossed].filter(([l, r]) => l !== -1 && r !== -1);
    return found.length === 1 && found[0] ? [found[0]] : [];
  });
}

export const conjunctsOf = (expr: Expr | undefined): readonly Expr[] => (expr === undefined ? [] : expr.kind === 'logical' && expr.op === 'and' ? expr.operands.flatMap(conjunctsOf) : [expr]);

function join(item: Join, around: Omit<Scope, 'columns' | 'reachesOut'>, hints: readonly Expr[]): Source {
  const inner = item.type === 'inner' || item.type === 'cross';
  const [left, right] = [compileFrom(item.left, around, inner ? hints : []), compileFrom(item.right, around, [])];
  const scopeOf = (columns: ScopeColumn[]): Scope => ({ ...around, columns, reachesOut: false });
  const [l, r] = [scopeOf(left.columns), scopeOf(right.columns)];
  const using = item.natural ? left.columns.map((c) => c.name).filter((name) => indexIn(r, undefined, name) !== -1) : item.using;
  const shared = using.map((name): [number, number] => [indexIn(l, undefined, name), indexIn(r, undefined, name)]);
  if (shared.some((pair) => pair.includes(-1))) throw new CannotFollow('USING');
  const scope = scopeOf([...left.columns, ...right.columns]);
  const on = item.on && compileExpr(item.on, { scope });
  const keys = [...shared, ...equalities([...conjunctsOf(item.on), ...(inner ? hints : [])], l, r)];
  const merged = using.map((name): ScopeColumn => ({ of: undefined, name }));
  return {
    columns: [...merged, ...scope.columns],
    correlated: left.correlated || right.correlated || scope.reachesOut,
    rows: (outer) => {
      const joined = joinRows(left.rows(outer), right.rows(outer), { keys, test: (row) => !on || truthOf(on({ row, outer })) === true, keepLeft: item.type === 'left' || item.type === 'full', keepRight: item.type === 'right' || item.type === 'full', width: [left.columns.length, right.columns.length] });
      if (merged.length === 0) return joined;
      return joined.map((row) => [...shared.map(([a, b]) => row[a] ?? row[left.columns.length + b] ?? null), ...row]);
    },
  };
}

interface Joining {
  keys: readonly [number, number][];
  test: (row: Row) => boolean;
  keepLeft: boolean;
  keepRight: boolean;
  width: [left: number, right: number];
}

const MOST_ROWS = 400_000;

function joinRows(left: readonly Row[], right: readonly Row[], { keys, test, keepLeft, keepRight, width }: Joining): Row[] {
  const key = (row: Row, side: 0 | 1): string => keysOf(keys.map((pair) => row[pair[side]] ?? null));
  const lacks = (row: Row, side: 0 | 1): boolean => keys.some((pair) => (row[pair[side]] ?? null) === null);
  const index = new Map<string, number[]>();
  right.forEach((row, i) => {
    if (lacks(row, 1)) return;
    const at = key(row, 1);
    const list = index.get(at);
    if (list) list.push(i);
    else index.set(at, [i]);
  });
  const met = new Set<number>();
  const out: Row[] = [];
  for (const row of left) {
    const before = out.length;
    for (const i of lacks(row, 0) ? [] : (index.get(key(row, 0)) ?? [])) {
      const both = [...row, ...(right[i] ?? [])];
      if (!test(both)) continue;
      met.add(i);
      if (out.push(both) > MOST_ROWS) throw new CannotFollow('a join of so many rows');
    }
    if (keepLeft && out.length === before) out.push([...row, ...Array<Value>(width[1]).fill(null)]);
  }
  if (keepRight) right.forEach((row, i) => { if (!met.has(i)) out.push([...Array<Value>(width[0]).fill(null), ...row]); });
  return out;
}
