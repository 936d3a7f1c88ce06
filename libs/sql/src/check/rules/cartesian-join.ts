import type { Cte, Expr, FromItem, Query, QueryBody, Select, TableRef } from '@countersign/contracts';
import { MAX_SERIES_ROWS } from '../../limits.js';
import { namesItself } from '../../recursion.js';
import { refuse } from '../../refusal.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { walk } from '../../walk.js';
import type { Rule } from '../rule.js';
import { fixedOf, fixedOutputs, type Fixed } from './fixed-columns.js';
import { Groups } from './groups.js';
import { mentioned, tiesOf, type Sight } from './ties.js';

/**
 * Tables in one FROM must be tied together by conditions. Left alone may be what is small by construction: one row,
 * a grouped, distinct or limited subquery, a series; at most one part may be of any size.
 */
export const cartesianJoin: Rule = {
  name: 'cartesian-join',
  check({ query }) {
    visitQuery(query, { rows: new Map(), fixed: new Map() });
  },
};

/** Of CTEs: roughly their rows where they are few by construction, and which of their columns have one value. */
interface Ctes {
  rows: ReadonlyMap<string, number | undefined>;
  fixed: Fixed;
}

function visitQuery(query: Query, outer: Ctes): void {
  const [rows, fixed] = [new Map(outer.rows), new Map(outer.fixed)];
  const ctes: Ctes = { rows, fixed };
  for (const cte of query.with?.ctes ?? []) {
    visitQuery(cte.query, ctes);
    rows.set(cte.name, namesItself(cte) && !readsMore(cte) ? SOME_ROWS : fewRows(cte.query));
    fixed.set(cte.name.toLowerCase(), cte.columns.length ? new Set() : fixedOutputs(cte.query, fixed));
  }
  visitBody(query.body, ctes);
  visitInner(query.orderBy, ctes);
}

/** A recursion over nothing makes as many rows as the text says; another part of it counts them. */
function readsMore(cte: Cte): boolean {
  let found = false;
  walk<TableRef>(cte.query, (node) => {
    if (node.kind === 'table' && !(node.name.length === 1 && node.name[0] === cte.name)) found = true;
  });
  return found;
}

function visitBody(body: QueryBody, ctes: Ctes): void {
  if (body.kind === 'query') visitQuery(body, ctes);
  else if (body.kind === 'set-operation') [body.left, body.right].forEach((side) => visitBody(side, ctes));
  else {
    if (body.kind === 'select' && body.from.length) checkSelect(body, ctes);
    visitInner(body, ctes);
  }
}

function visitInner(tree: unknown, ctes: Ctes): void {
  walk<Query>(tree, (node) => {
    if (node.kind !== 'query') return true;
    visitQuery(node, ctes);
    return false;
  });
}

/** What a grouping makes, where nothing says how many. */
const SOME_ROWS = 30;

interface Leaf {
  name: string;
  small: boolean;
  /** Of a small one, roughly; a large one counts as one. */
  rows: number;
  at: number | undefined;
  /** One row, whatever stands beside it: what is compared with it is compared with a constant. */
  constant: boolean;
  fixed: ReadonlySet<string>;
}

const sightOf = (leaves: readonly Leaf[]): Sight => ({
  all: leaves.filter((l) => !l.constant).map((l) => l.name),
  constants: new Set(leaves.filter((l) => l.constant).map((l) => l.name.toLowerCase())),
  fixed: new Map(leaves.filter((l) => l.fixed.size).map((l) => [l.name.toLowerCase(), l.fixed])),
});

function checkSelect(select: Select, ctes: Ctes): void {
  const leaves: Leaf[] = [];
  const groups = new Groups();
  for (const item of select.from) collect(item, ctes, leaves, groups);
  if (leaves.length < 2) return;
  // Under one name two tables would count as one, and what ties either to a third as tying both.
  const twice = leaves.find((leaf, i) => leaves.findIndex((other) => other.name === leaf.name) < i);
  if (twice) refuse('duplicate-alias', `two parts of FROM are called ${twice.name}: give one an alias`, twice.at);
  for (const names of tiesOf(select.where, sightOf(leaves))) join(names, groups);
  const large = new Map<string, Leaf>();
  for (const leaf of leaves) if (!leaf.small) large.set(groups.of(leaf.name), large.get(groups.of(leaf.name)) ?? leaf);
  // Parts of any size at most one; small ones that nothing ties together multiply all the same.
  const together = new Map<string, number>();
  for (const leaf of leaves) together.set(groups.of(leaf.name), Math.max(together.get(groups.of(leaf.name)) ?? 1, leaf.rows));
  if ([...together.values()].reduce((product, rows) => product * rows, 1) > MAX_SERIES_ROWS) refuse('cartesian-join', 'nothing joins the parts of FROM, and their rows multiply to too many', leaves[0]!.at);
  const [first, second] = large.values();
  if (first && second) refuse('cartesian-join', `nothing joins ${second.name} to ${first.name}: every row would meet every row`, second.at);
}

/** Notes the leaves of a FROM item and what its own join conditions tie together. */
function collect(item: FromItem, ctes: Ctes, leaves: Leaf[], groups: Groups): Leaf[] {
  if (item.kind === 'join') {
    const left = collect(item.left, ctes, leaves, groups);
    const right = collect(item.right, ctes, leaves, groups);
    if (item.natural || item.using.length) groups.join(left.at(-1)!.name, right[0]!.name);
    for (const names of tiesOf(item.on, sightOf([...left, ...right]))) join(names, groups);
    return [...left, ...right];
  }
  const name = item.alias ?? (item.kind === 'table' ? item.name.at(-1)! : item.kind === 'table-function' ? item.call.name : `subquery ${leaves.length + 1}`);
  const rows = item.kind === 'table' ? rowsOfCte(item, ctes) : item.kind === 'table-function' ? 1 : item.kind === 'derived-table' ? fewRows(item.query) : undefined;
  const leaf: Leaf = { name, small: rows !== undefined, rows: rows ?? 1, at: item.at, constant: rows === 1 && (item.kind === 'table' || (item.kind === 'derived-table' && !item.lateral)), fixed: fixedOf(item, ctes.fixed) };
  // What a LATERAL subquery takes from its left neighbours ties it to them.
  if (item.kind === 'derived-table' && item.lateral) join([name, ...mentioned(item.query, sightOf([...leaves, leaf]))], groups);
  leaves.push(leaf);
  return [leaf];
}

function join(names: readonly string[], groups: Groups): void {
  for (const name of names) groups.join(names[0]!, name);
}

const rowsOfCte = (ref: TableRef, ctes: Ctes): number | undefined => (ref.name.length === 1 ? ctes.rows.get(ref.name[0]!) : undefined);

function fewRows(query: Query): number | undefined {
  const rows = fewRowsOf(query.body);
  return query.limit === null ? rows : Math.min(query.limit, rows ?? query.limit);
}

function fewRowsOf(body: QueryBody): number | undefined {
  switch (body.kind) {
    case 'query': return fewRows(body);
    case 'values': return body.rows.length;
    case 'set-operation': {
      const [left, right] = [fewRowsOf(body.left), fewRowsOf(body.right)];
      return left === undefined || right === undefined ? undefined : left + right;
    }
    case 'select': {
      if (body.groupBy.length === 0 && (body.having || hasAggregate(body))) return 1;
      if (body.distinct !== false || body.groupBy.length > 0) return SOME_ROWS;
      return body.from.every((f) => f.kind === 'table-function') ? 1 : undefined;
    }
  }
}

/** An aggregate without GROUP BY makes one row. */
function hasAggregate(select: Select): boolean {
  let found = false;
  walk<Expr | Query>(select.items, (node) => {
    if (node.kind === 'query') return false;
    if (node.kind === 'call' && !node.over && FUNCTIONS.get(node.name)?.kind === 'aggregate') found = true;
    return true;
  });
  return found;
}
