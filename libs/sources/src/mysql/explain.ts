import { Fault, type Estimate } from '@countersign/contracts';
import type { SourceConnection } from './connect.js';
import { estimateOf } from './plan.js';

/** EXPLAIN of a view needs rights on what lies below it, or SHOW VIEW. */
const VIEW_WITHOUT_RIGHTS = 1345;

/**
 * What the planner expects. MariaDB runs parts of a statement that it takes for constant while it explains, so the
 * session's own timeout holds here too. Only what EXPLAIN can explain gets past: SET, COMMIT, CALL, DO, LOAD, KILL and every
 * other command is a syntax error behind it.
 */
export async function explain(connection: SourceConnection, sql: string): Promise<Estimate> {
  try {
    const [row] = await connection.ask(`EXPLAIN FORMAT=JSON ${sql}`);
    const plan = row?.[0];
    if (typeof plan !== 'string') throw new Fault('query-failed', false, { params: { kind: 'no-plan' } });
    return estimateOf(plan);
  } catch (error) {
    if ((error as { errno?: unknown }).errno !== VIEW_WITHOUT_RIGHTS) throw error;
    return { available: false, reason: 'the account may read a view but not see its plan: GRANT SHOW VIEW', cost: null, rows: null, plan: [], fullScans: [] };
  }
}
