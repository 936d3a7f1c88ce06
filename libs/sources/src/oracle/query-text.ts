import { Fault } from '@countersign/contracts';

const BLANK = /^(?:\s|--[^\n]*(?:\n|$)|\/\*[\s\S]*?\*\/|\()+/;

/** Functions written into a query: with a transaction of their own they write, whatever mode the query's is in. */
const OWN_FUNCTIONS = /^WITH(?:\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)+(?:FUNCTION|PROCEDURE)\b/i;
/** Below the top level they need this hint. */
const NESTED_FUNCTIONS = /(?:\/\*|--)\+[^\n*]*\bWITH_PLSQL\b/i;

/**
 * Only queries are sent. Data definition ends a read-only transaction and commits by itself, so the transaction can't
 * refuse it; the driver carries one statement a call, and its first word tells what it is.
 * @throws Fault 'query-failed' with 'not-a-query'
 */
export function onlyQueries(sql: string): void {
  const text = sql.replace(BLANK, '');
  const isQuery = /^(?:SELECT|WITH)\b/i.test(text) && !OWN_FUNCTIONS.test(text) && !NESTED_FUNCTIONS.test(sql);
  if (!isQuery) throw new Fault('query-failed', false, { params: { kind: 'not-a-query' } });
}
