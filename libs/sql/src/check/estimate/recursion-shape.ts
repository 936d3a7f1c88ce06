import type { Cte, Expr, FromItem, Select, TableRef } from '@countersign/contracts';
import { walk } from '../../walk.js';
import { Groups } from '../rules/groups.js';
import type { Context, NamedEstimate } from './estimate.js';
import { conjuncts } from './from.js';

/** A part of a recursion that is repeated, and the place in its FROM where it reads what came before. */
export interface Repeated {
  select: Select;
  reference: TableRef;
}

export function itselfIn(ctx: Context, cte: Cte, tree: unknown): TableRef[] {
  const found: TableRef[] = [];
  walk<TableRef>(tree, (node) => {
    if (node.kind === 'table' && node.name.length === 1 && ctx.keyOf(node.name[0]!) === ctx.keyOf(cte.name)) found.push(node);
  });
  return found;
}

export const nameOf = ({ reference }: Repeated): string => reference.alias ?? reference.name.at(-1)!;

/** What must hold for a row to come out of the part: WHERE, and ON of the joins that leave nothing over. */
export function conditionsOf({ select, reference }: Repeated): Expr[] {
  return [...conjuncts(select.where), ...select.from.flatMap((item) => filters(item, reference))];
}

function filters(item: FromItem, reference: TableRef): Expr[] {
  if (item.kind !== 'join') return [];
  if (item.type === 'inner' || item.type === 'cross') return [...conjuncts(item.on), ...filters(item.left, reference), ...filters(item.right, reference)];
  // An outer join takes nothing from the side that it keeps.
  return item.type === 'left' ? filters(item.left, reference) : [];
}

/** The column of the recursion that an expression is, by position. */
export function ownColumn(ctx: Context, r: Repeated, columns: readonly NamedEstimate[], e: Expr): number {
  if (e.kind !== 'column') return -1;
  if (e.qualifier.length && ctx.keyOf(e.qualifier.at(-1)!) !== ctx.keyOf(nameOf(r))) return -1;
  const key = ctx.keyOf(e.name);
  const names = columns.map((c, i) => ctx.keyOf(r.reference.columnAliases[i] ?? c.name));
  return names.filter((n) => n === key).length === 1 ? names.indexOf(key) : -1;
}

/** Is every relation beside the recursion joined to it, or to one that is, by equality of two columns? What reads no table need not be. */
export function joinsByKeys(ctx: Context, r: Repeated, columns: readonly NamedEstimate[]): boolean {
  const leaves = leavesOf(r.select.from);
  const groups = new Groups();
  const own = ctx.keyOf(nameOf(r));
  // A column without a relation before it is the recursion's when it has one of that name, else that of the only other one.
  const relationOf = (e: Expr): string | undefined => {
    if (e.kind === 'cast') return relationOf(e.operand);
    if (e.kind !== 'column') return undefined;
    if (e.qualifier.length) return ctx.keyOf(e.qualifier.at(-1)!);
    if (ownColumn(ctx, r, columns, e) >= 0) return own;
    const [other, more] = leaves.filter((leaf) => leaf !== r.reference);
    return other && !more ? ctx.keyOf(leafName(other)) : undefined;
  };
  const all = [...conjuncts(r.select.where), ...r.select.from.flatMap(everyOn)];
  for (const e of all) {
    if (e.kind !== 'binary' || e.op !== '=') continue;
    const [a, b] = [relationOf(e.left), relationOf(e.right)];
    if (a !== undefined && b !== undefined) groups.join(a, b);
  }
  for (const item of r.select.from) joinedByNames(ctx, item, groups);
  return leaves.every((leaf) => !readsTable(leaf) || groups.of(ctx.keyOf(leafName(leaf))) === groups.of(own));
}

function joinedByNames(ctx: Context, item: FromItem, groups: Groups): void {
  if (item.kind !== 'join') return;
  const [left, right] = [leavesOf([item.left]), leavesOf([item.right])];
  if (item.using.length) groups.join(ctx.keyOf(leafName(left.at(-1)!)), ctx.keyOf(leafName(right[0]!)));
  joinedByNames(ctx, item.left, groups);
  joinedByNames(ctx, item.right, groups);
}

const everyOn = (item: FromItem): Expr[] => (item.kind === 'join' ? [...conjuncts(item.on), ...everyOn(item.left), ...everyOn(item.right)] : []);

export const leavesOf = (items: readonly FromItem[]): Exclude<FromItem, { kind: 'join' }>[] => items.flatMap((item) => (item.kind === 'join' ? leavesOf([item.left, item.right]) : [item]));

const leafName = (leaf: Exclude<FromItem, { kind: 'join' }>): string => leaf.alias ?? (leaf.kind === 'table' ? leaf.name.at(-1)! : leaf.kind === 'table-function' ? leaf.call.name : '');

export function readsTable(tree: unknown): boolean {
  let found = false;
  walk<{ kind: string }>(tree, (node) => {
    if (node.kind === 'table') found = true;
  });
  return found;
}

/** Nothing but columns of tables that keys join, and what does not change: there are only so many of them. */
export function isClosure(ctx: Context, r: Repeated, columns: readonly NamedEstimate[]): boolean {
  const leaves = leavesOf(r.select.from);
  const plain = r.select.items.every(({ expr }) => expr.kind === 'column' || ['number', 'string', 'boolean', 'null', 'typed-literal'].includes(expr.kind));
  const tables = leaves.every((leaf) => leaf.kind === 'table' || (leaf.kind === 'derived-table' && !leaf.lateral && readsTable(leaf) && ofTables(leaf.query)));
  return plain && tables && leaves.length > 1 && joinsByKeys(ctx, r, columns) && r.select.items.length === columns.length;
}

/** A subquery that makes nothing of its own. */
function ofTables(tree: unknown): boolean {
  let plain = true;
  walk<{ kind: string }>(tree, (node) => {
    if (node.kind === 'table-function' || node.kind === 'values') plain = false;
  });
  return plain;
}


/**
 * Does a step find other rows than those it came from? `JOIN t ON t.city = r.city` with t.city handed on meets the same rows again, and
 * each of them all of the others, as often as there are steps.
 */
export function goesOn(ctx: Context, r: Repeated, columns: readonly NamedEstimate[]): boolean {
  const all = [...conjuncts(r.select.where), ...r.select.from.flatMap(everyOn)];
  return all.some((e) => {
    if (e.kind !== 'binary' || e.op !== '=') return false;
    return [[e.left, e.right], [e.right, e.left]].some(([mine, other]) => {
      const own = ownColumn(ctx, r, columns, uncast(mine!));
      const key = uncast(other!);
      if (own < 0 || key.kind !== 'column') return false;
      const next = r.select.items[own]?.expr;
      return next?.kind === 'column' && ownColumn(ctx, r, columns, next) !== own && ctx.keyOf(next.name) !== ctx.keyOf(key.name);
    });
  });
}

const uncast = (e: Expr): Expr => (e.kind === 'cast' ? uncast(e.operand) : e);
