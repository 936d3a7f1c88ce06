import type { Database } from './database.js';
import type { IdempotencyStore } from './store.js';

export function idempotencyStore(db: Database): IdempotencyStore {
  return {
    claim(tenantId, { personId, operation, key, requestHash, objectId }) {
      const tenantId_personId_operation_key = { tenantId, personId, operation, key };
      return db.forTenant(tenantId, async (tx) => {
        const { count } = await tx.idempotentRequest.createMany({ data: { ...tenantId_personId_operation_key, requestHash, objectId }, skipDuplicates: true });
        const kept = await tx.idempotentRequest.findUniqueOrThrow({ where: { tenantId_personId_operation_key } });
        return { objectId: kept.objectId, sameRequest: kept.requestHash === requestHash, first: count === 1 };
      });
    },
  };
}
