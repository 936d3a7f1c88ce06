import { isFault, type DataSource, type Fault } from '@countersign/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { engineFor } from '../registry.js';
import { faultProxy } from './fault-proxy.js';
import { collect, eventually, type SourceLab } from './source-lab.js';

const never = new AbortController().signal;
const TENANT = 'tenant-a';

/** What every engine's adapter must do, on a real server. */
export function sourceContract(name: string, open: () => Promise<SourceLab>): void {
  describe(`${name} as a source`, () => {
    let lab: SourceLab;
    let sources: Sources;

    beforeAll(async () => {
      lab = await open();
    });
    afterAll(async () => {
      await lab.close();
    });
    afterEach(async () => {
      await sources.close();
      expect(await eventually(async () => (await lab.sessions()) === 0)).toBe(true);
    });

    const fresh = (more: Partial<Parameters<typeof createSources>[0]> = {}) => (sources = createSources({ credential: lab.credential, ...more }));
    const run = (sql: string, options: { source?: DataSource; caps?: Partial<DataSource['caps']>; signal?: AbortSignal; sink?: ReturnType<typeof collect> } = {}) => {
      const source = options.source ?? lab.source;
      return sources.run({ tenantId: TENANT, source, sql, caps: { ...source.caps, ...options.caps }, signal: options.signal ?? never }, options.sink ?? collect());
    };
    const capabilities = () => engineFor(lab.source.engine).capabilities;
    const faultOf = (work: Promise<unknown>) => work.then(() => 'no fault', (error: unknown) => (isFault(error) ? error.kind : error));

    describe('a run', () => {
      it('streams every row, in order, with names and types', async () => {
        fresh();
        const sink = collect();
        const outcome = await run(lab.sql.rows(20_000), { sink });
        expect(sink.names).toEqual(['n', 'label']);
        expect(sink.got).toHaveLength(20_000);
        expect(sink.got.every(([n, label], i) => n === String(i + 1) && label === `row ${i + 1}`)).toBe(true);
        expect(outcome).toMatchObject({ rowCount: 20_000, truncated: 'no' });
        expect(outcome.byteCount).toBe(sink.got.flat().reduce((sum, cell) => sum + Buffer.byteLength(cell!), 0));
      });

      it('gives columns of a result without rows', async () => {
        fresh();
        const sink = collect();
        expect(await run(lab.sql.none, { sink })).toMatchObject({ rowCount: 0, byteCount: 0, truncated: 'no' });
        expect(sink.names).toEqual(['n', 'label']);
      });

      it('uses one connection again and again', async () => {
        fresh();
        for (let i = 0; i < 10; i += 1) await run(lab.sql.rows(10));
        expect(await lab.sessions()).toBe(1);
      });

      it('keeps tenants and revisions on connections of their own', async () => {
        fresh();
        await run(lab.sql.rows(1));
        await sources.run({ tenantId: 'tenant-b', source: lab.source, sql: lab.sql.rows(1), caps: lab.source.caps, signal: never }, collect());
        expect(await lab.sessions()).toBe(2);
        await run(lab.sql.rows(1), { source: { ...lab.source, revision: 2 } });
        expect(await eventually(async () => (await lab.sessions()) === 2)).toBe(true);
      });
    });

    describe('caps', () => {
      it('stops at the row cap and says so', async () => {
        fresh();
        const sink = collect();
        const outcome = await run(lab.sql.rows(5_000), { caps: { maxRows: 1_234 }, sink });
        expect(outcome).toMatchObject({ rowCount: 1_234, truncated: 'rows' });
        expect(sink.got).toHaveLength(1_234);
        expect(outcome.byteCount).toBe(sink.got.flat().reduce((sum, cell) => sum + Buffer.byteLength(cell!), 0));
      });

      it('does not flag a result of exactly the row cap', async () => {
        fresh();
        expect(await run(lab.sql.rows(64), { caps: { maxRows: 64 } })).toMatchObject({ rowCount: 64, truncated: 'no' });
        expect(await run(lab.sql.rows(1_000), { caps: { maxRows: 1_000 } })).toMatchObject({ rowCount: 1_000, truncated: 'no' });
      });

      it('stops at the byte cap with the rows that fit', async () => {
        fresh();
        const sink = collect();
        expect(await run(lab.sql.wide(10_000, 1_000), { caps: { maxBytes: 100_500 }, sink })).toMatchObject({ rowCount: 100, byteCount: 100_000, truncated: 'bytes' });
        expect(sink.got).toHaveLength(100);
      });

      it('refuses a single row larger than the byte cap without waiting for it', async () => {
        fresh();
        expect(await faultOf(run(lab.sql.wide(1, 60_000_000), { caps: { maxBytes: 50_000 } }))).toBe('byte-cap');
        expect(await eventually(async () => (await lab.sessions()) === 0)).toBe(true);
      });

      it('stops at the time cap, on the server too', async () => {
        fresh();
        const started = performance.now();
        expect(await faultOf(run(lab.sql.sleep(20), { caps: { timeoutMs: 400 } }))).toBe('time-cap');
        expect(performance.now() - started).toBeLessThan(3_000);
        // A server sends its error before it counts itself idle.
        expect(await eventually(async () => (await lab.active()) === 0)).toBe(true);
      });

      it('counts a slow reader’s time as the run’s', async () => {
        fresh();
        const slow = { ...collect(), rows: () => new Promise<void>((resolve) => setTimeout(resolve, 300)) };
        expect(await faultOf(run(lab.sql.rows(1_000_000), { caps: { timeoutMs: 500 }, sink: slow }))).toBe('time-cap');
        expect(await eventually(async () => (await lab.active()) === 0)).toBe(true);
      });

      it('refuses before running what is now estimated over the caps', async () => {
        fresh();
        expect(await faultOf(run(lab.sql.rows(1_000_000), { caps: { maxCost: 1 } }))).toBe('estimate-over-cap');
      });
    });

    describe('an estimate', () => {
      it('gives cost and rows without running the statement', async () => {
        fresh();
        const started = performance.now();
        const estimate = await sources.estimate({ tenantId: TENANT, source: lab.source, sql: lab.sql.sleep(20), signal: never, timeoutMs: 5_000 });
        expect(performance.now() - started).toBeLessThan(2_000);
        expect(estimate.available).toBe(true);
        expect(estimate.cost).toBeGreaterThanOrEqual(0);
      });

      it('refuses what the server can’t plan, with the code and the place', async () => {
        fresh();
        const fault: unknown = await sources.estimate({ tenantId: TENANT, source: lab.source, sql: lab.sql.unknownColumn, signal: never, timeoutMs: 5_000 }).catch((e: unknown) => e);
        expect(fault).toMatchObject({ kind: 'query-failed', retryable: false });
        const { position } = (fault as Fault).params;
        expect(position).toBe(capabilities().errorPosition ? String(lab.sql.unknownColumn.indexOf('no_such_column') + 1) : undefined);
      });
    });

    describe('cancel', () => {
      it('stops the statement on the server', async () => {
        fresh();
        const stop = new AbortController();
        const ended = faultOf(run(lab.sql.sleep(20), { signal: stop.signal }));
        expect(await eventually(async () => (await lab.sleeping()) === 1)).toBe(true);
        const asked = performance.now();
        stop.abort();
        expect(await ended).toBe('cancelled');
        expect(performance.now() - asked).toBeLessThan(3_000);
        expect(await lab.active()).toBe(0);
      });

      it('sends nothing when it came before dispatch', async () => {
        fresh();
        const stop = new AbortController();
        stop.abort();
        expect(await faultOf(run(lab.sql.rows(1), { signal: stop.signal }))).toBe('cancelled');
        expect(await lab.sessions()).toBe(0);
      });

      it('leaves the queue for a connection when it comes there', async () => {
        fresh({ maxConnections: 1 });
        const stop = [new AbortController(), new AbortController()] as const;
        const first = faultOf(run(lab.sql.sleep(20), { signal: stop[0].signal }));
        expect(await eventually(async () => (await lab.sleeping()) === 1)).toBe(true);
        const second = faultOf(run(lab.sql.rows(1), { signal: stop[1].signal }));
        stop[1].abort();
        expect(await second).toBe('cancelled');
        stop[0].abort();
        expect(await first).toBe('cancelled');
        expect(await run(lab.sql.rows(3))).toMatchObject({ rowCount: 3 });
      });

      it('never hits the statement of another', async () => {
        fresh({ maxConnections: 2 });
        for (let i = 0; i < 40; i += 1) {
          const stop = new AbortController();
          const hit = faultOf(run(lab.sql.rows(2_000), { signal: stop.signal }));
          setTimeout(() => stop.abort(), i % 12);
          const [, other] = await Promise.all([hit, run(lab.sql.rows(2_000))]);
          expect(other.rowCount).toBe(2_000);
          expect(await run(lab.sql.rows(7))).toMatchObject({ rowCount: 7 });
        }
      });

      it('stops the server when the rows can’t be stored, and passes that error on', async () => {
        fresh();
        const broken = new Error('disk full');
        const sink = { ...collect(), rows: () => Promise.reject(broken) };
        expect(await run(lab.sql.rows(1_000_000), { sink }).catch((e: unknown) => e)).toBe(broken);
        expect(await eventually(async () => (await lab.sessions()) === 0)).toBe(true);
      });
    });

    describe('writing', () => {
      it('gets nowhere through the SELECT-only account', async () => {
        fresh();
        const before = await lab.written();
        for (const sql of lab.writes) await run(sql, { caps: { timeoutMs: 2_000 } }).catch(() => undefined);
        expect(await lab.written()).toBe(before);
      });

      it('gets nowhere through an account that may write, with the gate off', async () => {
        fresh();
        const before = await lab.written();
        for (const sql of lab.writes) await run(sql, { source: lab.writer, caps: { timeoutMs: 2_000 } }).catch(() => undefined);
        expect(await lab.written()).toBe(before);
      });

      it('gets no further in a session that others tried to bend before', async () => {
        fresh({ maxConnections: 1 });
        const before = await lab.written();
        for (const bend of lab.writes) for (const sql of [bend, lab.writes[0]!]) await run(sql, { source: lab.writer, caps: { timeoutMs: 2_000 } }).catch(() => undefined);
        expect(await lab.written()).toBe(before);
      });
    });

    describe('a broken world', () => {
      it('says when nobody listens', async () => {
        fresh();
        expect(await faultOf(run(lab.sql.rows(1), { source: { ...lab.source, port: 1 } }))).toBe('source-unreachable');
      });

      it('says when the password is wrong, and asks for it again at the next sign-in', async () => {
        let wrong = true;
        fresh({ credential: async (tenant, id) => ({ ...(await lab.credential(tenant, id)), ...(wrong ? { password: 'wrong' } : {}) }) });
        expect(await faultOf(run(lab.sql.rows(1)))).toBe('source-auth-failed');
        wrong = false;
        expect(await run(lab.sql.rows(1))).toMatchObject({ rowCount: 1 });
      });

      it('goes on with a password that was changed while the old one was on its way', async () => {
        let dialled = 0;
        fresh({ credential: async (tenant, id) => ({ ...(await lab.credential(tenant, id)), ...(dialled++ === 0 ? { password: 'wrong' } : {}) }) });
        expect(await run(lab.sql.rows(1))).toMatchObject({ rowCount: 1 });
      });

      it('keeps the password out of every error', async () => {
        const credential = await lab.credential(TENANT, lab.source.id);
        fresh();
        const faults = await Promise.all([
          run(lab.sql.unknownColumn).catch((e: unknown) => e),
          run(lab.sql.rows(1), { source: { ...lab.source, port: 1 } }).catch((e: unknown) => e),
          run(lab.sql.rows(1), { source: { ...lab.source, database: 'no_such_database' } }).catch((e: unknown) => e),
        ]);
        for (const fault of faults) {
          const shown = JSON.stringify(fault) + String(fault) + JSON.stringify((fault as { cause?: unknown }).cause ?? '') + String((fault as Error).stack);
          expect(shown).not.toContain(credential.password);
        }
      });

      it('refuses a server without TLS before it sends anything of the account', async () => {
        fresh();
        const proxy = await faultProxy(lab.source);
        expect(await faultOf(run(lab.sql.rows(1), { source: { ...lab.source, tls: 'verify', port: proxy.port, host: '127.0.0.1' } }))).toBe('source-no-tls');
        expect(Buffer.concat(proxy.fromClients).toString('latin1')).not.toContain(lab.source.username);
        await proxy.close();
      });

      it('tells a query that fails in the middle from a lost connection', async () => {
        fresh();
        expect(await faultOf(run(lab.sql.failing))).toBe('query-failed');
        const ended = faultOf(run(lab.sql.sleep(20)));
        expect(await eventually(async () => (await lab.sleeping()) === 1)).toBe(true);
        await lab.killSessions();
        expect(await ended).toBe('source-dropped');
      });

      it('replaces idle connections that the server closed', async () => {
        fresh();
        await Promise.all([1, 2, 3].map(() => run(lab.sql.rows(10))));
        await lab.killSessions();
        expect(await run(lab.sql.rows(10))).toMatchObject({ rowCount: 10 });
      });

      it('ends in time when the peer falls silent, drips or hangs up', async () => {
        for (const mode of ['stall', 'drip', 'hang-up'] as const) {
          fresh({ connectTimeoutMs: 1_500 });
          const proxy = await faultProxy(lab.source);
          const source = { ...lab.source, host: '127.0.0.1', port: proxy.port };
          await run(lab.sql.rows(10), { source });
          const started = performance.now();
          const ended = faultOf(run(`${lab.sql.wide(200_000, 500)}`, { source, caps: { timeoutMs: 1_000 } }));
          // Not before the statement is under way: an idle connection that died is replaced, which is another test.
          const underWay = eventually(async () => proxy.fromServer > 500_000);
          void underWay.then(() => (mode === 'hang-up' ? proxy.hangUp() : (proxy.mode = mode)));
          expect(await ended).toBe(mode === 'hang-up' ? 'source-dropped' : 'time-cap');
          expect(performance.now() - started).toBeLessThan(8_000);
          await proxy.close();
          await sources.close();
        }
        expect(await eventually(async () => (await lab.sessions()) === 0, 12_000)).toBe(true);
      });
    });
  });
}
