import { isFault, type DataSource, type Engine, type SourceCredential } from '@countersign/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { certificateFor } from './certificate.js';
import { fakeTlsServer, type FakeTlsServer, type Opening } from './fake-tls-server.js';
import { collect } from './source-lab.js';

/** SQL Server wraps its handshake into packets of its own: see mssql/connect.test.ts. Oracle's client names no server in the handshake, its listeners don't ask. */
const ENGINES: [engine: Engine, opening: Opening, named: boolean][] = [['postgres', 'postgres', true], ['mariadb', 'mysql', true], ['mysql', 'mysql', true], ['oracle', 'none', false], ['hana', 'none', true]];

describe.each(ENGINES)('TLS to a server of %s', (engine, opening, named) => {
  let server: FakeTlsServer;
  let sources: Sources;
  afterEach(async () => {
    await sources.close();
    await server.close();
  });

  const attempt = async (certificate: { key: string; cert: string }, { clientKey, ...connection }: NonNullable<DataSource['connection']> & { clientKey?: string } = {}, host = 'localhost') => {
    server = await fakeTlsServer(opening, certificate);
    const credential = async (): Promise<SourceCredential> => ({ username: 'reader', password: 'secret', ...(clientKey === undefined ? {} : { clientKey }) });
    sources = createSources({ credential, connectTimeoutMs: 3_000 });
    const source = { id: '018f0000-0000-7000-8000-00000000000a', name: 's', engine, dialect: engine, host, port: server.port, database: 'SALES', username: 'reader', tls: 'verify', connection, zone: 'default', revision: 1, status: 'ready' } as unknown as DataSource;
    const caps = { maxRows: 1, maxBytes: 1_000, timeoutMs: 5_000, maxCost: null, maxEstimatedRows: null };
    return sources.run({ tenantId: 't', source, sql: 'SELECT 1', caps, signal: new AbortController().signal }, collect()).then(() => 'rows', (error: unknown) => (isFault(error) ? `${error.kind} ${error.params['detail'] ?? ''}`.trim() : String(error)));
  };

  it('refuses a certificate of an authority that nobody named, before the account is sent', async () => {
    expect(await attempt(certificateFor('localhost'))).toBe('source-no-tls DEPTH_ZERO_SELF_SIGNED_CERT');
    expect(server.received).toBe(0);
  });

  it('refuses a certificate for another host', async () => {
    const certificate = certificateFor('db.example.com');
    expect(await attempt(certificate, { ca: certificate.cert })).toBe('source-no-tls ERR_TLS_CERT_ALTNAME_INVALID');
    expect(server.received).toBe(0);
  });

  it('goes on with the right one, says which server it means, and shows its own certificate', async () => {
    const [certificate, own] = [certificateFor('localhost'), certificateFor('collector')];
    expect(await attempt(certificate, { ca: certificate.cert, clientCertificate: own.cert, clientKey: own.key })).not.toMatch(/no-tls/);
    expect(server.received).toBeGreaterThan(0);
    expect(server.met[0]).toEqual({ servername: named ? 'localhost' : false, client: 'collector' });
  });

  it('names no server in the handshake that is only an address', async () => {
    const certificate = certificateFor('127.0.0.1');
    await attempt(certificate, { ca: certificate.cert }, '127.0.0.1');
    for (const { servername } of server.met) expect(servername).toBe(false);
  });
});
