import type { Expr, FromItem, Join } from '@countersign/contracts';
import { compared, condition } from './expr.js';
import { and, call, differs, lacks, type Low } from './lowering.js';
import { renamed } from './names.js';
import { lowerQuery, withoutValues } from './query.js';

interface LoweredFrom {
  from: FromItem[];
  /** Columns that USING has merged, and what stands for them without it. */
  merged: Map<string, Expr>;
}

export function lowerFrom(low: Low, items: readonly FromItem[]): LoweredFrom {
  const merged = new Map<string, Expr>();
  return { from: items.map((item) => fromItem({ ...low, merged: new Map([...low.merged, ...merged]) }, item, merged)), merged };
}

function fromItem(low: Low, item: FromItem, merged: Map<string, Expr>): FromItem {
  switch (item.kind) {
    case 'table':
      if (item.columnAliases.length) lacks(low, 'names for the columns of a table', item.at);
      return item;
    case 'derived-table': return derived(low, item);
    case 'table-function': return lacks(low, `${item.call.name} in FROM`, item.at);
    case 'join': return join(low, item, merged);
    case 'pivot': case 'unpivot': return lacks(low, item.kind.toUpperCase(), item.at);
  }
}

function derived(low: Low, item: Extract<FromItem, { kind: 'derived-table' }>): FromItem {
  if (item.lateral && low.engine.noLateral) lacks(low, 'LATERAL', item.at);
  const inner = { ...item.query, body: withoutValues(item.query.body) };
  const query = item.columnAliases.length ? renamed(inner, item.columnAliases) : inner;
  if (!query) return lacks(low, 'names for the columns of this subquery', item.at);
  return { ...item, query: lowerQuery({ ...low, merged: new Map() }, query, 'relation'), columnAliases: [] };
}

function join(low: Low, item: Join, merged: Map<string, Expr>): Join {
  if (item.type === 'full' && low.engine.noFullJoin) lacks(low, 'FULL JOIN (say LEFT JOIN … UNION ALL … RIGHT JOIN instead)', item.at ?? item.on?.at);
  const left = fromItem(low, item.left, merged);
  const right = fromItem(low, item.right, merged);
  if (item.natural) lacks(low, 'NATURAL JOIN without a scope', item.at);
  const on = item.using.map((name): Expr => {
    const [l, r] = [merged.get(name) ?? sideColumn(low, item.left, name), sideColumn(low, item.right, name)];
    merged.set(name, item.type === 'right' ? r : item.type === 'full' ? call('coalesce', l, r) : l);
    return compared(low, { kind: 'binary', op: '=', left: l, right: r });
  });
  const given = item.on && condition({ ...low, merged: new Map([...low.merged, ...merged]) }, item.on);
  return { ...item, left, right, using: [], ...(on.length ? { on: and(on) } : given ? { on: given } : {}) };
}

/** The column of that name on one side of a join. */
function sideColumn(low: Low, item: FromItem, name: string): Expr {
  const relations = relationsOf(item);
  const holders = relations.filter((r) => low.env.relations.get(r)?.some((c) => c.name === name));
  const relation = holders[0] ?? (relations.length === 1 ? relations[0] : undefined);
  if (relation === undefined) return differs(low, `whose column ${name} of USING is can't be told without a scope`, item.kind === 'join' ? undefined : item.at);
  return { kind: 'column', qualifier: [relation], name };
}

function relationsOf(item: FromItem): string[] {
  if (item.kind === 'join') return [...relationsOf(item.left), ...relationsOf(item.right)];
  return [item.kind === 'table' ? item.alias ?? item.name.at(-1)! : item.alias ?? ''];
}
