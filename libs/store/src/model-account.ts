import type { ModelAccount } from '@countersign/pipeline';
import type { Database, TenantClient } from './database.js';

/**
 * What models cost, a row a turn.
 *
 * @param usual the budget of tenants that have none of their own; null: no limit
 */
export function modelAccount(db: Database, usual: number | null): ModelAccount {
  return {
    day: (tenantId, at) => db.forTenant(tenantId, (tx) => spentIn(tx, tenantId, at, usual)),
    async keep({ id, tenantId, jobId, at, model, outcome, requests, calls, usage, latencyMs, costMicros }) {
      await db.forTenant(tenantId, async (tx) => {
        await tx.modelTurn.createMany({ data: [{
          id, tenantId, jobId, at: new Date(at), model, outcome, requests, calls, latencyMs: Math.round(latencyMs), costMicros: costMicros === null ? null : BigInt(costMicros),
          inputTokens: usage?.inputTokens ?? null, outputTokens: usage?.outputTokens ?? null, cachedInputTokens: usage?.cachedInputTokens ?? null,
        }] });
        const { spentMicros, dailyMicros } = await spentIn(tx, tenantId, at, usual);
        if (dailyMicros === null || spentMicros < dailyMicros * 0.8) return;
        await tx.modelAlert.createMany({ data: [{ tenantId, day: dayOf(at), at: new Date(at), spentMicros: BigInt(spentMicros), dailyMicros: BigInt(dailyMicros) }], skipDuplicates: true });
      });
    },
  };
}

async function spentIn(tx: TenantClient, tenantId: string, at: string, usual: number | null): Promise<{ spentMicros: number; dailyMicros: number | null }> {
  const from = dayOf(at);
  const until = new Date(from.getTime() + 86_400_000);
  const budget = await tx.modelBudget.findUnique({ where: { tenantId } });
  const { _sum } = await tx.modelTurn.aggregate({ where: { tenantId, at: { gte: from, lt: until } }, _sum: { costMicros: true } });
  return { spentMicros: Number(_sum.costMicros ?? 0n), dailyMicros: budget === null ? usual : Number(budget.dailyMicros) };
}

function dayOf(at: string): Date {
  return new Date(`${at.slice(0, 10)}T00:00:00.000Z`);
}
