import { randomBytes } from 'node:crypto';
import { Fault, type Cell, type Estimate } from '@countersign/contracts';
import { SHOWN_NODES, whole } from '../estimate-caps.js';
import type { HanaSession } from './hana-session.js';

/** Why there is no plan, though the statement may run. */
const NO_PLAN: Record<number, string> = {
  258: 'the account may not explain what it may read',
  7: 'the server does not explain this kind of statement',
};

/**
 * The optimizer's estimate, without running the statement. It writes into a plan table that all sessions share, so it
 * comes before the read-only transaction, under a name of its own, and is taken out again.
 */
export async function explain(session: HanaSession, sql: string): Promise<Estimate> {
  await session.check(sql);
  const name = `cs${randomBytes(10).toString('hex')}`;
  try {
    await session.ask(`EXPLAIN PLAN SET STATEMENT_NAME = '${name}' FOR ${sql}`);
    return estimateOf(await session.ask(`SELECT "LEVEL", OPERATOR_NAME, OPERATOR_DETAILS, TABLE_NAME, OUTPUT_SIZE, SUBTREE_COST FROM SYS.EXPLAIN_PLAN_TABLE WHERE STATEMENT_NAME = '${name}' ORDER BY OPERATOR_ID`));
  } catch (error) {
    const reason = NO_PLAN[Number((error as { code?: unknown }).code)];
    if (reason === undefined) throw error;
    return { available: false, reason, cost: null, rows: null, plan: [], fullScans: [] };
  } finally {
    await session.ask(`DELETE FROM SYS.EXPLAIN_PLAN_TABLE WHERE STATEMENT_NAME = '${name}'`).then(() => session.commit()).catch(() => undefined);
  }
}

/** @param nodes level, operator, details, table, output size, cost of the subtree, the root first */
export function estimateOf(nodes: Cell[][]): Estimate {
  const plan = nodes.map(([level, operator, , relation, rows, cost]) => ({
    depth: Math.max(0, Number(level) - 1),
    node: String(operator).trim(),
    ...(relation === null || relation === undefined ? {} : { relation }),
    rows: whole(Number(rows ?? 0)),
    cost: whole(Number(cost ?? 0)),
  }));
  const [root] = plan;
  if (!root) throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
  const scans = nodes.filter(([, operator, details]) => /TABLE( SCAN)?$/.test(String(operator).trim()) && !/FILTER CONDITION/.test(String(details ?? '')));
  return {
    available: true,
    // Costs only compare plans with one another here: caps belong on rows first.
    cost: root.cost,
    rows: plan.reduce((most, node) => Math.max(most, node.rows), 0),
    plan: plan.slice(0, SHOWN_NODES),
    fullScans: [...new Set(scans.flatMap(([, , , relation]) => relation ?? []))].sort(),
  };
}
