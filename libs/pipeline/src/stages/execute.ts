import type { Job, ProblemCode, ResultColumn, Run } from '@countersign/contracts';
import { Fault, isFault } from '@countersign/contracts';
import { resultHash } from '@countersign/evidence';
import { digestOf } from '@countersign/sql';
import { type Given, type Outcome, advance, refuse } from '../outcome.js';
import type { Ports, ResultWriter, RunOutcome } from '../ports.js';

/**
 * Runs exactly the signed text, once, under the signed caps, into the result store.
 * The job is already RUNNING; whatever happens, this returns how it ended.
 *
 * @param given with the data source as the recheck just before found it
 */
export async function execute(ports: Ports, job: Job, _signal: AbortSignal, { source }: Given): Promise<Outcome> {
  const { review, run, approval } = job;
  if (!review || !run || !ports.source || !ports.pulse) throw new Fault('internal', false);
  const { bundle } = review;
  // What was approved is what runs: the digest is recomputed here, not believed.
  if (!approval || approval.digest !== review.digest || digestOf(bundle) !== approval.digest) return refuse('STALE', { code: 'digest-mismatch', params: {} }, { run: ended(ports, run, 'failed', 'digest-mismatch') });
  if (!source || source.revision !== bundle.dataSource.revision) return refuse('STALE', { code: 'stale-data-source', params: {} }, { run: ended(ports, run, 'failed', 'stale-data-source') });

  const resultId = ports.ids.next();
  const hash = resultHash();
  let columns: ResultColumn[] = [];
  let writer: ResultWriter | undefined;
  const sink = {
    columns: async (found: { name: string; type: string }[]) => {
      columns = describe(found, job);
      writer = await ports.results.open(job.tenantId, job.id, resultId, columns);
    },
    rows: async (rows: (string | null)[][]) => {
      for (const row of rows) hash.add(row);
      await writer?.write(rows);
    },
  };
  try {
    const { source: database, pulse } = ports;
    const outcome = await pulse.during({ tenantId: job.tenantId, jobId: job.id, runId: run.id, deadlineMs: bundle.caps.timeoutMs }, (signal) => database.run({ tenantId: job.tenantId, source, sql: bundle.sql, caps: bundle.caps, signal }, sink));
    await writer?.close();
    return {
      ...advance('GROUNDING', 'ground', {
        run: ended(ports, run, 'succeeded', null),
        result: { id: resultId, columns, rowCount: outcome.rowCount, byteCount: outcome.byteCount, truncated: outcome.truncated, hash: hash.digest() },
      }),
      timings: partTimings(ports, outcome),
    };
  } catch (error) {
    await writer?.discard().catch(() => undefined);
    return failed(ports, run, error);
  }
}

const KNOWN: Partial<Record<string, { to: 'CAP_EXCEEDED' | 'CANCELLED' | 'EXECUTION_FAILED'; outcome: Run['outcome'] }>> = {
  'time-cap': { to: 'CAP_EXCEEDED', outcome: 'cap-exceeded' },
  'byte-cap': { to: 'CAP_EXCEEDED', outcome: 'cap-exceeded' },
  'estimate-over-cap': { to: 'CAP_EXCEEDED', outcome: 'cap-exceeded' },
  cancelled: { to: 'CANCELLED', outcome: 'cancelled' },
};

function failed(ports: Ports, run: Run, error: unknown): Outcome {
  const fault = isFault(error) ? error : new Fault('internal', false, { cause: error });
  const known = KNOWN[fault.kind] ?? { to: 'EXECUTION_FAILED' as const, outcome: 'failed' as const };
  const code: ProblemCode = fault.kind === 'internal' || fault.kind === 'store-unavailable' || fault.kind === 'queue-unavailable' ? 'stage-fault' : fault.kind;
  return refuse(known.to, { code, params: { detail: fault.kind, ...fault.params } }, { run: ended(ports, run, known.outcome, fault.kind) });
}

function ended(ports: Ports, run: Run, outcome: Run['outcome'], errorKind: string | null): Run {
  return { ...run, finishedAt: ports.clock.now(), outcome, errorKind };
}

/** Names what each returned column shows, by the candidate's word for its position. */
function describe(found: { name: string; type: string }[], job: Job): ResultColumn[] {
  const planned = job.candidate?.columns ?? [];
  const aligned = planned.length === found.length;
  return found.map((column, i) => ({ role: 'other' as const, ...(aligned ? planned[i] : {}), name: column.name, type: column.type }));
}

function partTimings(ports: Ports, outcome: RunOutcome) {
  const startedAt = ports.clock.now();
  return [
    { step: 'explain' as const, startedAt, durationUs: outcome.explainUs, attempt: 1, process: ports.process },
    { step: 'fetch' as const, startedAt, durationUs: outcome.fetchUs, attempt: 1, process: ports.process },
  ];
}
