import type { Dialect, Query } from '@countersign/contracts';
import { rulesOf } from '../dialects/rules-of.js';
import type { DialectRules } from '../dialects/dialect.js';
import { Refused } from '../refusal.js';
import { printWhole } from './query.js';

/**
 * Prints a query for an engine: every name quoted, every string in plain quotes, brackets wherever a reader could
 * doubt, one clause a line. Reading the text back gives the same tree.
 *
 * @throws TypeError for a dialect that is not filled in, and for a tree the dialect can't say (an unknown function,
 * an unreplaced metric, a string that readers disagree on).
 * @example printQuery(query, 'postgres') // 'SELECT "a"\nFROM "t"'
 */
export function printQuery(query: Query, dialect: Dialect): string {
  try {
    return printWith(query, rulesOf(dialect));
  } catch (error) {
    if (error instanceof Refused) throw new TypeError(`${error.refusal.rule}: ${error.message}`, { cause: error });
    throw error;
  }
}

/** {@link printQuery} in the canonical dialect: PostgreSQL's grammar over the pack's standard names. */
export function printCanonical(query: Query): string {
  return printQuery(query, 'postgres');
}

export function printWith(query: Query, rules: DialectRules, how?: 'plainly'): string {
  return printWhole({ rules, indent: '', ...(how ? { plainly: true } : {}) }, query);
}
