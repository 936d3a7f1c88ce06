import type { CallExpr, Finding, Query, TableFunction } from '@countersign/contracts';
import type { DialectRules } from '../dialects/dialect.js';
import { PRINTED_CAPS } from '../limits.js';
import { readText } from '../read/read-query.js';
import { attempt, refuse } from '../refusal.js';
import { PAIRED, WORDS_ONLY_HERE } from '../print/spelling.js';
import { printWith } from '../print/print-query.js';
import { everyNode, sameTree } from '../walk.js';
import { differenceOf, factsOfTree } from './facts.js';
import { factsOfSecondReader } from './second-reader.js';
import { vetoReader } from './veto-reader.js';
import { madeColumns } from '../resolve/made-columns.js';

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
  const plainly = hasOwnWords(query) || (rules.readBackAs === 'mssql' && everyNode<{ kind: string; type?: string }>(query).some((node) => node.kind === 'grouping-sets' && node.type === 'sets'));
  const difference = differenceOf(ours, factsOfSecondReader(plainly ? printWith(query, rules, 'plainly') : sql, rules));
  if (difference) refuse('read-back-mismatch', `the second reader sees other ${difference}`);
  if (plainly) return [{ rule: 'veto-reader', severity: 'info', message: 'clauses that the vetoing reader has no words for' }];
  return vetoReader(sql, again.value.lexed, query, rules.name);
}

/** Clauses inside a function's brackets and operators that only this engine has: the other readers get the same calls without them. */
const hasOwnWords = (query: Query): boolean => everyNode<CallExpr | Query | TableFunction>(query).some((node) => (node.kind === 'table-function' ? madeColumns(node.columns ?? []).some((c) => c.path !== undefined && (c.type === undefined || c.how === 'json')) : node.kind === 'query' ? node.document?.options.some((o) => o.startsWith('elements ')) : node.kind === 'call' && (node.clause || node.keep || WORDS_ONLY_HERE.has(node.name) || PAIRED.has(node.name))));
