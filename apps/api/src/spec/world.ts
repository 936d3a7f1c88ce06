import { readdirSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { signerOf } from '@countersign/audit';
import type { Catalogue, Job, StagePayload } from '@countersign/contracts';
import { identityBinding, loadPack, reviewPack } from '@countersign/pack';
import { DEFAULT_LIMITS, type Ports } from '@countersign/pipeline';
import { createSealer, createSecrets, decodeKey, systemClock, uuidV7Source } from '@countersign/platform';
import { gate, loadParsers } from '@countersign/sql';
import { createStore, DEMO, seedDemo, type DemoPersonKey, type DemoTenant, type Store } from '@countersign/store';
import { hash } from '@node-rs/argon2';
import pg from 'pg';
import { DEFAULT_SETTINGS, type ApiSettings } from '../api-settings.js';
import { createApi } from '../create-api.js';
import { read } from '../reading/reader-thread.js';
import type { SqlReader } from '../reading/sql-reader.js';
import { contentOf, type SchemaSearch } from '../schema/schema-search.js';
import search from '../schema/search-thread.js';
import type { Services } from '../services.js';
import { cuttableLink, type CuttableLink } from './cuttable-link.js';
import { HttpClient } from './http-client.js';

export const PASSWORD = 'demo password';

/** The API on a real database with the two demo organizations; the data source is proved, nothing runs behind it. */
export interface World {
  url: string;
  store: Store;
  ports: Ports;
  queued: { queue: string; payload: StagePayload }[];
  /** Someone of an organization, signed in. */
  as(person: DemoPersonKey, tenant?: DemoTenant): Promise<HttpClient>;
  /** A received job of the analyst (or another) of Hanbit. */
  newJob(person?: DemoPersonKey, tenant?: DemoTenant): Promise<Job>;
  reload(job: Job): Promise<Job>;
  /** Rows of every table, to see whether anything changed. The owner's eyes. */
  rowCounts(): Promise<Record<string, number>>;
  owner: pg.Pool;
  /** The store's way to the database. */
  link: CuttableLink;
  stop(): Promise<void>;
}

/** In this thread: the threads of the real one need built files. */
const READER: SqlReader = {
  check: async (kind, text, table, dialect) => (await loadParsers(), read({ kind, text, table, dialect }) as Awaited<ReturnType<SqlReader['check']>>),
  compare: async (before, after, dialect) => (await loadParsers(), read({ kind: 'compare', before, after, dialect }) as Awaited<ReturnType<SqlReader['compare']>>),
  facts: async (sql, schema, dialect) => (await loadParsers(), read({ kind: 'facts', sql, schema, dialect }) as Awaited<ReturnType<SqlReader['facts']>>),
};

/** In this thread as well. */
const SEARCH: SchemaSearch = {
  find: async (key, tables, packs, question, most) => search({ key, question, most, content: contentOf(tables, packs) })!,
  close: async () => undefined,
};

export const AUDIT_SIGNER = signerOf(Buffer.alloc(32, 3));
const root = path.resolve(__dirname, '../../../..');

export async function startWorld(name: string, settings: Partial<ApiSettings> = {}): Promise<World> {
  const adminUrl = process.env['TEST_POSTGRES_URL'];
  if (!adminUrl) throw new Error('TEST_POSTGRES_URL is not set');
  const database = `api_${name}_${process.pid}`;
  const { databaseUrl, adminUrl: ownerUrl } = await provisioned(adminUrl, database);
  const ids = uuidV7Source();
  const secrets = createSecrets(Buffer.alloc(32, 7));
  await seedDemo({ databaseUrl, applicationName: 'api test seed' }, {
    passwordHash: await hash(PASSWORD), at: new Date().toISOString(), packs: [commercePack()],
    source: { name: 'Commerce', host: '127.0.0.1', port: 1, database: 'none', username: 'reader' },
    seal: ({ tenantId, dataSourceId }) => secrets.seal('{}', `${tenantId}/${dataSourceId}`),
  });
  const link = await cuttableLink(databaseUrl);
  const store = await createStore({ databaseUrl: link.url, applicationName: 'api test' });
  for (const tenant of Object.values(DEMO)) await prove(store, tenant, ids.next());
  const queued: World['queued'] = [];
  const ports: Ports = {
    ...store, process: 'api-test', limits: DEFAULT_LIMITS, clock: systemClock, ids,
    queue: { publish: async (queue, payload) => void queued.push({ queue, payload }) },
    tracer: { stage: (_name, traceparent, _attributes, work) => work(traceparent) },
    gate: { check: async (input) => (await loadParsers(), gate(input)) },
  };
  const quiet = (): void => undefined;
  const services: Services = {
    store, ports, sealer: createSealer(decodeKey(secrets.publicKey)), auditSigner: AUDIT_SIGNER, reader: READER, schemaSearch: SEARCH, packReviewer: { review: async (input) => reviewPack(input), sql: async ({ question }) => `-- ${question}` }, probes: { askProof: async (payload) => void queued.push({ queue: 'probe', payload: payload as unknown as StagePayload }), ask: async (payload) => void queued.push({ queue: 'probe', payload: payload as unknown as StagePayload }) }, pingQueue: async () => undefined,
    log: { info: quiet, warn: quiet, error: ({ err }) => process.env['DEBUG_API'] && console.error(err) },
    settings: { ...DEFAULT_SETTINGS, signInsPerAddress: 1_000, pollMs: 50, ...settings },
  };
  const app = await createApi(services);
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${((app.getHttpServer() as Server).address() as AddressInfo).port}`;
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  return {
    url, store, ports, queued, owner, link,
    as: (person, tenant = DEMO.hanbit) => signedIn(url, person, tenant),
    newJob: (person = 'analyst', tenant = DEMO.hanbit) => newJob(ports, person, tenant),
    reload: async (job) => (await store.jobs.load(job.tenantId, job.id)) as Job,
    rowCounts: () => rowCounts(owner),
    async stop() {
      await app.close();
      await store.close();
      await link.close();
      await owner.end();
      await withAdmin(adminUrl, async (client) => {
        await client.query(`drop database if exists ${client.escapeIdentifier(database)} with (force)`);
        await client.query(`drop role if exists ${client.escapeIdentifier(`${database}_login`)}`);
      });
    },
  };
}

async function provisioned(adminUrl: string, database: string): Promise<{ databaseUrl: string; adminUrl: string }> {
  const { provision } = (await import(path.join(root, 'prisma/provision.mjs'))) as { provision(wish: object): Promise<{ databaseUrl: string; adminUrl: string }> };
  await withAdmin(adminUrl, (client) => client.query(`drop database if exists ${client.escapeIdentifier(database)} with (force)`));
  return provision({ adminUrl, database, login: `${database}_login`, password: 'test' });
}

async function withAdmin(adminUrl: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function commercePack() {
  const dir = path.join(root, 'packs/commerce');
  const files = Object.fromEntries(readdirSync(dir).filter((file) => file.endsWith('.yaml')).map((file) => [file, readFileSync(path.join(dir, file), 'utf8')]));
  const { pack, findings } = loadPack(files, 1);
  if (!pack) throw new Error(`packs/commerce does not load: ${findings.map(({ message }) => message).join('; ')}`);
  return { id: pack.id, files, binding: identityBinding(pack, 'commerce') };
}

const CATALOGUE: Catalogue = {
  engine: 'postgres', version: '18', searchPath: ['commerce'],
  tables: [{
    schema: 'commerce', name: 'orders', kind: 'table', columns: [{ name: 'order_id', type: 'int4', nullable: false }],
    primaryKey: ['order_id'], uniqueKeys: [], foreignKeys: [], fingerprint: 'f'.repeat(64),
  }] as unknown as Catalogue['tables'],
};

export async function prove(store: Store, tenant: DemoTenant, id: string, catalogue = CATALOGUE): Promise<void> {
  const at = new Date().toISOString();
  const source = await store.sources.load(tenant.id, tenant.dataSourceId);
  await store.admin.saveProbe({
    tenantId: tenant.id, dataSourceId: tenant.dataSourceId, revision: source?.revision ?? 1, status: 'ready', at, steps: [], catalogue, drift: null, bindings: [],
    audit: { id, at, action: 'data-source.proved', actor: { kind: 'system', id: 'test', name: 'test' }, subject: { kind: 'data-source', id: tenant.dataSourceId }, dataSourceId: tenant.dataSourceId, state: null, details: {} },
  });
}

async function signedIn(url: string, person: DemoPersonKey, tenant: DemoTenant): Promise<HttpClient> {
  const client = new HttpClient(url);
  const reply = await client.signIn(emailOf(tenant, person), PASSWORD);
  if (reply.status !== 200) throw new Error(`${person} can't sign in: ${reply.text}`);
  return client;
}

export function personOf(tenant: DemoTenant, key: DemoPersonKey): { id: string; email: string; name: string } {
  const person = tenant.people.find((p) => p.key === key);
  if (!person) throw new Error(`no ${key}`);
  return person;
}

export const emailOf = (tenant: DemoTenant, key: DemoPersonKey): string => personOf(tenant, key).email;

async function newJob({ jobs, clock, ids }: Ports, key: DemoPersonKey, tenant: DemoTenant): Promise<Job> {
  const { id: askerId, name: askerName } = personOf(tenant, key);
  const id = ids.next();
  const at = clock.now();
  await jobs.create({
    id, tenantId: tenant.id, askerId, askerName, dataSourceId: tenant.dataSourceId, packId: 'commerce', packVersion: 1, question: 'how many orders', locale: 'en', today: '2026-06-30',
    createdAt: at, traceparent: null, idempotencyKey: null, requestHash: '0'.repeat(64), timings: [],
    audit: [{ id: ids.next(), at, action: 'question.asked', actor: { kind: 'person', id: askerId, name: askerName }, subject: { kind: 'job', id }, dataSourceId: tenant.dataSourceId, state: 'RECEIVED', details: {} }],
  });
  return (await jobs.load(tenant.id, id)) as Job;
}

async function rowCounts(owner: pg.Pool): Promise<Record<string, number>> {
  const { rows: tables } = await owner.query<{ name: string }>(`select quote_ident(relname) as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const { rows } = await owner.query<{ n: string }>(`select count(*) || '/' || coalesce(md5(string_agg(t::text, '' order by t::text)), '') as n from ${name} t`);
    counts[name] = rows[0]?.n as unknown as number;
  }
  return counts;
}
