import type { AggregateMetric, Pack, RelationshipDef } from '../pack.js';

/** Many-to-one steps from one entity to another. Every such path keeps the rows of its start as they are. */
export type Path = RelationshipDef[];

/**
 * The many-to-one path between two entities, or why there is none. Two different shortest paths are no path:
 * choosing one silently would change the answer.
 */
export function pathBetween(pack: Pick<Pack, 'relationships'>, from: string, to: string): Path | 'none' | 'ambiguous' {
  if (from === to) return [];
  let found: Path[] = [];
  let frontier: { at: string; path: Path }[] = [{ at: from, path: [] }];
  const seen = new Set([from]);
  while (frontier.length > 0 && found.length === 0) {
    const next: { at: string; path: Path }[] = [];
    for (const { at, path } of frontier) {
      for (const r of pack.relationships) {
        if (r.from.entity !== at || seen.has(r.to.entity)) continue;
        const step = { at: r.to.entity, path: [...path, r] };
        if (r.to.entity === to) found = [...found, step.path];
        else next.push(step);
      }
    }
    next.forEach((n) => seen.add(n.at));
    frontier = next;
  }
  return found.length === 0 ? 'none' : found.length > 1 ? 'ambiguous' : found[0]!;
}

/** One row of `from` has at most one row of `to`. */
export const reaches = (pack: Pack, from: string, to: string): boolean => Array.isArray(pathBetween(pack, from, to));

/**
 * The entity whose rows tie all the given ones together: each is reached from it many-to-one, and it is the
 * nearest such. Undefined when they share none.
 */
export function commonFact(pack: Pack, entities: string[]): string | undefined {
  let best: { id: string; length: number } | undefined;
  for (const id of pack.entities.keys()) {
    let length = 0;
    for (const entity of entities) {
      const path = pathBetween(pack, id, entity);
      length = Array.isArray(path) ? length + path.length : Infinity;
    }
    if (length < Infinity && (!best || length < best.length)) best = { id, length };
  }
  return best?.id;
}

/**
 * The metric as one member of an entity has it: "items of an order" are the rows that tie products to orders, since a
 * product by itself belongs to none. Undefined when there are no such rows.
 */
export function ofMember(pack: Pack, ref: string | undefined, entity: string): string | undefined {
  const def = pack.metrics.get(ref ?? '');
  if (!def || def.kind === 'ratio') return undefined;
  if (def.kind === 'derived' || reaches(pack, def.of, entity)) return def.id;
  const rows = rowsBetween(pack, def, entity);
  return rows === undefined ? undefined : pack.entities.get(rows)?.count;
}

/** The entity whose rows a count stands for when it is asked of members it does not reach. */
export const rowsBetween = (pack: Pack, { narrowed }: AggregateMetric, entity: string): string | undefined => Object.keys(narrowed).find((rows) => reaches(pack, rows, entity));
