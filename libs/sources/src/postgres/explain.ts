import { Fault, type Estimate } from '@countersign/contracts';
import { SHOWN_NODES, whole } from '../estimate-caps.js';
import type { SourceClient } from './connect.js';
import { toFault } from './errors.js';
import { MeteredCursor } from './metered-cursor.js';

const PREFIX = 'EXPLAIN (FORMAT JSON) ';
const PLAN_BYTES = 16 * 1024 * 1024;

interface PlanNode {
  'Node Type': string;
  'Relation Name'?: string;
  'Total Cost': number;
  'Plan Rows': number;
  Plans?: PlanNode[];
}

/**
 * What the planner expects, without running the statement. Only what EXPLAIN can explain gets past here: SET, COMMIT,
 * COPY, CALL and every other command is a syntax error behind it.
 */
export async function explain(client: SourceClient, sql: string): Promise<Estimate> {
  const cursor = new MeteredCursor(client, PREFIX + sql, PLAN_BYTES);
  const rows = await cursor.batch(2).catch((error: unknown) => Promise.reject(inStatement(error)));
  const text = rows[0]?.[0];
  if (typeof text !== 'string') throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
  return estimateOf(text);
}

/** The server counts from the start of what it was sent; the reader counts from the start of the statement. */
function inStatement(error: unknown): Fault {
  const fault = toFault(error, 'running');
  if (fault.params['position'] === undefined) return fault;
  const position = Number(fault.params['position']) - PREFIX.length;
  return new Fault(fault.kind, fault.retryable, { cause: error, params: { ...fault.params, position: String(position) } });
}

/** @param json the text of `EXPLAIN (FORMAT JSON)` */
export function estimateOf(json: string): Estimate {
  const [root] = JSON.parse(json) as { Plan: PlanNode }[];
  if (!root) throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
  const nodes = [...flatten(root.Plan, 0)];
  return {
    available: true,
    cost: whole(root.Plan['Total Cost']),
    // The root of a LIMIT says what it returns, not what is read below it: the cap is on the largest node.
    rows: nodes.reduce((most, { node }) => Math.max(most, whole(node['Plan Rows'])), 0),
    plan: nodes.slice(0, SHOWN_NODES).map(({ node, depth }) => ({
      depth,
      node: node['Node Type'],
      ...(node['Relation Name'] === undefined ? {} : { relation: node['Relation Name'] }),
      rows: whole(node['Plan Rows']),
      cost: whole(node['Total Cost']),
    })),
    fullScans: [...new Set(nodes.filter(({ node }) => node['Node Type'] === 'Seq Scan').flatMap(({ node }) => node['Relation Name'] ?? []))].sort(),
  };
}

function* flatten(node: PlanNode, depth: number): Generator<{ node: PlanNode; depth: number }> {
  yield { node, depth };
  for (const child of node.Plans ?? []) yield* flatten(child, depth + 1);
}
