import type { CompiledPack } from './compile.js';
import type { EntityDef, RelationshipDef } from '../pack.js';
import { pathBetween } from '../plan/join-graph.js';

export type Report = (path: string[], rule: string, message: string, severity?: 'error' | 'warning') => void;

/** Joins that could repeat rows or mean two things: keys that are none, versions without a day, two paths to one thing. */
export function checkJoins(pack: CompiledPack, report: Report): void {
  for (const [id, role] of Object.entries(pack.source.roles)) {
    if (!(role.of in pack.source.entities)) report(['roles', id, 'of'], 'unknown-entity', `there is no entity ${role.of}`);
    if (id in pack.source.entities) report(['roles', id], 'declared-twice', `${id} is an entity already`);
    if (role.dimension && !pack.dimensions.has(role.dimension)) report(['roles', id, 'dimension'], 'unknown-dimension', `there is no dimension ${role.dimension}`);
  }
  for (const entity of pack.entities.values()) if (entity.table === entity.id) checkVersions(entity, report);
  pack.relationships.forEach((r, i) => checkRelationship(pack, r, ['relationships', String(i)], report));
  for (const from of pack.entities.keys()) {
    for (const to of pack.entities.keys()) {
      if (pathBetween(pack, from, to) === 'ambiguous') report(['entities', from], 'two-paths', `${from} reaches ${to} in two ways, so nothing about ${to} can be asked of it; give one of them a role of its own`, 'warning');
    }
  }
}

function checkVersions({ id, versions, columns, grain }: EntityDef, report: Report): void {
  if (!versions) return;
  const path = ['entities', id, 'versions'];
  for (const column of [versions.of, versions.from, versions.to]) if (!columns.has(column)) report(path, 'unknown-column', `there is no column ${id}.${column}`);
  for (const column of [versions.from, versions.to]) if (columns.get(column) && !['date', 'timestamp'].includes(columns.get(column)!.type)) report(path, 'not-a-date', `${id}.${column} is no date`);
  if (!grain.includes(versions.of) && !grain.includes(versions.from) && grain.length > 1) report(path, 'not-a-key', `the grain of ${id} does not tell its versions apart`);
  if (columns.get(versions.to)?.nulls === 'never') report(path, 'always-ends', `${id}.${versions.to} is never empty, so no version holds today`, 'warning');
}

function checkRelationship(pack: CompiledPack, { from, to, at }: RelationshipDef, path: string[], report: Report): void {
  const target = pack.entities.get(to.entity);
  if (!target || !pack.entities.has(from.entity)) return;
  const { versions } = target;
  if (!versions || to.column !== versions.of) {
    if (target.grain.join() !== to.column) report([...path, 'to'], 'not-a-key', `${to.entity}.${to.column} is not the grain of ${to.entity}`);
    if (at) report([...path, 'at'], 'no-versions', `${to.entity} is not kept in versions, or not by ${to.column}`);
    return;
  }
  if (!at) return report(path, 'version-without-day', `${to.entity} has several versions for one ${to.column}; say at which day one is meant`);
  if (at === 'today') return;
  const column = pack.entities.get(at.entity)?.columns.get(at.column);
  if (!column) return report([...path, 'at'], 'unknown-column', `there is no column ${at.entity}.${at.column}`);
  if (column.type !== 'date' && column.type !== 'timestamp') report([...path, 'at'], 'not-a-date', `${at.entity}.${at.column} is no date`);
  if (!Array.isArray(pathBetween(pack, from.entity, at.entity))) report([...path, 'at'], 'unreachable-day', `a ${from.entity} row has no one ${at.entity}`);
}
