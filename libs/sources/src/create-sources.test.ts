import { Fault, type DataSource, type SourceCredential } from '@countersign/contracts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createSources } from './create-sources.js';
import type { Connector, ProbeReport, SourceTarget } from './source.js';

const opened: SourceTarget[] = [];
let estimate: (target: SourceTarget) => Promise<unknown>;
let probed: ProbeReport['status'];
vi.mock('./registry.js', () => ({
  engineFor: () => ({
    connector: (target: SourceTarget): Partial<Connector> => {
      opened.push(target);
      return { estimate: () => estimate(target) as never, probe: async () => ({ status: probed, steps: [], catalogue: null }), close: async () => undefined };
    },
  }),
}));

const source = (fields: Partial<DataSource> = {}) => ({ id: 's', engine: 'postgres', revision: 1, ...fields }) as DataSource;
const REQUEST = { tenantId: 't', sql: 'SELECT 1', signal: new AbortController().signal, timeoutMs: 1_000 };

/** Signs in with what the credential is now; the database takes `right` only. */
const signIn = (right: string) => async (target: SourceTarget) => {
  const { password } = await target.credential();
  if (password !== right) throw new Fault('source-auth-failed', false);
  return 'signed in';
};
const kindOf = (asked: Promise<unknown>) => asked.then(String, (error: Fault) => error.kind);

beforeEach(() => { opened.length = 0; probed = 'ready'; });

describe('data sources', () => {
  it('try a password that was rotated meanwhile, and count no failure', async () => {
    const secrets = ['old', 'new'];
    const sources = createSources({ credential: async (): Promise<SourceCredential> => ({ username: 'u', password: secrets.length > 1 ? secrets.shift()! : 'new' }) });
    estimate = signIn('new');
    expect(await kindOf(sources.estimate({ ...REQUEST, source: source() }))).toBe('signed in');
  });
  it('never try the same wrong password twice in a row: accounts get locked', async () => {
    let tried = 0;
    const sources = createSources({ credential: async () => ({ username: 'u', password: 'wrong' }) });
    estimate = async (target) => { tried += 1; return signIn('right')(target); };
    expect(await kindOf(sources.estimate({ ...REQUEST, source: source() }))).toBe('source-auth-failed');
    expect(tried).toBe(1);
  });
  it('are let rest each on its own, and are asked again at once when a proof says that they are well', async () => {
    const sources = createSources({ credential: async () => ({ username: 'u', password: 'wrong' }) });
    estimate = async (target) => { if (target.source.id === 's') throw new Fault('source-unreachable', true); return 'well'; };
    const ask = (id: string) => kindOf(sources.estimate({ ...REQUEST, source: source({ id }) }));
    for (let n = 0; n < 5; n += 1) expect(await ask('s')).toBe('source-unreachable');
    expect([await ask('s'), await ask('other')]).toEqual(['source-resting', 'well']);
    probed = 'unreachable';
    await sources.probe('t', source());
    expect(await ask('s')).toBe('source-resting');
    probed = 'ready';
    await sources.probe('t', source());
    expect(await ask('s')).toBe('source-unreachable');
  });
  it('have the certificates and the limit of connections of their own', async () => {
    const sources = createSources({ credential: async () => ({ username: 'u', password: 'p' }), ca: 'of all', maxConnections: 4 });
    estimate = async () => 'well';
    await sources.estimate({ ...REQUEST, source: source() });
    await sources.estimate({ ...REQUEST, source: source({ id: 'own', connection: { ca: 'own', clientCertificate: 'mine', maxConnections: 2 } }) });
    expect(opened.map(({ settings: { ca, clientCertificate, maxConnections } }) => [ca, clientCertificate, maxConnections])).toEqual([['of all', undefined, 4], ['own', 'mine', 2]]);
  });
});
