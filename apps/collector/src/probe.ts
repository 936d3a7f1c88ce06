import { SourceProbePayload, type Catalogue, type CatalogueDrift, type DataSource, type Finding, type NameBinding } from '@countersign/contracts';
import { checkBinding } from '@countersign/pack';
import type { Clock, Ids } from '@countersign/pipeline';
import type { createSources } from '@countersign/sources';
import type { Store } from '@countersign/store';
import { catalogueDrift, touchedTables } from './catalogue-drift.js';

interface ProbeDeps {
  store: Pick<Store, 'sources' | 'admin' | 'packs'>;
  sources: Pick<ReturnType<typeof createSources>, 'probe'>;
  clock: Clock;
  ids: Ids;
  process: string;
}

/** A pack's names for the data source, and what of them does not hold in its catalogue. */
interface HeldBinding {
  packId: string;
  binding: NameBinding;
  findings: Finding[];
}

/**
 * Looks at a data source: proves its account read-only, reads its catalogue, and says what became of its tables since
 * the last look and which packs that touches. A source that can write is refused, with the fix.
 */
export async function probeSource({ store, sources, clock, ids, process }: ProbeDeps, raw: unknown): Promise<void> {
  const { tenantId, dataSourceId, revision } = SourceProbePayload.parse(raw);
  const source = await store.sources.load(tenantId, dataSourceId);
  if (!source || source.revision !== revision || source.status === 'disabled') return;
  const before = await store.sources.catalogue(tenantId, dataSourceId);
  const { status, steps, catalogue: whole } = await sources.probe(tenantId, source);
  const catalogue = whole && ofSchema(whole, source.connection?.schema);
  const held = catalogue ? await bindingsOf(store, tenantId, dataSourceId, catalogue) : [];
  const drift = before && catalogue ? driftOf(source, before, catalogue, held) : null;
  const at = clock.now();
  await store.admin.saveProbe({
    tenantId, dataSourceId, revision, status, at, steps, catalogue, drift, bindings: held.map(({ packId, findings }) => ({ packId, findings })),
    audit: {
      id: ids.next(), at, action: status === 'ready' ? 'data-source.proved' : 'data-source.refused', actor: { kind: 'system', id: process, name: process },
      subject: { kind: 'data-source', id: dataSourceId }, dataSourceId, state: status,
      details: { failed: steps.filter((s) => s.status === 'fail').map((s) => s.check), tables: catalogue?.tables.length ?? 0, ...(drift ? { drift: drift.counts } : {}) },
    },
  });
}

/** What the account may read beyond the schema that was asked for is nobody's to ask. */
function ofSchema(catalogue: Catalogue, schema: string | undefined): Catalogue {
  return schema === undefined ? catalogue : { ...catalogue, tables: catalogue.tables.filter((table) => table.schema === schema) };
}

async function bindingsOf(store: ProbeDeps['store'], tenantId: string, dataSourceId: string, catalogue: Catalogue): Promise<HeldBinding[]> {
  const packs = await store.packs.forSource(tenantId, dataSourceId);
  const held = await Promise.all(packs.map(async ({ id, version, binding }): Promise<HeldBinding[]> => {
    const pack = binding && (await store.packs.load(tenantId, id, version));
    return pack ? [{ packId: id, binding, findings: checkBinding(pack, binding, catalogue) }] : [];
  }));
  return held.flat();
}

function driftOf(source: DataSource, before: Catalogue, after: Catalogue, held: readonly HeldBinding[]): CatalogueDrift | null {
  const drift = catalogueDrift(before, after);
  if (!drift) return null;
  const packs = held.map(({ packId, binding, findings }) => ({ packId, tables: touchedTables(drift, binding), findings: findings.filter(({ severity }) => severity === 'error') }));
  return { from: source.catalogue?.fingerprint ?? '', ...drift, packs: packs.filter(({ tables, findings }) => tables.length + findings.length > 0) };
}
