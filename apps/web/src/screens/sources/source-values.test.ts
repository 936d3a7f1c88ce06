import type { DataSource } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { portAfter } from './engine-fields';
import { bodyOf, editOf, EMPTY_SOURCE, movesSecret, valuesOf, wrongFields, type SourceValues } from './source-values';

const filled: SourceValues = { ...EMPTY_SOURCE, name: 'Ledger', host: 'db', database: 'ledger', username: 'reader', password: 'p' };
const PEM = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----';

describe('the form of a data source', () => {
  it('needs a name, a host, a database and an account, and says which is missing', () => {
    expect(wrongFields(filled, false)).toEqual([]);
    expect(wrongFields(EMPTY_SOURCE, false).sort()).toEqual(['database', 'host', 'name', 'username']);
  });
  it('names the field that a limit or a certificate is wrong in', () => {
    expect(wrongFields({ ...filled, maxMebibytes: '', timeoutSeconds: 0, ca: 'x', maxConnections: 900 }, false).sort()).toEqual(['ca', 'maxConnections', 'maxMebibytes', 'timeoutSeconds']);
  });
  it('sends what the engine knows only, and an empty limit as none', () => {
    const oracle = bodyOf({ ...filled, engine: 'oracle', naming: 'sid', schema: 'SALES', maxCost: '' });
    expect([oracle.connection, oracle.caps.maxCost]).toEqual([{ naming: 'sid', schema: 'SALES' }, null]);
    expect(bodyOf({ ...filled, engine: 'mariadb', naming: 'sid', schema: 'SALES' }).connection).toEqual({});
  });
  it('sends no certificate where there is no TLS', () => {
    expect(bodyOf({ ...filled, tls: 'off', ca: PEM }).connection).toEqual({});
    expect(bodyOf({ ...filled, ca: ` ${PEM}\n` }).connection).toEqual({ ca: PEM });
  });
  it('shows a source without its secret, and changes nothing when sent back as it is', () => {
    const source = { name: 'Ledger', engine: 'oracle', host: 'db', port: 2484, database: 'PDB1', username: 'reader', tls: 'verify', zone: 'default', connection: { naming: 'sid', ca: PEM }, caps: { maxRows: 10, maxBytes: 1_000_000, timeoutMs: 1_500, maxCost: null, maxEstimatedRows: 5 } } as DataSource;
    const { name, host, port, database, username, tls, zone, connection, caps } = source;
    expect(editOf(valuesOf(source))).toEqual({ name, host, port, database, username, tls, zone, connection, caps });
  });
  it('asks for the key of a client certificate with every password, and sends none without its certificate', () => {
    const withCertificate = { ...filled, clientCertificate: PEM };
    expect(wrongFields(withCertificate, false)).toEqual(['clientKey']);
    expect(wrongFields(withCertificate, true)).toEqual(['clientKey']);
    expect(wrongFields({ ...withCertificate, clientKey: KEY }, true)).toEqual([]);
    expect(wrongFields({ ...withCertificate, password: '' }, true)).toEqual([]);
    expect(wrongFields({ ...withCertificate, password: '', clientKey: KEY }, true)).toEqual(['password']);
    expect([bodyOf({ ...filled, clientKey: KEY }).clientKey, bodyOf({ ...withCertificate, tls: 'off', clientKey: KEY }).clientKey]).toEqual([undefined, undefined]);
  });
  it('asks for the secret again when it would go elsewhere, and not for another name or limit', () => {
    expect(movesSecret(filled, { ...filled, host: 'db2' })).toBe(true);
    expect(movesSecret(filled, { ...filled, ca: PEM })).toBe(true);
    expect(movesSecret(filled, { ...filled, name: 'Other', maxRows: 5 })).toBe(false);
  });
  it('lets the port follow the engine until somebody chose one', () => {
    expect([portAfter('postgres', 'oracle', 5432), portAfter('postgres', 'oracle', 6000)]).toEqual([2484, 6000]);
  });
});
