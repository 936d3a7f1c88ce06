import { isFault, type DataSource } from '@countersign/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createSources, type Sources, type SourcesOptions } from '../create-sources.js';
import { certificateFor } from '../spec/certificate.js';
import { fakeTds, type FakeTdsOptions } from '../spec/fake-tds/server.js';
import { mssqlDoubleLab } from '../spec/mssql-double-lab.js';
import { collect, eventually } from '../spec/source-lab.js';

describe('a connection to SQL Server', () => {
  let lab: Awaited<ReturnType<typeof mssqlDoubleLab>>;
  let sources: Sources;
  afterEach(async () => {
    await sources.close();
    await lab.close();
  });

  const open = async (server: Partial<FakeTdsOptions> = {}, settings: Partial<SourcesOptions> = {}) => {
    lab = await mssqlDoubleLab(server);
    sources = createSources({ credential: lab.credential, ...settings });
  };
  const run = (source: Partial<DataSource> = {}, sql = lab.sql.rows(3), caps: object = {}) => sources.run({ tenantId: 't', source: { ...lab.source, ...source }, sql, caps: { ...lab.source.caps, ...caps }, signal: new AbortController().signal }, collect());
  const outcome = (work: Promise<{ rowCount: number }>) => work.then((o) => String(o.rowCount), (e: unknown) => (isFault(e) ? `${e.kind} ${e.params['detail'] ?? e.params['kind'] ?? ''}`.trim() : String(e)));
  const secure = { tls: 'verify', host: 'localhost' } as const;
  const signIns = () => lab.fake.log.filter((line) => line.startsWith('LOGIN7'));

  describe('over TLS', () => {
    it('holds to a server that the given authority vouches for, and names the host', async () => {
      const certificate = certificateFor('localhost');
      await open({ certificate }, { ca: certificate.cert });
      expect(await outcome(run(secure))).toBe('3');
      expect(lab.fake.serverNames).toEqual(['localhost']);
      const report = await sources.probe('t', { ...lab.source, ...secure });
      expect(report.steps.find((step) => step.check === 'tls')).toEqual({ check: 'tls', status: 'pass', detail: 'TLSv1.2, certificate verified' });
    });

    it('takes every row of a large result, cancels, and is gone afterwards', async () => {
      const certificate = certificateFor('localhost');
      await open({ certificate }, { ca: certificate.cert });
      expect(await outcome(run(secure, lab.sql.rows(50_000)))).toBe('50000');
      expect(await outcome(run(secure, lab.sql.sleep(20), { timeoutMs: 300 }))).toBe('time-cap');
      expect(lab.fake.log).toContain('ATTENTION');
      expect(await eventually(async () => (await lab.sessions()) === 0)).toBe(true);
    });

    it.each([
      ['from an authority nobody gave', () => ({ certificate: certificateFor('localhost') }), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
      ['for another host', () => { const c = certificateFor('db.example.com'); return { certificate: c, ca: c.cert }; }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
      ['past its time', () => { const c = certificateFor('localhost', { from: '200101', to: '210101' }); return { certificate: c, ca: c.cert }; }, 'CERT_HAS_EXPIRED'],
    ] as const)('refuses a certificate %s, before the account is named', async (_case, given, code) => {
      const { certificate, ca } = { ca: undefined, ...given() };
      await open({ certificate }, ca === undefined ? {} : { ca });
      expect(await outcome(run(secure))).toBe(`source-no-tls ${code}`);
      expect(signIns()).toEqual([]);
    });

    it.each(['off', 'not-supported'] as const)('refuses a server whose answer to PRELOGIN says "%s", though it could encrypt: somebody in between may have written that', async (claims) => {
      await open({ certificate: certificateFor('localhost'), claims });
      expect(await outcome(run(secure))).toBe('source-no-tls');
      expect(lab.fake.log).toEqual(['PRELOGIN']);
      const report = await sources.probe('t', { ...lab.source, ...secure });
      expect([report.status, report.steps[1]?.detail]).toEqual(['refused', 'the server offers no TLS; no credential was sent']);
      expect(signIns()).toEqual([]);
    });
  });

  describe('that goes wrong', () => {
    it('ends in time when nothing answers the first word', async () => {
      await open({}, { connectTimeoutMs: 400 });
      lab.fake.faults.silent = true;
      expect(await outcome(run())).toBe('source-unreachable ETIMEDOUT');
    });

    it('ends in time when the server falls silent in the middle of its answer to the sign-in', async () => {
      await open({}, { connectTimeoutMs: 400 });
      lab.fake.faults.haltsSignIn = true;
      const started = performance.now();
      expect(await outcome(run())).toBe('source-unreachable ETIMEDOUT');
      expect(performance.now() - started).toBeLessThan(4_000);
    });

    it.each([['of garbage', Buffer.from([0x04, 0x01, 0x00, 0x0c, 0, 0, 1, 0, 0xee, 1, 2, 3])], ['shorter than a packet', Buffer.from([0x04, 0x01, 0x00, 0x02, 0, 0, 1, 0])]])('ends at an answer %s', async (_what, bytes) => {
      await open({}, { connectTimeoutMs: 1_000 });
      const odd = await fakeTds({ admit: () => undefined, answer: () => [], raw: bytes });
      expect(await outcome(run({ port: odd.port }))).toMatch(/^source-unreachable/);
      await odd.close();
    });

    it('goes on where a server falls silent between two statements', async () => {
      await open({}, { connectTimeoutMs: 400 });
      await run();
      lab.fake.faults.silent = true;
      expect(await outcome(run())).toMatch(/^source-(?:dropped|unreachable)/);
      lab.fake.faults.silent = false;
      expect(await outcome(run())).toBe('3');
    });

    it('ends when the message ends in the middle of a row, where the driver alone would end the process', async () => {
      await open();
      lab.fake.faults.garblesRow = 50;
      expect(await outcome(run({}, lab.sql.rows(100)))).toMatch(/^source-dropped/);
    });

    it('ends when the server hangs up in the middle of a row', async () => {
      await open();
      lab.fake.faults.dropsInRow = 50;
      expect(await outcome(run({}, lab.sql.rows(100)))).toMatch(/^source-dropped/);
    });

    it.each(['ignoresAttention', 'acknowledgesTogether'] as const)('ends in time, and closes the connection, when a cancel stays without its word: %s', async (fault) => {
      await open({}, { cancelConfirmMs: 400 });
      lab.fake.faults[fault] = true;
      const started = performance.now();
      expect(await outcome(run({}, lab.sql.sleep(20), { timeoutMs: 300 }))).toBe('time-cap');
      expect(performance.now() - started).toBeLessThan(4_000);
      expect(await eventually(async () => (await lab.sessions()) === 0)).toBe(true);
    });

    it('holds to the deadline while rows drip in, which the driver’s own clock does not', async () => {
      await open();
      await run();
      lab.fake.faults.dripMs = 20;
      const started = performance.now();
      expect(await outcome(run({}, lab.sql.rows(20_000), { timeoutMs: 700 }))).toMatch(/^time-cap/);
      expect(performance.now() - started).toBeLessThan(5_000);
    });

    it.each(['server\\instance', 'server,1434', '/var/run/sql', ''])('dials no host like %j', async (host) => {
      await open();
      expect(await outcome(run({ host }))).toBe('source-unreachable not-a-host-name');
    });

    it('survives answers that cross with its own leaving', async () => {
      await open();
      for (let i = 0; i < 60; i += 1) {
        // A place of its own each time: a source that fails this often would be let rest.
        const once = createSources({ credential: lab.credential, cancelConfirmMs: 200 });
        const stop = new AbortController();
        const [sql, caps] = i % 3 === 0 ? [lab.sql.wide(1, 2_000_000 + i * 50_000), { maxBytes: 1_000 }] : [lab.sql.rows(3_000), { maxRows: i % 3 === 1 ? 500 : 5_000 }];
        const ended = once.run({ tenantId: 't', source: lab.source, sql, caps: { ...lab.source.caps, ...caps }, signal: stop.signal }, collect()).catch(() => undefined);
        if (i % 3 > 0) setTimeout(() => (i % 2 ? stop.abort() : lab.fake.killSessions()), i % 20);
        await ended;
        await once.close();
      }
      expect(await outcome(run())).toBe('3');
    });
  });
});
