import type { Grant } from '@countersign/contracts';
import { grantsCover, type CoverInput } from './grants-cover.js';

/** Reads everything and unmasks nothing: what it does not cover of a query's columns is personal. */
const EVERYTHING: Grant = { id: '', version: 0, subject: { kind: 'person', id: '' }, dataSourceId: '', objects: '*', unmask: [], expiresAt: null, revokedAt: null };

/**
 * Personal columns among those a query touches, in any pack's words, whoever may see them. Names as the gate reported them, sorted.
 *
 * @example personalColumns({ facts: { tables: ['shop.customers'], columns: ['shop.customers.email'] }, catalogue, binding, sensitive: ['customers.email'] })
 * // ['shop.customers.email']
 */
export function personalColumns(input: Omit<CoverInput, 'grants' | 'now'>): string[] {
  const { columns } = input.facts;
  return grantsCover({ ...input, grants: [EVERYTHING], now: '' }).filter((name) => columns.includes(name));
}
