import { Fault, isFault, type Caps, type Estimate } from '@countersign/contracts';
import { MeteredCursor } from './metered-cursor.js';
import { answered, type Session } from './session.js';

const PREFIX = 'EXPLAIN (FORMAT JSON) ';
const PLAN_BYTES = 16 * 1024 * 1024;
/** Plan nodes kept for the approver's eyes; cost and rows are taken over all of them. */
const SHOWN_NODES = 100;

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
export async function explain(session: Session, sql: string): Promise<Estimate> {
  const cursor = new MeteredCursor(PREFIX + sql, PLAN_BYTES);
  const rows = await answered(session, () => session.client.query(cursor).read(2)).catch((error: unknown) => Promise.reject(inStatement(error)));
  const text = rows[0]?.[0];
  if (typeof text !== 'string') throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
  return estimateOf(text);
}

/** The server counts from the start of what it was sent; the reader counts from the start of the statement. */
function inStatement(error: unknown): unknown {
  if (!isFault(error) || error.params['position'] === undefined) return error;
  const position = Number(error.params['position']) - PREFIX.length;
  return new Fault(error.kind, error.retryable, { cause: error.cause, params: { ...error.params, position: String(position) } });
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

/** Planner figures reach 1e300; an integer beyond 2^53 would be none. */
const whole = (figure: number) => Math.min(Math.ceil(figure), Number.MAX_SAFE_INTEGER);

/** @throws Fault 'estimate-over-cap': data may have grown since the estimate that the approver saw. */
export function holdToCaps(estimate: Estimate, caps: Caps): void {
  for (const [what, value, cap] of [['cost', estimate.cost, caps.maxCost], ['rows', estimate.rows, caps.maxEstimatedRows]] as const) {
    if (value !== null && cap !== null && value > cap) throw new Fault('estimate-over-cap', false, { params: { what, estimate: String(value), cap: String(cap) } });
  }
}
