import { Fault, type Estimate } from '@countersign/contracts';
import type { Answer, SqlServerClient } from './connect.js';
import { NO_SHOWPLAN, numberOf } from './errors.js';
import { holdToOneSelect } from './one-select.js';
import { estimateOf } from './showplan.js';

export const PLANS_ON = 'SET SHOWPLAN_XML ON';
export const PLANS_OFF = 'SET SHOWPLAN_XML OFF';
/** What a server that plans answers with a plan, and one that runs it with a harmless 1. */
export const HARMLESS = 'SELECT 1 AS ran';
/** The only column of an answer that is a plan; the name has stayed since 2005. */
export const PLAN_COLUMN = 'Microsoft SQL Server 2005 XML Showplan';

const WITHOUT_SHOWPLAN: Estimate = { available: false, reason: 'the account lacks SHOWPLAN', cost: null, rows: null, plan: [], fullScans: [] };

/**
 * What the planner expects, without running the statement. An account without the right to see plans gets no estimate;
 * what is not one SELECT fails either way.
 */
export async function explain(client: SqlServerClient, sql: string): Promise<Estimate> {
  holdToOneSelect(sql);
  await client.ask(PLANS_ON);
  const estimate = await planned(client, sql);
  await client.ask(PLANS_OFF);
  return estimate;
}

async function planned(client: SqlServerClient, sql: string): Promise<Estimate> {
  try {
    // A server that ignores the setting runs what it is asked to plan: it is found out by something harmless.
    if (!client.showsPlans) planIn(await client.ask(HARMLESS));
    client.showsPlans = true;
    return estimateOf(planIn(await client.ask(sql)));
  } catch (error) {
    if (numberOf(error) === NO_SHOWPLAN) return WITHOUT_SHOWPLAN;
    throw error;
  }
}

function planIn({ names, rows }: Answer): string {
  const plan = rows[0]?.[0];
  if (names.length !== 1 || names[0] !== PLAN_COLUMN || typeof plan !== 'string') throw new Fault('internal', false, { params: { detail: 'the server ran what it was asked to plan' } });
  return plan;
}
