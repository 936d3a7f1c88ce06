import type { Grant, Policy } from '@countersign/contracts';
import type { AccessStore, LivePerson } from '@countersign/pipeline';
import type { Database } from './database.js';

/** Rights as they are now: nothing here is cached. */
export function accessStore(db: Database): AccessStore {
  return {
    async person(tenantId, personId) {
      return (await db.call<LivePerson | null>('app', 'person_live', 'select person_live($1, $2) as result', [tenantId, personId])) ?? undefined;
    },
    grants: (tenantId, person, dataSourceId) =>
      db.call<Grant[]>('app', 'grants_live', 'select grants_live($1, $2, $3::uuid[], $4) as result', [tenantId, person.personId, person.groups, dataSourceId]),
    async policies(tenantId) {
      return (await db.call<{ version: number; policies: Policy[] } | null>('app', 'policies_live', 'select policies_live($1) as result', [tenantId])) ?? { version: 0, policies: [] };
    },
  };
}
