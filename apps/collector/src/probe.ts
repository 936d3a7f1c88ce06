import { SourceProbePayload } from '@countersign/contracts';
import type { Clock, Ids } from '@countersign/pipeline';
import type { createSources } from '@countersign/sources';
import type { Store } from '@countersign/store';

interface ProbeDeps {
  store: Pick<Store, 'sources' | 'admin'>;
  sources: Pick<ReturnType<typeof createSources>, 'probe'>;
  clock: Clock;
  ids: Ids;
  process: string;
}

/** Proves a data source's account read-only and keeps its catalogue; a source that can write is refused, with the fix. */
export async function probeSource({ store, sources, clock, ids, process }: ProbeDeps, raw: unknown): Promise<void> {
  const { tenantId, dataSourceId, revision } = SourceProbePayload.parse(raw);
  const source = await store.sources.load(tenantId, dataSourceId);
  if (!source || source.revision !== revision || source.status === 'disabled') return;
  const { status, steps, catalogue } = await sources.probe(tenantId, source);
  const at = clock.now();
  await store.admin.saveProbe({
    tenantId, dataSourceId, status, at, steps, catalogue,
    audit: {
      id: ids.next(), at, action: status === 'ready' ? 'data-source.proved' : 'data-source.refused', actor: { kind: 'system', id: process, name: process },
      subject: { kind: 'data-source', id: dataSourceId }, dataSourceId, state: status,
      details: { failed: steps.filter((s) => s.status === 'fail').map((s) => s.check), tables: catalogue?.tables.length ?? 0 },
    },
  });
}
