import type { Expr, FromItem, Query, Select } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { walk } from '../../walk.js';

/** A table whose rows may be missing, and the conditions that say so. */
interface Optional {
  name: string;
  conditions: Expr[];
}

/**
 * Oracle's `a.x = b.x(+)` in WHERE as the LEFT JOIN it stands for: b is taken out of the list of tables and joined to
 * the one its conditions speak of. Where the marks don't say one such join, the query is refused with the way out.
 */
export function withoutOuterMarks(select: Select, marked: WeakSet<Expr>): Select {
  if (!select.where) return select;
  const conditions = select.where.kind === 'logical' && select.where.op === 'and' ? select.where.operands : [select.where];
  const optionals = new Map<string, Optional>();
  const kept = conditions.filter((condition) => {
    const name = optionalOf(condition, marked);
    if (name === undefined) return true;
    const known = optionals.get(name) ?? { name, conditions: [] };
    known.conditions.push(condition);
    optionals.set(name, known);
    return false;
  });
  if (optionals.size === 0) return select;
  const { where: _where, ...rest } = select;
  const where = kept.length > 1 ? { ...select.where, operands: kept } as Expr : kept[0];
  return { ...rest, from: joined(select.from, [...optionals.values()]), ...(where ? { where } : {}) };
}

/** The table that a condition marks; a condition marks one at most, and nothing below OR or in a subquery. */
function optionalOf(condition: Expr, marked: WeakSet<Expr>): string | undefined {
  let name: string | undefined;
  walk<Expr | Query>(condition, (node) => {
    if (node.kind !== 'column' || !marked.has(node)) return;
    const table = node.qualifier.at(-1) ?? no('a column with (+) needs its table before it', node.at);
    if (condition.kind === 'logical' || (name !== undefined && name !== table)) no('(+) stands where it is not one plain join condition', node.at);
    name = table;
  });
  return name;
}

const no = (what: string, at: number | undefined): never => refuse('forbidden-node', `${what}: write LEFT JOIN … ON`, at);

function joined(from: readonly FromItem[], optionals: readonly Optional[]): FromItem[] {
  const items = [...from];
  const waiting = [...optionals];
  while (waiting.length) {
    // First the ones whose conditions speak of no other that is still to be joined.
    const next = waiting.findIndex((o) => !waiting.some((other) => other !== o && tablesIn(o.conditions, o.name).includes(other.name)));
    const [optional] = waiting.splice(Math.max(next, 0), 1);
    attach(items, optional!);
  }
  return items;
}

function attach(items: FromItem[], { name, conditions }: Optional): void {
  const own = items.findIndex((i) => i.kind !== 'join' && nameOf(i) === name);
  if (own < 0) no(`${name} is marked with (+) and is not a table of the list`, conditions[0]!.at);
  const [right] = items.splice(own, 1);
  const others = tablesIn(conditions, name);
  const hosts = items.filter((i) => others.some((o) => holds(i, o)));
  const left = hosts.length === 1 ? hosts[0]! : hosts.reduce<FromItem | undefined>((l, r) => (l ? { kind: 'join', type: 'cross', left: l, right: r, using: [], natural: false } : r), undefined) ?? items[0];
  if (!left) return no(`${name} is marked with (+) and stands alone`, conditions[0]!.at);
  const at = items.findIndex((i) => hosts.includes(i) || i === left);
  const rest = items.filter((i) => !hosts.includes(i) && i !== left);
  const on: Expr = conditions.length === 1 ? conditions[0]! : { kind: 'logical', op: 'and', operands: [...conditions] };
  rest.splice(Math.max(at, 0), 0, { kind: 'join', type: 'left', left, right: right!, on, using: [], natural: false });
  items.splice(0, items.length, ...rest);
}

/** Tables that conditions speak of beside their own. */
function tablesIn(conditions: readonly Expr[], except: string): string[] {
  const names = new Set<string>();
  walk<Expr>(conditions, (node) => {
    const table = node.kind === 'column' ? node.qualifier.at(-1) : undefined;
    if (table !== undefined && table !== except) names.add(table);
  });
  return [...names];
}

const nameOf = (item: FromItem): string | undefined => (item.kind === 'join' ? undefined : item.kind === 'table' ? item.alias ?? item.name.at(-1) : item.alias);

const holds = (item: FromItem, name: string): boolean => (item.kind === 'join' ? holds(item.left, name) || holds(item.right, name) : nameOf(item) === name);
