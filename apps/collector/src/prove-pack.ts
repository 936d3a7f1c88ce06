import { isFault, PackProofPayload, type Caps, type DataSource, type ProofResult, type ProofStatement } from '@countersign/contracts';
import { judgeProbe, notRun } from '@countersign/pack';
import type { Clock, Ids, Source } from '@countersign/pipeline';
import type { Store } from '@countersign/store';

interface ProveDeps {
  store: Pick<Store, 'sources' | 'releases'>;
  sources: Pick<Source, 'run'>;
  clock: Clock;
  ids: Ids;
  process: string;
  stopping: AbortSignal;
}

/** Counts are one row, values that nobody declared a few; the source's own limits of time, cost and bytes hold as for any question. */
const PROOF_ROWS = 50;

/** Holds a release of a pack against a data source: each claim is one read, printed by the gate, run read-only under the source's caps. */
export async function provePack(deps: ProveDeps, raw: unknown): Promise<void> {
  const { store, clock, ids, process } = deps;
  const { tenantId, proofRunId } = PackProofPayload.parse(raw);
  const work = await store.releases.proofWork(tenantId, proofRunId);
  if (!work) return;
  const source = await store.sources.load(tenantId, work.dataSourceId);
  const results: ProofResult[] = [];
  for (const statement of work.statements) results.push(await proved(deps, tenantId, source, statement));
  // Half a proof is none: what was stopped in the middle is asked again as a whole.
  if (deps.stopping.aborted) return;
  const at = clock.now();
  const failed = results.filter(({ outcome }) => outcome !== 'passed').map(({ probe }) => probe);
  await store.releases.finishProof(tenantId, proofRunId, results, at, {
    id: ids.next(), at, action: failed.length === 0 ? 'pack.proved' : 'pack.proof-failed', actor: { kind: 'system', id: process, name: process },
    subject: { kind: 'pack-release', id: work.releaseId }, dataSourceId: work.dataSourceId, state: null, details: { pack: work.packId, probes: results.length, failed, escalated: work.inForce && failed.length > 0 },
  });
}

async function proved({ sources, stopping }: ProveDeps, tenantId: string, source: DataSource | undefined, { probe, sql, refused }: ProofStatement): Promise<ProofResult> {
  const not = (why: string): ProofResult => ({ probe: probe.id, about: probe.about, outcome: 'not-run', counts: {}, findings: [notRun(probe, why)] });
  if (sql === undefined) return not(refused ?? 'refused');
  if (!source || source.status !== 'ready') return not(`the data source is ${source?.status ?? 'gone'}`);
  const rows: (string | null)[][] = [];
  const caps: Caps = { ...source.caps, maxRows: Math.min(source.caps.maxRows, Math.max(PROOF_ROWS, (probe.most ?? 0) + 1)) };
  try {
    await sources.run({ tenantId, source, sql, caps, signal: stopping }, { columns: async () => undefined, rows: async (some) => void rows.push(...some) });
  } catch (error) {
    if (!isFault(error) || error.kind === 'internal') throw error;
    return not(error.kind);
  }
  const { evidence, findings } = judgeProbe(probe, rows);
  return { probe: probe.id, about: probe.about, outcome: evidence.outcome, counts: evidence.counts, ...(evidence.values ? { values: evidence.values } : {}), findings };
}
