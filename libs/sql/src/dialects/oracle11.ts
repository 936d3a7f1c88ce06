import type { DialectRules } from './dialect.js';
import { oracle, quotedWithin } from './oracle.js';

/** Oracle 11g: names of 30 bytes, no FETCH FIRST (see `limit-form.ts`), no LATERAL. */
export const oracle11: DialectRules = {
  ...oracle,
  name: 'oracle11',
  quoteName: quotedWithin(30),
  nameBytes: 30,
  syntax: { ...oracle.syntax!, limit: 'none' },
};
