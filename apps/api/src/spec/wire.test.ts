import { mkdtempSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signerOf } from '@countersign/audit';
import { routes, type Route } from '@countersign/contracts';
import type { Identity, Store } from '@countersign/store';
import { hash } from '@node-rs/argon2';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_SETTINGS, type ApiSettings } from '../api-settings.js';
import { createApi } from '../create-api.js';
import type { Services } from '../services.js';
import { HttpClient } from './http-client.js';

const PASSWORD = 'correct horse';
const tenantId = '00000000-0000-7000-8000-000000000001';
const personId = '00000000-0000-7000-8000-000000000002';

/** Everything a store has, each member of which breaks: a request that gets past validation is a 500 that the test sees. */
function brokenStore(passwordHash: string, sessions: Map<string, string>, refusals: unknown[]): Store {
  const breaks = (): never => { throw new Error('secret detail of the store'); };
  const broken = new Proxy({}, { get: () => breaks });
  const identityOf = (csrfToken: string): Identity => ({
    kind: 'person', credentialId: 's', tenant: { id: tenantId, name: 'T', slug: 't' }, personId, name: 'Admin', email: 'admin@t.example',
    roles: ['admin', 'analyst', 'approver', 'auditor'], groups: [], locale: 'en', csrfToken, scopes: [],
  });
  const identity: Partial<Store['identity']> = {
    credentials: async (email) => (email === 'admin@t.example' ? { tenantId, personId, passwordHash } : undefined),
    openSession: async ({ sessionHash, csrfToken }) => void sessions.set(sessionHash, csrfToken),
    bySession: async (sessionHash) => { const csrf = sessions.get(sessionHash); return csrf === undefined ? undefined : identityOf(csrf); },
    closeSession: async () => sessions.clear(),
    byToken: async () => undefined,
  };
  return {
    jobs: broken, results: broken, packs: broken, sources: broken, reader: broken, admin: broken,
    access: { person: async () => ({ personId, name: 'Admin', roles: ['admin'], groups: [] }) },
    audit: { append: async (_tenant: string, entries: unknown[]) => void refusals.push(...entries) },
    system: { ping: async () => undefined, alive: async () => ({ api: 1, worker: 0, collector: 1 }) },
    identity: new Proxy(identity, { get: (target, name) => target[name as keyof typeof target] ?? breaks }),
    close: async () => undefined,
  } as unknown as Store;
}

interface Traces {
  sessions: Map<string, string>;
  refusals: unknown[];
  logged: string[];
}

async function wireApp(settings: Partial<ApiSettings>, { sessions, refusals, logged }: Traces): Promise<NestExpressApplication> {
  const store = brokenStore(await hash(PASSWORD), sessions, refusals);
  const keep = (fields: Record<string, unknown>, message: string) => void logged.push(`${message} ${JSON.stringify(fields)}`);
  const services: Services = {
    store,
    ports: { ...store, clock: { now: () => new Date().toISOString(), micros: () => 0 }, ids: { next: () => crypto.randomUUID() }, tracer: { stage: (_n: string, t: string | null, _a: object, work: (t: string | null) => Promise<unknown>) => work(t) } } as unknown as Services['ports'],
    sealer: { seal: () => 'sealed' }, auditSigner: signerOf(Buffer.alloc(32)), reader: { check: () => Promise.reject(new Error('no SQL here')), compare: () => Promise.reject(new Error('no SQL here')), facts: () => Promise.reject(new Error('no SQL here')) }, schemaSearch: { find: () => Promise.reject(new Error('no schema here')), close: async () => undefined }, packReviewer: { review: () => Promise.reject(new Error('no packs here')), sql: () => Promise.reject(new Error('no packs here')) }, probes: { ask: async () => undefined, askProof: async () => undefined }, pingQueue: async () => undefined,
    log: { info: keep, warn: keep, error: keep },
    settings: { ...DEFAULT_SETTINGS, signInsPerAccount: 3, ...settings },
  };
  return createApi(services);
}

describe('the wire', () => {
  const sessions = new Map<string, string>();
  const refusals: unknown[] = [];
  const logged: string[] = [];
  let app: NestExpressApplication;
  let url: string;
  let port: number;
  let consoleDir: string;

  beforeAll(async () => {
    consoleDir = mkdtempSync(path.join(tmpdir(), 'countersign-console-'));
    mkdirSync(path.join(consoleDir, 'assets'));
    writeFileSync(path.join(consoleDir, 'index.html'), '<!doctype html><title>Console</title>');
    writeFileSync(path.join(consoleDir, 'assets', 'app-abc123.js'), 'export {};');
    writeFileSync(path.join(consoleDir, '.secret'), 'no');
    app = await wireApp({ consoleDir }, { sessions, refusals, logged });
    await app.listen(0, '127.0.0.1');
    port = ((app.getHttpServer() as Server).address() as AddressInfo).port;
    url = `http://127.0.0.1:${port}`;
  });
  afterAll(async () => {
    await app.close();
    rmSync(consoleDir, { recursive: true });
  });

  const signedIn = async () => {
    const client = new HttpClient(url);
    expect((await client.signIn('admin@t.example', PASSWORD)).status).toBe(200);
    return client;
  };
  const raw = (text: string | Buffer): Promise<string> => new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => (answer += chunk.toString()));
    socket.on('close', () => resolve(answer));
    socket.on('error', reject);
  });

  describe('signing in', () => {
    it('gives a cookie that scripts can’t read and a CSRF token', async () => {
      const client = new HttpClient(url);
      const reply = await client.signIn('Admin@T.example ', PASSWORD);
      expect(reply.status).toBe(200);
      expect(reply.headers.getSetCookie()[0]).toMatch(/^countersign_session=[\w-]{43}; Max-Age=43200; Path=\/; Expires=.*; HttpOnly; SameSite=Lax$/);
      expect(String(reply.body['csrfToken'])).toMatch(/^[\w-]{43}$/);
      expect((await client.get('/v1/me')).body['email']).toBe('admin@t.example');
    });
    it('says the same of a wrong password and an unknown e-mail', async () => {
      const client = new HttpClient(url);
      const [known, unknown] = [await client.signIn('admin@t.example', 'x'), await client.signIn('nobody@t.example', 'x')];
      expect(known.status).toBe(401);
      expect(known.body).toEqual(unknown.body);
      expect(refusals).toHaveLength(1);
    });
    it('is limited for one address on one account, however the e-mail is spelt, and says how long to wait', async () => {
      const client = new HttpClient(url);
      const replies = [];
      for (const email of ['guess@t.example', 'GUESS@t.example', ' guess@t.example', 'guess@T.example', 'guess@t.example']) replies.push(await client.signIn(email, 'x'));
      expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 429, 429]);
      expect(Number(replies[4]?.headers.get('retry-after'))).toBeGreaterThan(0);
    });
    it('is refused from another site', async () => {
      const reply = await new HttpClient(url).post('/v1/session', { email: 'admin@t.example', password: PASSWORD }, { headers: { 'sec-fetch-site': 'cross-site' } });
      expect(reply.body['code']).toBe('csrf');
    });
    it('ends with signing out', async () => {
      const client = await signedIn();
      expect((await client.send('DELETE', '/v1/session')).status).toBe(204);
      expect((await client.get('/v1/me')).status).toBe(401);
    });
  });

  describe('bad input', () => {
    const question = { question: 'orders', dataSourceId: personId, packId: 'commerce' };
    const hostile: [string, string | Uint8Array, Record<string, string>, number, string][] = [
      ['no body', '', {}, 400, 'invalid-body'],
      ['text that is not JSON', '{"question":', {}, 400, 'invalid-body'],
      ['another content type', JSON.stringify(question), { 'content-type': 'text/plain' }, 400, 'invalid-body'],
      ['a form', 'question=x', { 'content-type': 'application/x-www-form-urlencoded' }, 400, 'invalid-body'],
      ['an array', '[]', {}, 400, 'invalid-body'],
      ['a number', '7', {}, 400, 'invalid-body'],
      ['null', 'null', {}, 400, 'invalid-body'],
      ['60,000 open brackets', '['.repeat(60_000), {}, 400, 'invalid-body'],
      ['deep nesting', `{"question":"x","a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`, {}, 400, 'invalid-body'],
      ['100 kB', JSON.stringify({ ...question, question: 'x'.repeat(100_000) }), {}, 413, 'payload-too-large'],
      ['a malformed UUID', JSON.stringify({ ...question, dataSourceId: '1 OR 1=1' }), {}, 400, 'invalid-body'],
      ['a NUL in the pack', JSON.stringify({ ...question, packId: 'a\0b' }), {}, 400, 'invalid-body'],
      ['half a surrogate pair in the pack', '{"question":"x","dataSourceId":"00000000-0000-7000-8000-000000000002","packId":"\\ud800"}', {}, 400, 'invalid-body'],
      ['a NUL in the question', JSON.stringify({ ...question, question: 'a\0b' }), {}, 422, 'question-unreadable'],
      ['an empty question', JSON.stringify({ ...question, question: '  ' }), {}, 422, 'question-empty'],
      ['a zero-width question', JSON.stringify({ ...question, question: '\u200b\u200b' }), {}, 422, 'question-unreadable'],
      ['a right-to-left override', JSON.stringify({ ...question, question: 'a\u202eb' }), {}, 422, 'question-unreadable'],
      ['a question of 20,000 characters', JSON.stringify({ ...question, question: '한'.repeat(20_000) }), {}, 422, 'question-too-long'],
      ['__proto__', '{"__proto__":{"question":"x"}}', {}, 400, 'invalid-body'],
      ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), {}, 400, 'invalid-body'],
      ['an unknown charset', JSON.stringify(question), { 'content-type': 'application/json; charset=klingon' }, 400, 'invalid-body'],
      ['an unknown encoding', JSON.stringify(question), { 'content-encoding': 'snappy' }, 400, 'invalid-body'],
      ['a bad idempotency key', JSON.stringify(question), { 'idempotency-key': 'a b' }, 400, 'invalid-body'],
    ];
    it.each(hostile)('answers %s with a specific problem', async (_name, body, headers, status, code) => {
      const client = await signedIn();
      const reply = await client.send('POST', '/v1/questions', { raw: body, headers });
      expect([reply.status, reply.body['code']]).toEqual([status, code]);
      expect(reply.headers.get('content-type')).toMatch(/^application\/problem\+json/);
    });
    it.each([
      ['/v1/jobs/not-a-uuid', 404, 'not-found'], ['/v1/jobs/%00', 404, 'not-found'], ['/v1/jobs/%E0%A4%A', 400, 'invalid-body'], ['/v1/nothing', 404, 'not-found'],
      ['/v1/jobs?limit=0', 400, 'invalid-body'], ['/v1/jobs?limit=abc', 400, 'invalid-body'], ['/v1/jobs?limit=1&limit=2', 400, 'invalid-body'], ['/v1/jobs?state=NOPE', 400, 'invalid-body'],
      ['/v1/jobs?search=%00', 400, 'invalid-body'], ['/v1/audit?from=yesterday', 400, 'invalid-body'], [`/v1/jobs?cursor=${'x'.repeat(3_000)}`, 400, 'invalid-body'], ['/v1/jobs?cursor=zzz', 400, 'bad-cursor'],
      ['/v1/jobs/..%2f..%2fetc', 404, 'not-found'], ['/v1', 404, 'not-found'], ['/v1/demo', 404, 'not-found'],
    ])('answers %s with %i %s', async (address, status, code) => {
      const reply = await (await signedIn()).get(address);
      expect([reply.status, reply.body['code']]).toEqual([status, code]);
    });
    it('answers headers beyond 16 KB with a problem', async () => {
      const answer = await raw(`GET /v1/me HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(20_000)}\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 431 /);
      expect(answer).toContain('"payload-too-large"');
    });
    it('answers what is not HTTP with a problem', async () => {
      expect(await raw('\x16\x03\x01\x00\xa5\r\n\r\n')).toContain('"invalid-body"');
    });
    it.each(['OPTIONS', 'PUT', 'TRACE'])('does not know the method %s', async (method) => {
      expect(await raw(`${method} /v1/me HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toContain('"not-found"');
    });
    it('keeps what broke to itself and gives a reference', async () => {
      const reply = await (await signedIn()).get('/v1/grants');
      expect(reply.status).toBe(500);
      expect(reply.text).not.toContain('secret detail');
      expect(reply.body['reference']).toBe(reply.headers.get('x-request-id'));
      expect(logged.some((line) => line.includes(String(reply.body['reference'])))).toBe(true);
    });
    it('writes no password, cookie or search to the log', async () => {
      const client = await signedIn();
      await client.get('/v1/jobs?search=confidential-words');
      await new Promise((resolve) => setTimeout(resolve, 50));
      const all = logged.join('\n');
      for (const secret of [PASSWORD, 'confidential-words', String(client.cookie).split('=')[1] ?? '', String(client.csrfToken)]) expect(all).not.toContain(secret);
      expect(all).toContain('/v1/session');
    });
  });

  describe('no one', () => {
    it.each(Object.entries(routes as Record<string, Route>).filter(([, route]) => route.auth !== 'none'))('gets nothing from %s', async (_name, { method, path: pattern }) => {
      const address = pattern.replace(':id', personId);
      const client = new HttpClient(url);
      expect((await client.send(method, address, method === 'GET' ? {} : { body: {} })).status).toBe(401);
      for (const authorization of ['Bearer cs_wrong', 'Bearer ', 'Basic YTpi', 'Bearer cs_ x']) {
        const reply = await client.send(method, address, { headers: { authorization } });
        expect([reply.status, reply.body['code']]).toEqual([401, 'unauthenticated']);
      }
    });
    it('is not let in by a cookie next to a wrong token', async () => {
      const reply = await (await signedIn()).get('/v1/me', { headers: { authorization: 'Bearer cs_wrong' } });
      expect(reply.status).toBe(401);
    });
  });

  describe('the console', () => {
    const page = (address: string, accept = 'text/html,*/*') => new HttpClient(url).get(address, { headers: { accept } });
    it('gets its page at every address of a screen, never cached', async () => {
      for (const address of ['/', '/ask', '/q/123', '/review']) {
        const reply = await page(address);
        expect([reply.status, reply.text.includes('<title>Console</title>'), reply.headers.get('cache-control')]).toEqual([200, true, 'no-cache']);
      }
    });
    it('gets its hashed assets cached for ever', async () => {
      expect((await page('/assets/app-abc123.js')).headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
      expect((await page('/assets/gone.js')).status).toBe(404);
    });
    it('does not stand in for an unknown API address', async () => expect((await page('/v1/unknown')).status).toBe(404));
    it.each(['/../package.json', '/..%2f..%2fpackage.json', '/assets/..%2f..%2f.secret', '/.secret', '/%2e%2e/%2e%2e/etc/passwd'])('leads nowhere else: %s', async (address) => {
      const answer = await raw(`GET ${address} HTTP/1.1\r\nHost: x\r\nAccept: text/plain\r\nConnection: close\r\n\r\n`);
      expect(answer).toMatch(/^HTTP\/1\.1 (4\d\d)/);
    });
    it('allows scripts of this origin only and no framing', async () => {
      const policy = (await page('/')).headers.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
    });
  });

  describe('operation', () => {
    it('is not ready while no worker is seen, and says what is missing', async () => {
      const reply = await new HttpClient(url).get('/ready');
      expect(reply.status).toBe(503);
      expect(reply.body).toMatchObject({ code: 'service-unavailable', checks: { database: 'ok', queue: 'ok', worker: 'down', collector: 'ok' } });
    });
    it('is alive, counts, and documents itself', async () => {
      const client = new HttpClient(url);
      expect((await client.get('/health')).body).toEqual({ status: 'ok', checks: {} });
      expect((await client.get('/metrics')).status).toBe(404);
      expect((await client.get('/openapi.json')).body['openapi']).toBe('3.1.0');
    });
  });
});

describe('someone who guesses another person’s password', () => {
  const from = (address: string) => ({ headers: { 'x-forwarded-for': address } });
  const started = async (settings: Partial<ApiSettings>): Promise<{ url: string; close: () => Promise<void> }> => {
    const app = await wireApp({ trustedProxies: 1, ...settings }, { sessions: new Map(), refusals: [], logged: [] });
    await app.listen(0, '127.0.0.1');
    return { url: `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`, close: () => app.close() };
  };

  it('locks out their own address, never the person', async () => {
    const { url, close } = await started({ signInsBeforeSlow: 1_000 });
    const client = new HttpClient(url);
    for (let i = 0; i < 5; i += 1) await client.signIn('admin@t.example', 'guess', from('203.0.113.9'));
    expect((await client.signIn('admin@t.example', PASSWORD, from('203.0.113.9'))).status).toBe(429);
    expect((await client.signIn('admin@t.example', PASSWORD, from('198.51.100.7'))).status).toBe(200);
    await close();
  });
  it('from many addresses is slowed down, and the person still gets in', async () => {
    const { url, close } = await started({ signInsBeforeSlow: 2, slowestSignInMs: 400 });
    const client = new HttpClient(url);
    const timed = async (password: string, address: string): Promise<[number, boolean]> => {
      const begun = performance.now();
      const { status } = await client.signIn('admin@t.example', password, from(address));
      return [status, performance.now() - begun >= 390];
    };
    for (let i = 0; i < 5; i += 1) await client.signIn('admin@t.example', 'guess', from(`203.0.113.${i}`));
    expect(await timed('guess', '203.0.113.50')).toEqual([401, true]);
    expect(await timed(PASSWORD, '192.0.2.1')).toEqual([200, true]);
    await close();
  });
});

describe('a caller who asks without end', () => {
  it('must wait, while others and readiness need not', async () => {
    const app = await wireApp({ requestsPerMinute: 5 }, { sessions: new Map(), refusals: [], logged: [] });
    await app.listen(0, '127.0.0.1');
    const url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
    const client = new HttpClient(url);
    await client.signIn('admin@t.example', PASSWORD);
    const replies = [];
    for (let i = 0; i < 6; i += 1) replies.push(await client.get('/v1/me'));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(Number(replies[5]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await new HttpClient(url).get('/v1/me')).status).toBe(401);
    expect((await new HttpClient(url).get('/health')).status).toBe(200);
    await app.close();
  });
});
