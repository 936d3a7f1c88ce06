import type { Expr, FromItem, Join, Select, TableRef } from '@countersign/contracts';
import type { KnownTable } from '../resolve/catalogue.js';

/** Two entries of a FROM: where the one has a row, is the row of the other there that it points to? */
export interface Pair {
  from: string;
  to: string;
  /** The key of `to`, under its own name for it. */
  key: string;
}

/** What of tables decides whether a plain LEFT JOIN finds their rows. */
export interface Tables {
  tables: ReadonlyMap<TableRef, KnownTable>;
  hidesRows(table: KnownTable): boolean;
}

/**
 * Does no outer join take the row of `to` away from a row of `from`? What only some rows have would be in one part of a metric
 * and missing in another. A LEFT JOIN on the key alone, of a table of which everyone sees all rows, takes nothing away.
 */
export function staysJoined(tables: Tables, { from, where }: Pick<Select, 'from' | 'where'>, pair: Pair): boolean {
  if (tests(where, pair.to)) return true;
  const item = from.find((one) => has(one, pair.to));
  return item !== undefined && stays(tables, item, pair);
}

export const conjuncts = (e: Expr | undefined): Expr[] => (e === undefined ? [] : e.kind === 'logical' && e.op === 'and' ? e.operands.flatMap(conjuncts) : [e]);

/** The name by which columns of an entry of a FROM are said. */
export const aliasOf = (item: Exclude<FromItem, Join>): string => ('alias' in item ? item.alias : undefined) ?? (item.kind === 'table' ? item.name.at(-1)! : '');

const has = (item: FromItem, alias: string): boolean => (item.kind === 'join' ? has(item.left, alias) || has(item.right, alias) : aliasOf(item) === alias);

function stays(tables: Tables, item: FromItem, pair: Pair): boolean {
  if (item.kind !== 'join') return true;
  const onLeft = has(item.left, pair.to);
  const [side, other] = onLeft ? [item.left, item.right] : [item.right, item.left];
  const [extendsSide, extendsOther] = onLeft ? [extendsLeft(item), extendsRight(item)] : [extendsRight(item), extendsLeft(item)];
  const fromHere = has(side, pair.from);
  const fromThere = has(other, pair.from);
  if (extendsSide && !fromHere) return fromThere && !extendsOther && isPlain(tables, item, side, pair);
  if (stays(tables, side, pair)) return true;
  // Where the condition of the join holds in every row that counts, a row that an outer join made up fails it.
  const holds = (!extendsSide && !extendsOther) || (extendsSide && !extendsOther) || (!extendsSide && fromThere);
  return holds && tests(item.on, pair.to);
}

const extendsLeft = ({ type }: Join): boolean => type === 'right' || type === 'full';
const extendsRight = ({ type }: Join): boolean => type === 'left' || type === 'full';

/** The table itself, on its key and nothing else. */
function isPlain({ tables, hidesRows }: Tables, { on }: Join, side: FromItem, { to, key }: Pair): boolean {
  const table = side.kind === 'table' && !side.partitions ? tables.get(side) : undefined;
  if (!table || hidesRows(table)) return false;
  const isKey = (e: Expr): boolean => isColumnOf(e, to) && e.name === key;
  return on?.kind === 'binary' && on.op === '=' && on.left.kind === 'column' && on.right.kind === 'column' && (isKey(on.left) || isKey(on.right));
}

const isColumnOf = (e: Expr, alias: string): e is Expr & { kind: 'column' } => e.kind === 'column' && e.qualifier.at(-1) === alias;
const COMPARISONS: ReadonlySet<string> = new Set(['=', '<>', '<', '>', '<=', '>=']);

/** Does a condition fail where `alias` has no row? */
export function tests(condition: Expr | undefined, alias: string): boolean {
  return conjuncts(condition).some((e) => {
    if (e.kind === 'binary') return COMPARISONS.has(e.op) && (isColumnOf(e.left, alias) || isColumnOf(e.right, alias));
    if (e.kind === 'in-list') return !e.negated && isColumnOf(e.operand, alias);
    return e.kind === 'null-test' && e.negated && isColumnOf(e.operand, alias);
  });
}
