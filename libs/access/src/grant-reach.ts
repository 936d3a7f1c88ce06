import type { Grant } from '@countersign/contracts';
import { reached } from './instant.js';
import type { StandardTable } from './standard-names.js';

/** Grants that hold at this moment: not revoked, not expired. */
export function liveGrants(grants: readonly Grant[], now: string): Grant[] {
  return grants.filter((grant) => grant.revokedAt === null && (grant.expiresAt === null || !reached(grant.expiresAt, now)));
}

/** Is this column of a table, known by these standard names, within the (live) grants? */
export function reaches(grants: readonly Grant[], names: readonly StandardTable[], realColumn: string): boolean {
  return grants.some(({ objects }) => objects === '*' || names.some((standard) =>
    objects.some(({ table, columns }) => table === standard.name && (columns === '*' || standard.columnNames(realColumn).some((name) => columns.includes(name))))));
}

/**
 * Is this column personal and not unmasked by a (live) grant? One personal name among several for the same real
 * column is enough to make it personal.
 */
export function isMasked(grants: readonly Grant[], names: readonly StandardTable[], realColumn: string, sensitive: readonly string[]): boolean {
  const refs = names.flatMap((standard) => standard.columnNames(realColumn).map((column) => `${standard.name}.${column}`));
  return refs.some((ref) => sensitive.includes(ref) && !grants.some((grant) => grant.unmask.includes(ref)));
}
