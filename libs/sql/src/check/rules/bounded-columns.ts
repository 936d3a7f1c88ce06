import type { Expr, FromItem, Join, Query, QueryBody, Select } from '@countersign/contracts';
import { MAX_COLUMNS, MAX_COLUMNS_IN_SIGHT, MAX_SELECTED } from '../../limits.js';
import { rulesOf } from '../../dialects/rules-of.js';
import { refuse } from '../../refusal.js';
import { madeColumns } from '../../resolve/made-columns.js';
import { FUNCTIONS } from '../../registry/functions.js';
import { catalogueOf } from '../../resolve/resolve.js';
import { walk } from '../../walk.js';
import type { CheckContext, Rule } from '../rule.js';

/**
 * `*` is one character and stands for all columns of what it is of: a chain of WITH queries that each say it ten times has ten times as many
 * columns with each. They are counted, not made, before anything is built from them.
 */
export const boundedColumns: Rule = {
  name: 'bounded-columns',
  check(ctx) {
    widthOf(ctx.query, undefined, { tableWidth: tableWidths(ctx), made: 0, seen: 0 });
  },
};

interface Count {
  tableWidth(name: readonly string[]): number;
  /** Columns of all selects so far, and of all that their FROMs offer. */
  made: number;
  seen: number;
}

interface Known {
  name: string;
  width: number;
  outer: Known | undefined;
}

interface Leaf {
  name: string | undefined;
  width: number;
}

/** Without a scope a table counts as one column: nobody knows, and what multiplies it is counted all the same. */
function tableWidths({ input }: CheckContext): Count['tableWidth'] {
  const catalogue = input.scope && catalogueOf(input.scope, input.binding, input.from, input.from === 'canonical' ? undefined : rulesOf(input.from).nameKey);
  const widths = new Map<string, number>();
  return (name) => {
    const key = name.join('\0');
    let width = widths.get(key);
    if (width === undefined) widths.set(key, (width = catalogue?.find(name)?.columns.length ?? 1));
    return width;
  };
}

function widthOf(query: Query, outer: Known | undefined, count: Count): number {
  let known = outer;
  for (const cte of query.with?.ctes ?? []) {
    // A recursion has the columns of its first part, which the parts behind it see.
    const own: Known = { name: cte.name, width: cte.columns.length, outer: known };
    own.width = Math.max(own.width, query.with?.recursive ? recursionWidth(cte.query, own, count) : widthOf(cte.query, known, count));
    known = own;
  }
  inner(query.orderBy, known, count);
  return bodyWidth(query.body, known, count);
}

function recursionWidth(query: Query, own: Known, count: Count): number {
  const { body } = query;
  if (query.with || body.kind !== 'set-operation') return widthOf(query, own, count);
  own.width = Math.max(own.width, bodyWidth(body.left, own, count));
  bodyWidth(body.right, own, count);
  return own.width;
}

function bodyWidth(body: QueryBody, known: Known | undefined, count: Count): number {
  switch (body.kind) {
    case 'query': return widthOf(body, known, count);
    case 'set-operation': return Math.max(bodyWidth(body.left, known, count), bodyWidth(body.right, known, count));
    case 'values':
      inner(body.rows, known, count);
      return body.rows[0]?.length ?? 0;
    case 'select': return selectWidth(body, known, count);
  }
}

function selectWidth(select: Select, known: Known | undefined, count: Count): number {
  const leaves = select.from.flatMap((item) => leavesOf(item, known, count));
  count.seen += total(leaves);
  if (count.seen > MAX_COLUMNS_IN_SIGHT) refuse('oversize', `all parts of FROM together offer more than ${MAX_COLUMNS_IN_SIGHT} columns`, select.from[0]?.at);
  let width = 0;
  for (const { expr } of select.items) {
    const columns = expr.kind === 'star' ? total(starred(leaves, expr.qualifier)) : 1;
    width += columns;
    count.made += columns;
    if (width > MAX_SELECTED) refuse('oversize', `one SELECT has more than ${MAX_SELECTED} columns, those that * stands for included`, expr.at ?? select.at);
    if (count.made > MAX_COLUMNS) refuse('oversize', `all SELECTs together have more than ${MAX_COLUMNS} columns, those that * stands for included: name the ones you need`, expr.at ?? select.at);
  }
  inner([select.items, select.where, select.groupBy, select.having, select.windows, select.distinct], known, count);
  return width;
}

const total = (leaves: readonly Leaf[]): number => leaves.reduce((sum, { width }) => sum + width, 0);

/** Which part `t.*` is of; all of them where the name is not found. Spellings are not told apart: what is counted is the most it may be. */
function starred(leaves: readonly Leaf[], qualifier: readonly string[]): readonly Leaf[] {
  const name = qualifier.at(-1)?.toLowerCase();
  const named = name === undefined ? [] : leaves.filter((leaf) => leaf.name?.toLowerCase() === name);
  return named.length ? named : leaves;
}

function leavesOf(item: FromItem, known: Known | undefined, count: Count): Leaf[] {
  switch (item.kind) {
    case 'join': return joined(item, known, count);
    case 'table': return [{ name: item.alias ?? item.name.at(-1), width: namedWidth(item.name, known, count) }];
    case 'derived-table': return [{ name: item.alias, width: widthOf(item.query, known, count) }];
    case 'table-function': {
      inner(item.call, known, count);
      return [{ name: item.alias ?? item.call.name, width: 1 + Math.max(item.call.args.length, madeColumns(item.columns ?? []).length, FUNCTIONS.get(item.call.name)?.columns.length ?? 0) }];
    }
    case 'pivot': case 'unpivot': {
      const made = item.kind === 'pivot' ? item.values.length * item.aggregates.length : item.names.length + item.values.length;
      return [{ name: item.alias, width: total(leavesOf(item.source, known, count)) + made }];
    }
  }
}

function joined(join: Join, known: Known | undefined, count: Count): Leaf[] {
  inner(join.on, known, count);
  return [...leavesOf(join.left, known, count), ...leavesOf(join.right, known, count)];
}

/** The most that a name may stand for: a WITH query of that name in any spelling, or a table. */
function namedWidth(name: readonly string[], known: Known | undefined, count: Count): number {
  const wanted = name.length === 1 ? name[0]!.toLowerCase() : undefined;
  let most = -1;
  for (let here = known; here; here = here.outer) if (here.name.toLowerCase() === wanted) most = Math.max(most, here.width);
  return most >= 0 ? most : count.tableWidth(name);
}

/** Queries that stand in expressions. */
function inner(tree: unknown, known: Known | undefined, count: Count): void {
  walk<Query | Expr>(tree, (node) => {
    if (node.kind !== 'query') return true;
    widthOf(node, known, count);
    return false;
  });
}
