import type { BinaryExpr, CallExpr, CastExpr, Expr } from '@countersign/contracts';
import { MAX_PAIRS, MAX_PARSED_TEXT } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import { columnOf, partsOf, type Estimate, type Level } from './estimate.js';

/*
 * Some functions of PostgreSQL compare each part of one value with each of another, or read a text in more than one go, and never look
 * whether they are to stop: no timeout ends them. What they are given is small, or the query does not run.
 */

/** Values with any number of parts. */
const MANY_PARTS: ReadonlySet<string> = new Set(['path', 'polygon', 'tsquery', 'tsvector']);
/** They grow by + and &&. */
export const growsBySums = (type: string): boolean => PARSED.has(type) && type !== 'jsonpath';
/** The same in a few parts, or read once: only a text that is written out or made can be long. */
const PARSED: ReadonlySet<string> = new Set([...MANY_PARTS, 'point', 'line', 'lseg', 'box', 'circle', 'jsonpath', 'int4multirange', 'int8multirange', 'nummultirange', 'datemultirange', 'tsmultirange', 'tstzmultirange']);

/** A cast to a type whose values are expensive to read or to compare. */
export function checkParsed(level: Level, e: CastExpr, operand: Estimate): void {
  const { name } = e.type;
  if (!PARSED.has(name)) return;
  if (operand.size > MAX_PARSED_TEXT) refuse('oversized-value', `a text of more than ${MAX_PARSED_TEXT} characters can't become a ${name}: no timeout ends the work on one`, e.at);
  if (MANY_PARTS.has(name) && !ofKnownLength(level, e.operand)) refuse('oversized-value', `what becomes a ${name} has to be written out: nobody knows how long a text of a table is, and no timeout ends the work on a long one`, e.at);
}

/** Nothing in it comes from a table or another query, but for what is written out there. */
function ofKnownLength(level: Level, e: Expr): boolean {
  return everyNode<Expr | { kind: 'table' }>(e).every((node) => node.kind !== 'table' && (node.kind !== 'column' || columnOf(level, node.qualifier, node.name).text !== undefined));
}

/** Texts that become queries of the text search. */
export const QUERIES: ReadonlySet<string> = new Set(['to_tsquery', 'plainto_tsquery', 'phraseto_tsquery', 'websearch_to_tsquery']);

const PAIRWISE: ReadonlySet<string> = new Set(['&&', '@>', '<@', '<->', '?|', '?&', '@@', '-', '&<', '&>', '<<', '>>', '-|-']);

export function checkPairs(e: BinaryExpr, left: Estimate, right: Estimate): void {
  if (!PAIRWISE.has(e.op)) return;
  pairs(partsOf(left) * partsOf(right), e.op, e.at);
}

export function checkPairsOfCall(call: CallExpr, args: readonly Estimate[]): void {
  const [first, second] = args;
  const longest = Math.max(0, ...args.map((a) => a.size));
  if (QUERIES.has(call.name) && longest > MAX_PARSED_TEXT) refuse('oversized-value', `${call.name} takes a text of ${MAX_PARSED_TEXT} characters at most: no timeout ends the work on a longer one`, call.at);
  if ((call.name === 'jsonb_contains' || call.name === 'jsonb_contained' || call.name === 'array_positions') && first && second) pairs(partsOf(first) * partsOf(second), call.name, call.at);
  // Each place of a word with each place of another.
  if (call.name.startsWith('ts_rank')) pairs(longest ** 2 / 4, call.name, call.at);
}

function pairs(work: number, what: string, at: number | undefined): void {
  if (work > MAX_PAIRS) refuse('oversized-value', `${what} compares each part of the one with each of the other, some ${work.toPrecision(1)} of them, and no timeout ends that`, at);
}
