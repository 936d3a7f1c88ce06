import { createHash } from 'node:crypto';
import { canonicalJson, type Cell } from '@countersign/contracts';

/**
 * Fingerprint of a result while it streams: SHA-256 over the canonical JSON of each row, in order, without separators.
 *
 * @param rows rows to begin with
 * @example resultHash([['1', null]]).digest() // SHA-256 of '["1",null]'
 */
export function resultHash(rows: Iterable<readonly Cell[]> = []): { add(row: readonly Cell[]): void; digest(): string } {
  const hash = createHash('sha256');
  const add = (row: readonly Cell[]): void => void hash.update(canonicalJson(row), 'utf8');
  for (const row of rows) add(row);
  return { add, digest: () => hash.digest('hex') };
}
