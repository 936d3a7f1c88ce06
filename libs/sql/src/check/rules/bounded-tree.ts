import type { Expr, Query, QueryBody } from '@countersign/contracts';
import { MAX_CALL_DEPTH, MAX_CALL_WORK, MAX_CHAIN, MAX_RETRIED_DEPTH, MAX_SET_OPERATIONS } from '../../limits.js';
import { refuse } from '../../refusal.js';
import type { Rule } from '../rule.js';

/**
 * Bounds what brackets don't show: `a + a + a …`, `a = 1 OR a = 2 …` and `SELECT … UNION SELECT …` nest as deep as they
 * are long for readers that build left-deep trees, and calls in calls double a reader's work with each level.
 */
export const boundedTree: Rule = {
  name: 'bounded-tree',
  check({ query }) {
    visit(query, { chain: 0, calls: 0, retried: 0, sets: 0, work: { done: 0 } });
  },
};

/** How much of each kind stands around a node. */
interface Around {
  chain: number;
  calls: number;
  retried: number;
  sets: number;
  /** One count for the whole query. */
  work: { done: number };
}

/** Calls that begin with a word of the language. */
const RESERVED: ReadonlySet<string> = new Set(['substring', 'substr', 'extract', 'date_part', 'trim', 'btrim', 'ltrim', 'rtrim', 'position', 'strpos', 'overlay', 'ceil', 'ceiling', 'floor', 'convert', 'try_convert', 'interval']);

type Node = Expr | Query | QueryBody | { kind?: undefined };

function visit(value: unknown, around: Around): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, around);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const inside = within(value as Node, around);
  for (const key in value) {
    const child = (value as Record<string, unknown>)[key];
    if (typeof child === 'object') visit(child, inside);
  }
}

function within(node: Node, around: Around): Around {
  switch (node.kind) {
    case undefined: return around;
    case 'call':
      if (around.calls >= MAX_CALL_DEPTH) refuse('oversize', `calls are nested deeper than ${MAX_CALL_DEPTH}`, node.at);
      around.work.done += 2 ** around.calls;
      if (around.work.done > MAX_CALL_WORK) refuse('oversize', 'calls are nested too deeply too often', node.at);
      return { ...(RESERVED.has(node.name) ? retried(around, node.at) : around), calls: around.calls + 1, chain: around.chain + 1 };
    case 'cast': return longer(retried(around, node.at), 1, node.at);
    case 'unary': return longer(node.op === 'not' ? retried(around, node.at) : around, 1, node.at);
    case 'set-operation':
      if (around.sets >= MAX_SET_OPERATIONS) refuse('oversize', `more than ${MAX_SET_OPERATIONS} queries are put together`, node.at);
      return { ...around, sets: around.sets + 1 };
    case 'logical': return longer(around, node.operands.length, node.at);
    default: return longer(around, 1, node.at);
  }
}

function retried(around: Around, at: number | undefined): Around {
  if (around.retried >= MAX_RETRIED_DEPTH) refuse('oversize', `NOT, CAST and the like are nested deeper than ${MAX_RETRIED_DEPTH}`, at);
  return { ...around, retried: around.retried + 1 };
}

function longer(around: Around, by: number, at: number | undefined): Around {
  const chain = around.chain + by;
  if (chain > MAX_CHAIN) refuse('oversize', `more than ${MAX_CHAIN} operators in a row (a list of values is shorter as IN)`, at);
  return { ...around, chain };
}
