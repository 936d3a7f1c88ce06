import { isFault, type DataSource } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSources } from '../create-sources.js';
import { certificateFor } from '../spec/certificate.js';
import { faultProxy } from '../spec/fault-proxy.js';
import { postgresLab } from '../spec/postgres-lab.js';
import { collect, eventually } from '../spec/source-lab.js';

describe('TLS to PostgreSQL', () => {
  let lab: Awaited<ReturnType<typeof postgresLab>>;
  beforeAll(async () => {
    lab = await postgresLab(process.env['TEST_POSTGRES_URL']!);
  });
  afterAll(() => lab.close());

  const attempt = async (certificate: { key: string; cert: string }, options: { ca?: string; host?: string; sql?: string; signal?: AbortSignal } = {}) => {
    const proxy = await faultProxy({ host: lab.source.host, port: lab.source.port }, certificate);
    const sources = createSources({ credential: lab.credential, ...(options.ca === undefined ? {} : { ca: options.ca }) });
    const source: DataSource = { ...lab.source, host: options.host ?? 'localhost', port: proxy.port, tls: 'verify' };
    try {
      const report = options.sql === undefined ? await sources.probe('t', source) : undefined;
      const ran = await sources.run({ tenantId: 't', source, sql: options.sql ?? 'SELECT count(*) FROM public.notes', caps: source.caps, signal: options.signal ?? new AbortController().signal }, collect()).then((o) => String(o.rowCount), (e: unknown) => (isFault(e) ? `${e.kind} ${e.params['detail'] ?? ''}`.trim() : String(e)));
      return { ran, status: report?.status, tls: report?.steps.find((s) => s.check === 'tls'), sent: Buffer.concat(proxy.fromClients).toString('latin1') };
    } finally {
      await sources.close();
      await proxy.close();
    }
  };

  it('connects to a server whose certificate the given authority vouches for', async () => {
    const certificate = certificateFor('localhost');
    const { ran, status, tls } = await attempt(certificate, { ca: certificate.cert });
    expect([ran, status, tls?.status]).toEqual(['1', 'ready', 'pass']);
    expect(tls?.detail).toMatch(/^TLSv1\.[23], certificate verified$/);
  });

  it.each([
    ['from an authority nobody gave', () => ({ certificate: certificateFor('localhost') }), 'DEPTH_ZERO_SELF_SIGNED_CERT'],
    ['for another host', () => { const c = certificateFor('db.example.com'); return { certificate: c, ca: c.cert }; }, 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ['past its time', () => { const c = certificateFor('localhost', { from: '200101', to: '210101' }); return { certificate: c, ca: c.cert }; }, 'CERT_HAS_EXPIRED'],
  ] as const)('refuses a certificate %s, before the account is named', async (_case, given, code) => {
    const { certificate, ca } = { ca: undefined, ...given() };
    const { ran, status, tls, sent } = await attempt(certificate, ca === undefined ? {} : { ca });
    expect([ran, status, tls?.status]).toEqual([`source-no-tls ${code}`, 'refused', 'fail']);
    expect(sent).not.toContain(lab.names.reader);
  });

  it('cancels over TLS too', async () => {
    const certificate = certificateFor('localhost');
    const stop = new AbortController();
    const ended = attempt(certificate, { ca: certificate.cert, sql: lab.sql.sleep(20), signal: stop.signal });
    expect(await eventually(async () => (await lab.sleeping()) === 1)).toBe(true);
    const asked = performance.now();
    stop.abort();
    expect((await ended).ran).toBe('cancelled');
    expect(performance.now() - asked).toBeLessThan(3_000);
    expect(await lab.active()).toBe(0);
  });
});
