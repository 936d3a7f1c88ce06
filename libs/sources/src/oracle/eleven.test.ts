import { Fault } from '@countersign/contracts';
import { writeFile, mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createSources } from '../create-sources.js';
import { fakeTns } from '../spec/fake-tns.js';
import { oracleSource } from '../spec/oracle-lab.js';
import { collect, eventually } from '../spec/source-lab.js';
import { thickProcess } from './thick-process.js';

const never = new AbortController().signal;
const PASSWORD = 'hunter2-11g';
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

describe('Oracle Database 11g, the real Thin driver against an accept of its listener', () => {
  let listener: Awaited<ReturnType<typeof fakeTns>>;
  beforeAll(async () => { listener = await fakeTns(); });
  afterAll(() => listener.close());
  const sourcesWith = (more: object) => createSources({ credential: async () => ({ username: 'scott', password: PASSWORD }), ...more });

  it('is told as what to install', async () => {
    const sources = sourcesWith({});
    const report = await sources.probe('t', oracleSource('127.0.0.1', listener.port, 'XE', 'scott'));
    expect(report.status).toBe('unreachable');
    expect(report.steps[0]).toMatchObject({ check: 'reach', status: 'fail', detail: `127.0.0.1:${listener.port}: source-unreachable, oracle-client-missing` });
    expect(report.steps[0]?.fix).toContain('Instant Client 19');
    expect(Buffer.concat(listener.fromClients).toString('latin1')).not.toContain(PASSWORD);
    await sources.close();
  });

  it('with a directory that holds no client ends the same way, in a process of its own', async () => {
    const sources = sourcesWith({ oracleClientDir: '/nonexistent' });
    const run = sources.run({ tenantId: 't', source: oracleSource('127.0.0.1', listener.port, 'XE', 'scott'), sql: 'SELECT 1 FROM dual', caps: { maxRows: 1, maxBytes: 100, timeoutMs: 30_000, maxCost: null, maxEstimatedRows: null }, signal: never }, collect());
    await expect(run).rejects.toMatchObject({ kind: 'source-unreachable', retryable: false, params: { detail: 'oracle-client-missing' } });
    await sources.close();
  });
});

describe('a session in a process of its own', () => {
  let folder: string;
  let worker: string;
  const address = { connectString: '', user: 'scott', password: PASSWORD, ca: undefined, tls: false, connectTimeoutMs: 1_000 };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'thick-'));
    worker = path.join(folder, 'worker.cjs');
    const serve = path.resolve(__dirname, '../../dist/oracle/serve-session.js');
    // What a driver may do to a process: answer, fail with a code, hang, or take it down.
    await writeFile(worker, `
      const { serveSession } = require(${JSON.stringify(serve)});
      let stop;
      serveSession(process, async (address) => ({
        serverVersion: '11.2.0.4.0', tlsVersion: undefined, end: async () => undefined, rollback: async () => undefined,
        ask: async (sql) => [[sql, process.env.LD_LIBRARY_PATH, address.user, null]],
        open: async (sql) => { if (sql === 'crash') process.abort(); throw Object.assign(new Error('no'), { code: 'ORA-00942', offset: 14 }); },
        fetch: () => new Promise((_resolve, reject) => { stop = () => reject(Object.assign(new Error('no'), { code: 'ORA-01013' })); }),
        stop: async () => stop(),
        destroy: () => undefined,
      }));`);
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('answers, fails with the driver’s code and place, and is stopped while it works', async () => {
    let closed = 0;
    const session = await thickProcess('/opt/client', worker)(address, () => { closed += 1; });
    expect(session.serverVersion).toBe('11.2.0.4.0');
    expect(await session.ask('SELECT 1 FROM dual', {}, 1_000)).toEqual([['SELECT 1 FROM dual', '/opt/client', 'scott', null]]);
    await expect(session.open('SELECT * FROM nothing', 1_000)).rejects.toMatchObject({ code: 'ORA-00942', offset: 14 });
    const fetching = session.fetch(1, 10, 10).catch((error: unknown) => error);
    await session.stop();
    expect(await fetching).toMatchObject({ code: 'ORA-01013' });
    session.destroy();
    expect(await eventually(async () => closed > 0)).toBe(true);
  });

  it('takes nothing with it when it goes down', async () => {
    let closed = 0;
    const session = await thickProcess('/opt/client', worker)(address, () => { closed += 1; });
    await expect(session.open('crash', 1_000)).rejects.toMatchObject({ code: 'NJS-500' });
    expect(closed).toBe(1);
    await expect(session.ask('SELECT 1 FROM dual', {}, 1_000)).rejects.toMatchObject({ code: 'NJS-500' });
  });

  it('passes a fault on as one', async () => {
    const broken = path.join(folder, 'fault.cjs');
    await writeFile(broken, `
      const { serveSession } = require(${JSON.stringify(path.resolve(__dirname, '../../dist/oracle/serve-session.js'))});
      serveSession(process, async () => { throw Object.assign(new Error('x'), { isFault: true, kind: 'source-auth-failed', retryable: false, params: { code: 'a' } }); });`);
    await expect(thickProcess('/opt/client', broken)(address, () => undefined)).rejects.toBeInstanceOf(Fault);
  });
});
