import type { ColumnDef, EntityDef } from '../pack.js';
import type { ColumnSource, EntitySource, PackSource } from '../schema/pack-source.js';

/** Entities, then their roles: the same table under another name, with words of its own. */
export function compileEntities(source: PackSource): Map<string, EntityDef> {
  const entities = new Map(Object.entries(source.entities).map(([id, e]) => [id, entityOf(id, e, source)]));
  for (const [id, role] of Object.entries(source.roles)) {
    const played = source.entities[role.of];
    if (!played) continue;
    const { dimension, label, description } = role;
    entities.set(id, { ...entityOf(id, played, source), table: role.of, label, description, dimension, count: undefined, time: undefined });
  }
  return entities;
}

function entityOf(id: string, e: EntitySource, source: PackSource): EntityDef {
  const columns = new Map(Object.entries(e.columns).map(([column, c]) => [column, columnOf(id, column, c, source)]));
  const { label, description, grain, count, dimension, amount, versions, listed } = e;
  return { id, table: id, label, description, grain, count, dimension, amount, versions, listed, columns, time: e.time && (e.time.includes('.') ? e.time : `${id}.${e.time}`) };
}

function columnOf(entity: string, id: string, { scored, ...column }: ColumnSource, source: PackSource): ColumnDef {
  if (!scored) return { ...column, id, entity };
  const scores = Object.entries(source.values[scored.by]?.values ?? {}).flatMap(([value, v]) => (v.score === undefined ? [] : [{ value, score: String(v.score) }]));
  return { ...column, id, entity, scored: { from: scored.from, scores } };
}
