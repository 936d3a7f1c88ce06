import type { CallExpr, ColumnExpr, DeclaredMetric, Expr, FromItem, Query, QueryBody, Select } from '@countersign/contracts';
import { FUNCTIONS } from '../../registry/functions.js';
import { outputName } from '../../resolve/output-name.js';
import { aliasOf } from '../../rewrite/joined-rows.js';
import type { Ctes } from '../../rewrite/metric-rows.js';
import { walk } from '../../walk.js';
import { withCtes } from './level.js';

/** Where an expression stands. */
export interface Place {
  select: Select;
  ctes: Ctes | undefined;
}
interface Placed {
  expr: Expr;
  place: Place;
}

/** The expressions that were put in the place of metrics. */
export type Made = ReadonlyMap<Expr, DeclaredMetric>;

interface Origin {
  /** It shows a metric. */
  shows: boolean;
  /** An aggregate in it takes together what shows a metric. */
  over?: CallExpr;
}

/** The aggregate of a value that takes figures of a metric together: those of subqueries, however deep. */
export function overMetric(made: Made, expr: Expr, place: Place): CallExpr | undefined {
  return originOf(made, { expr, place }, new Map()).over;
}

/** Is it nothing but the sum of a metric's figures for groups, where the figure for all is that sum? */
export function isPlainSum(made: Made, expr: Expr, place: Place, metrics: readonly DeclaredMetric[]): boolean {
  const sum = through({ expr, place });
  const call = sum.expr;
  const [item, more] = sum.place.select.from;
  if (call.kind !== 'call' || call.name !== 'sum' || call.distinct || call.over || !call.args[0] || !item || more || item.kind === 'join') return false;
  const figure = through({ expr: call.args[0], place: sum.place });
  const metric = made.get(figure.expr);
  // What counts different values finds one of them in several groups.
  const adds = figure.expr.kind === 'call' && (figure.expr.name === 'sum' || (figure.expr.name === 'count' && !figure.expr.distinct));
  return metric !== undefined && metrics.includes(metric) && adds;
}

/** What only says how a figure is shown. */
const SHOWING: ReadonlySet<string> = new Set(['round', 'coalesce']);

/** What a column of a subquery is, as far as it is passed on as it is. */
function through(from: Placed): Placed {
  const { expr, place } = from;
  if (expr.kind === 'cast') return through({ expr: expr.operand, place });
  if (expr.kind === 'call' && SHOWING.has(expr.name) && expr.args[0] && expr.args.slice(1).every((a) => a.kind === 'number')) return through({ expr: expr.args[0], place });
  const [one, more] = expr.kind === 'column' ? sourcesOf(expr, place) : [];
  return one && !more && one.place.select.distinct === false ? through(one) : from;
}

function originOf(made: Made, { expr, place }: Placed, known: Map<Expr, Origin>): Origin {
  const before = known.get(expr);
  if (before) return before;
  let origin: Origin = { shows: false };
  const add = (other: Origin): void => void (origin = { ...other, ...origin, shows: origin.shows || other.shows });
  const inner = (values: readonly Expr[]): Origin => values.map((value) => originOf(made, { expr: value, place }, known)).reduce((a, b) => ({ ...b, ...a, shows: a.shows || b.shows }), { shows: false });
  walk<Expr | Query>(expr, (node) => {
    if (made.has(node as Expr)) add({ shows: true });
    else if (node.kind === 'column') for (const source of sourcesOf(node, place)) add(originOf(made, source, known));
    else if (node.kind === 'subquery') for (const source of outputsOf(node.query.body, withCtes(node.query, place.ctes), 0)) add(originOf(made, source, known));
    else if (node.kind === 'case') add(inner([...node.branches.map(({ then }) => then), ...(node.otherwise ? [node.otherwise] : [])]));
    else if (node.kind === 'call') {
      const args = inner(node.args);
      add(args.shows && !args.over && FUNCTIONS.get(node.name)?.kind === 'aggregate' ? { shows: true, over: node } : args);
    } else return node.kind !== 'query';
    return false;
  });
  known.set(expr, origin);
  return origin;
}

/** What a column of a FROM is in the subqueries there; nothing where it is one of a table. */
function sourcesOf({ qualifier, name }: ColumnExpr, { select, ctes }: Place): Placed[] {
  return select.from.flatMap((item) => sourcesIn(item, qualifier.at(-1), name, ctes));
}

function sourcesIn(item: FromItem, alias: string | undefined, name: string, ctes: Ctes | undefined): Placed[] {
  if (item.kind === 'join') return [...sourcesIn(item.left, alias, name, ctes), ...sourcesIn(item.right, alias, name, ctes)];
  if (alias !== undefined && alias !== aliasOf(item)) return [];
  if (item.kind === 'derived-table') return outputsNamed(item.query, item.columnAliases, name, ctes);
  if (item.kind !== 'table' || item.name.length > 1) return [];
  for (let cte = ctes; cte; cte = cte.outer) {
    if (cte.name === item.name[0]) return cte.query ? outputsNamed(cte.query, item.columnAliases.length ? item.columnAliases : cte.columns, name, cte.outer) : [];
  }
  return [];
}

function outputsNamed(query: Query, columns: readonly string[], name: string, ctes: Ctes | undefined): Placed[] {
  const names = firstSelect(query.body)?.items.map((item, i) => columns[i] ?? outputName(item)) ?? [];
  return outputsOf(query.body, withCtes(query, ctes), names.indexOf(name));
}

const firstSelect = (body: QueryBody): Select | undefined => (body.kind === 'select' ? body : body.kind === 'values' ? undefined : firstSelect(body.kind === 'query' ? body.body : body.left));

function outputsOf(body: QueryBody, ctes: Ctes | undefined, position: number): Placed[] {
  switch (body.kind) {
    case 'query': return outputsOf(body.body, withCtes(body, ctes), position);
    case 'set-operation': return [...outputsOf(body.left, ctes, position), ...outputsOf(body.right, ctes, position)];
    case 'select': return body.items[position] ? [{ expr: body.items[position].expr, place: { select: body, ctes } }] : [];
    default: return [];
  }
}
