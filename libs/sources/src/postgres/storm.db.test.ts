import { isFault, type Cell } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSources } from '../create-sources.js';
import { faultProxy } from '../spec/fault-proxy.js';
import { postgresLab } from '../spec/postgres-lab.js';
import { collect, eventually } from '../spec/source-lab.js';

const RUNS = 1_000;
const ASKERS = 6;

describe('a thousand runs with random faults', () => {
  let lab: Awaited<ReturnType<typeof postgresLab>>;
  beforeAll(async () => {
    lab = await postgresLab(process.env['TEST_POSTGRES_URL']!);
  });
  afterAll(() => lab.close());

  it('leak no connection, give no wrong row, and end each run with a known kind', async () => {
    let state = 42;
    const dice = (sides: number) => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) % sides;
    const proxy = await faultProxy({ host: lab.source.host, port: lab.source.port });
    const sources = createSources({ credential: lab.credential, connectTimeoutMs: 1_500, cancelConfirmMs: 500 });
    const through = { ...lab.source, id: '018f0000-0000-7000-8000-00000000003a', host: '127.0.0.1', port: proxy.port };
    const ends = new Map<string, number>();
    const wrong: string[] = [];
    let next = 0;

    async function one(index: number): Promise<void> {
      const rows = dice(3_000) + 1;
      const stop = new AbortController();
      const sink = collect();
      const kind = dice(20);
      const caps = { ...lab.source.caps };
      let sql = lab.sql.rows(rows);
      if (kind < 4) setTimeout(() => stop.abort(), dice(25));
      if (kind === 4) caps.timeoutMs = dice(20) + 1;
      if (kind === 5) sql = lab.sql.failing;
      if (kind === 6) sql = lab.sql.unknownColumn;
      if (kind === 7) caps.maxRows = dice(500) + 1;
      if (kind === 8) caps.maxBytes = dice(5_000) + 1;
      if (kind === 9 && index % 4 === 0) await lab.killSessions();
      if (kind === 10) setTimeout(() => proxy.hangUp(), dice(15));
      if (kind === 11) sink.rows = () => Promise.reject(new Error('sink'));
      const end = await sources.run({ tenantId: 't', source: kind > 9 && kind < 13 ? through : lab.source, sql, caps, signal: stop.signal }, sink)
        .then((o) => (o.rowCount === sink.got.length && (o.truncated !== 'no' || o.rowCount === rows) ? `ok ${o.truncated}` : 'wrong count'), (e: unknown) => (isFault(e) ? e.kind : (e as Error).message));
      ends.set(end, (ends.get(end) ?? 0) + 1);
      const right = (row: Cell[], i: number) => row.length === 2 && row[0] === String(i + 1) && row[1] === `row ${i + 1}`;
      if (sql === lab.sql.rows(rows) && !sink.got.every(right)) wrong.push(`run ${index}`);
      if (end === 'wrong count') wrong.push(`count of run ${index}`);
    }
    const asker = async () => { while (next < RUNS) await one((next += 1)); };
    await Promise.all(Array.from({ length: ASKERS }, asker));

    expect(wrong).toEqual([]);
    expect([...ends.values()].reduce((a, b) => a + b)).toBeGreaterThanOrEqual(RUNS);
    const known = ['ok no', 'ok rows', 'ok bytes', 'cancelled', 'time-cap', 'byte-cap', 'query-failed', 'source-dropped', 'source-unreachable', 'sink'];
    expect([...ends.keys()].filter((end) => !known.includes(end))).toEqual([]);
    expect(ends.get('ok no')).toBeGreaterThan(RUNS / 4);
    expect(sources.connections().waiting).toBe(0);
    const quiet = collect();
    expect(await sources.run({ tenantId: 't', source: lab.source, sql: lab.sql.rows(5), caps: lab.source.caps, signal: new AbortController().signal }, quiet)).toMatchObject({ rowCount: 5 });
    // Only idle pooled connections are left: at most four a source.
    expect(await eventually(async () => (await lab.sessions()) <= 8 && (await lab.active()) === 0)).toBe(true);
    await sources.close();
    expect(await eventually(async () => (await lab.sessions()) === 0)).toBe(true);
    await proxy.close();
  }, 120_000);
});
