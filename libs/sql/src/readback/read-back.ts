import type { Finding, Query } from '@countersign/contracts';
import type { DialectRules } from '../dialects/dialect.js';
import { PRINTED_CAPS } from '../limits.js';
import { readText } from '../read/read-query.js';
import { attempt, refuse } from '../refusal.js';
import { sameTree } from '../walk.js';
import { differenceOf, factsOfTree } from './facts.js';
import { factsOfSecondReader } from './second-reader.js';
import { vetoReader } from './veto-reader.js';

/**
 * Reads the printed text again, with the grammar it is meant for and with readers that share no code with it. All
 * must see the query that was checked; a difference of any kind is a rejection.
 */
export function readBack(sql: string, query: Query, rules: DialectRules): Finding[] {
  const again = attempt(() => readText(sql, rules.name, PRINTED_CAPS));
  if (!again.ok) {
    const { rule, message } = again.refusal;
    return refuse(rule === 'oversize' ? 'oversize' : 'read-back-mismatch', `the printed text is refused: ${message}`);
  }
  if (!sameTree(query, again.value.query)) refuse('read-back-mismatch', 'the printed text does not read as the query that was checked');
  const ours = factsOfTree(query, rules.name);
  const difference = differenceOf(ours, factsOfSecondReader(sql, rules));
  if (difference) refuse('read-back-mismatch', `the second reader sees other ${difference}`);
  return vetoReader(sql, again.value.lexed, query, rules.name);
}
