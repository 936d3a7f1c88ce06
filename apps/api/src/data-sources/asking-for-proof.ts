import type { DataSource, SourceCredential } from '@countersign/contracts';
import type { Sealer, Services } from '../services.js';

/** The change is made whether or not the queue can be reached now: what stays unproven is looked at on schedule. */
export async function askForProof({ probes, log }: Pick<Services, 'probes' | 'log'>, tenantId: string, { id, revision }: DataSource): Promise<void> {
  await probes.ask({ tenantId, dataSourceId: id, revision }).catch((error: unknown) => log.warn({ err: error, dataSourceId: id }, 'no proof could be asked for'));
}

/** A credential as only the collector can open it, and only as this source's. */
export function sealedFor(sealer: Sealer, of: { tenantId: string; id: string }, { username, password, clientKey }: { [K in keyof SourceCredential]: SourceCredential[K] | undefined }): string {
  return sealer.seal(JSON.stringify({ username, password, ...(clientKey === undefined ? {} : { clientKey }) }), `${of.tenantId}/${of.id}`);
}
