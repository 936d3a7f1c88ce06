import type { Cte, Query, QueryBody } from '@countersign/contracts';
import type { AggregateMetric } from '../pack.js';
import { selectOf, typeOf, type Block } from './blocks.js';
import { call, cast, column, item, query, select, table } from './expr.js';

/** A named part of several: a block, the names its leaves get, and their types. */
export interface Part {
  name: string;
  block: Block;
  leaves: { leaf: AggregateMetric; as: string }[];
}

/**
 * Puts blocks together on their dimensions. Each is aggregated by itself, then stacked with its figure in its own
 * column and folded by the dimensions; a fold meets at most one row of each block, so nothing is added twice. Unknown
 * (NULL) members meet, and a member of one block only is kept, which a join would lose.
 */
export function combine(parts: Part[]): { ctes: Cte[]; from: string } {
  const keys = parts[0]!.block.dimensions.map((d) => d.name);
  const every = parts.flatMap((p) => p.leaves);
  const ctes: Cte[] = parts.map(({ name, block, leaves }) => ({ name, columns: [], query: query(selectOf(block, leaves.map(({ leaf, as }) => ({ name: as, expr: block.leaves.get(leaf.id)! })))) }));
  const branches = parts.map((part): QueryBody => select({
    items: [...keys.map((k) => item(column(k, part.name), k)), ...every.map(({ leaf, as }) => item(part.leaves.some((l) => l.as === as) ? column(as, part.name) : cast({ kind: 'null' }, typeOf(leaf)), as))],
    from: [table(part.name)],
  }));
  const stacked = branches.reduce((left, right): QueryBody => ({ kind: 'set-operation', op: 'union', all: true, left, right }));
  ctes.push({ name: 'stacked', columns: [], query: query(stacked) });
  ctes.push({
    name: 'combined', columns: [],
    query: query(select({
      items: [...keys.map((k) => item(column(k, 'stacked'), k)), ...every.map(({ as }) => item(call('max', [column(as, 'stacked')]), as))],
      from: [table('stacked')],
      groupBy: keys.map((k) => ({ kind: 'group-expr', expr: column(k, 'stacked') })),
    })),
  });
  return { ctes, from: 'combined' };
}

export const withCtes = (ctes: Cte[], body: QueryBody, more: Partial<Pick<Query, 'orderBy' | 'limit'>>): Query => query(body, { with: { recursive: ctes.some(readsItself), ctes }, ...more });

const readsItself = ({ name, query: { body } }: Cte): boolean => body.kind === 'set-operation' && body.right.kind === 'select' && body.right.from.some((f) => f.kind === 'table' && f.name[0] === name);
