import type { AuditEntry, VerifiedFact, VerifiedQuery } from '@countersign/contracts';
import { type Pack, changedFact } from '@countersign/pack';
import type { Ports } from './ports.js';

/** Queries that a second person has looked at. */
export interface VerifiedStore {
  /** The one in force for this meaning. */
  match(tenantId: string, about: { packId: string; dataSourceId: string; shape: string }): Promise<VerifiedQuery | undefined>;
  /** Ends one for the fact that changed. */
  expire(tenantId: string, id: string, fact: VerifiedFact, audit: AuditEntry): Promise<void>;
}

/** Does a verified query still stand on the facts it was verified on? One that does not is ended on the spot, by the fact. */
export async function holdsStill(ports: Pick<Ports, 'sources' | 'access' | 'clock' | 'ids' | 'process'> & { verified: Pick<VerifiedStore, 'expire'> }, tenantId: string, query: VerifiedQuery, pack: Pack): Promise<boolean> {
  const [catalogue, { policies }] = await Promise.all([ports.sources.catalogue(tenantId, query.dataSourceId), ports.access.policies(tenantId)]);
  const fact = changedFact(query, { pack, catalogue, policies });
  if (fact === undefined) return true;
  await ports.verified.expire(tenantId, query.id, fact, {
    id: ports.ids.next(), at: ports.clock.now(), action: 'verified.expired', actor: { kind: 'system', id: ports.process, name: ports.process },
    subject: { kind: 'verified-query', id: query.id }, dataSourceId: query.dataSourceId, state: 'expired', details: { name: query.name, fact },
  });
  return false;
}
