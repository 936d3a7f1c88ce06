import { Fault, type DataSource, type ProofResult, type ProofStatement } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { provePack } from './prove-pack.js';

const T = '00000000-0000-7000-8000-00000000aaaa';
const RUN = '00000000-0000-7000-8000-000000000001';
const unique = (id: string, sql?: string): ProofStatement => ({ probe: { id, kind: 'unique', about: id }, ...(sql === undefined ? { refused: 'unknown-table: there is no table x' } : { sql }) });

/** Runs a proof of these statements; `answer` is the data source. */
async function prove(statements: ProofStatement[], answer: (sql: string, caps: { maxRows: number; timeoutMs: number }) => (string | null)[][], status: DataSource['status'] = 'ready', stopping = new AbortController().signal) {
  const kept: { results: ProofResult[]; action: string }[] = [];
  await provePack({
    store: {
      releases: { proofWork: async () => ({ releaseId: RUN, packId: 'p', dataSourceId: RUN, statements }), finishProof: async (_t: string, _id: string, results: ProofResult[], _at: string, audit: { action: string }) => void kept.push({ results, action: audit.action }) },
      sources: { load: async () => ({ id: RUN, status, caps: { maxRows: 1000, maxBytes: 1000, timeoutMs: 5, maxCost: null, maxEstimatedRows: null } }) },
    } as unknown as Parameters<typeof provePack>[0]['store'],
    sources: { run: async ({ sql, caps }, sink) => { await sink.rows(answer(sql, caps)); return { rowCount: 1, byteCount: 1, truncated: 'no', explainUs: 0, executeUs: 0, fetchUs: 0 }; } },
    clock: { now: () => '2026-06-30T00:00:00.000Z', micros: () => 0 }, ids: { next: () => RUN }, process: 'c', stopping,
  }, { tenantId: T, proofRunId: RUN });
  return kept;
}

describe('a proof in the collector', () => {
  it('asks each statement under the source’s caps with few rows, and keeps what it says', async () => {
    const asked: unknown[] = [];
    const [kept] = await prove([unique('a', 'A'), unique('b', 'B')], (sql, caps) => { asked.push([sql, caps.maxRows, caps.timeoutMs]); return [[sql === 'A' ? '3' : '4', sql === 'A' ? '0' : '2', '0']]; });
    expect(asked).toEqual([['A', 50, 5], ['B', 50, 5]]);
    expect([kept?.action, kept?.results.map(({ probe, outcome, counts }) => [probe, outcome, counts['repeated']])]).toEqual(['pack.proof-failed', [['a', 'passed', '0'], ['b', 'failed', '2']]]);
  });
  it('proves nothing where the gate refused, the source is away or a cap stopped it, and says which', async () => {
    const [kept] = await prove([unique('refused'), unique('slow', 'S'), unique('fine', 'F')], (sql) => { if (sql === 'S') throw new Fault('time-cap', false); return [['1', '0', '0']]; });
    expect(kept?.results.map(({ outcome, findings }) => [outcome, findings[0]?.params?.['why']])).toEqual([['not-run', 'unknown-table: there is no table x'], ['not-run', 'time-cap'], ['passed', undefined]]);
    const [away] = await prove([unique('a', 'A')], () => [], 'unreachable');
    expect([away?.action, away?.results[0]?.outcome]).toEqual(['pack.proof-failed', 'not-run']);
  });
  it('that is stopped in the middle is no proof', async () => {
    expect(await prove([unique('a', 'A')], () => [['1', '0', '0']], 'ready', AbortSignal.abort())).toEqual([]);
  });
  it('ends as a fault of its own when it breaks, so that it is delivered again', async () => {
    await expect(prove([unique('a', 'A')], () => { throw new TypeError('broken'); })).rejects.toThrow('broken');
  });
});
