import { createHash } from 'node:crypto';
import type { Catalogue } from '@countersign/contracts';
import { jsonText } from '../json-text.js';

/**
 * SHA-256 (hex) of what a catalogue says. Of row counts only their order of magnitude: they change with every row, and a
 * catalogue that is the same is neither written nor read again.
 */
export function catalogueFingerprint(catalogue: Catalogue): string {
  const tables = catalogue.tables.map(({ rowEstimate, ...table }) => ({ ...table, ...(rowEstimate === undefined ? {} : { magnitude: Math.ceil(Math.log10(rowEstimate + 1)) }) }));
  return createHash('sha256').update(jsonText({ ...catalogue, tables })).digest('hex');
}
