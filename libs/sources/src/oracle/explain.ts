import { randomBytes } from 'node:crypto';
import { Fault, type Cell, type Estimate } from '@countersign/contracts';
import { SHOWN_NODES, whole } from '../estimate-caps.js';
import { codeOf } from '../network-faults.js';
import { toFault } from './errors.js';
import { onlyQueries } from './query-text.js';
import type { OracleSession } from './oracle-session.js';

/** Why there is no plan, though the statement may run: rights on what lies below a view, a standby, no plan table. */
const NO_PLAN: Record<string, string> = {
  'ORA-01039': 'the account sees a view but not what lies below it',
  'ORA-16000': 'the database is a read-only standby',
  'ORA-02402': 'there is no plan table',
  'ORA-02404': 'there is no plan table',
  'ORA-01552': 'no undo segment for the plan table',
};

const NODES = `SELECT depth, operation, options, object_name, cost, cardinality FROM plan_table WHERE statement_id = :id ORDER BY id`;

/**
 * The optimizer's estimate, without running the statement. It writes into the session's own plan table, so it comes
 * before the read-only transaction begins; the rollback takes the rows back.
 */
export async function explain(session: OracleSession, sql: string, timeoutMs: number): Promise<Estimate> {
  onlyQueries(sql);
  const id = `cs${randomBytes(10).toString('hex')}`;
  const prefix = `EXPLAIN PLAN SET STATEMENT_ID = '${id}' FOR `;
  try {
    await session.ask(prefix + sql, {}, timeoutMs);
    return estimateOf(await session.ask(NODES, { id }, timeoutMs));
  } catch (error) {
    const reason = NO_PLAN[String(codeOf(error))];
    if (reason === undefined) throw inStatement(error, prefix.length);
    return { available: false, reason, cost: null, rows: null, plan: [], fullScans: [] };
  } finally {
    await session.rollback().catch(() => undefined);
  }
}

/** The server counts from the start of what it was sent; the reader counts from the start of the statement. */
function inStatement(error: unknown, prefix: number): Fault {
  const fault = toFault(error, 'running');
  const { position, ...rest } = fault.params;
  if (position === undefined) return fault;
  const place = Number(position) - prefix;
  return new Fault(fault.kind, fault.retryable, { cause: error, params: place > 0 ? { ...rest, position: String(place) } : rest });
}

/** @param nodes depth, operation, options, object, cost, cardinality, the root first */
export function estimateOf(nodes: Cell[][]): Estimate {
  const plan = nodes.map(([depth, operation, options, relation, cost, rows]) => ({
    depth: Number(depth),
    node: options ? `${operation} ${options}` : String(operation),
    ...(relation === null || relation === undefined ? {} : { relation }),
    rows: whole(Number(rows ?? 0)),
    cost: whole(Number(cost ?? 0)),
  }));
  const [root] = plan;
  if (!root) throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
  return {
    available: true,
    cost: root.cost,
    // The root of a limited query says what it returns, not what is read below it: the cap is on the largest node.
    rows: plan.reduce((most, node) => Math.max(most, node.rows), 0),
    plan: plan.slice(0, SHOWN_NODES),
    fullScans: [...new Set(plan.filter((n) => /^(TABLE|MAT_VIEW) ACCESS (STORAGE )?(INMEMORY )?FULL$/.test(n.node)).flatMap((n) => n.relation ?? []))].sort(),
  };
}
