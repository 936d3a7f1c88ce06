import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { exactCases, valueOf } from '../spec/exact-cases.js';
import { fakeOracleServer } from '../spec/fake-oracle-server.js';
import { oracleSource } from '../spec/oracle-lab.js';
import { collect } from '../spec/source-lab.js';

vi.mock('oracledb', async () => ({ default: (await import('../spec/fake-oracledb.js')).fakeOracledb }));
vi.setConfig({ hookTimeout: 60_000 });

const { cases, scripted } = exactCases(path.join(__dirname, 'exact.yaml'));

describe('values of Oracle', () => {
  let server: Awaited<ReturnType<typeof fakeOracleServer>>;
  let sources: Sources;

  beforeAll(async () => {
    server = await fakeOracleServer({ LAB_READER: { password: 'secret', mayWrite: false } }, { scripted });
    sources = createSources({ credential: async () => ({ username: 'LAB_READER', password: 'secret' }) });
  });
  afterAll(async () => {
    await sources.close();
    await server.close();
  });

  it.each(cases.map((one, i) => [one.type, one.is, i] as const))('%s: %s (%i)', async (_type, _is, i) => {
    const one = cases[i]!;
    const source = oracleSource('127.0.0.1', server.port, 'LAB', 'LAB_READER');
    const sink = collect();
    const outcome = await sources.run({ tenantId: 't', source, sql: `SELECT exact_${i} FROM dual`, caps: source.caps, signal: new AbortController().signal }, sink);
    const wanted = one.nothing ? null : valueOf(one);
    expect(sink.got).toEqual([[wanted]]);
    expect(outcome.byteCount).toBe(wanted === null ? 0 : Buffer.byteLength(wanted));
  });
});
