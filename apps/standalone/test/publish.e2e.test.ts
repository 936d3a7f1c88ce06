import { spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type PackEscalation, type PackRelease, type Person, type ReleaseView, routes } from '@countersign/contracts';
import pg from 'pg';
import type { z } from 'zod';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crowd, signInCrowd } from './crowd.js';
import { type TestProduct, startProduct } from './product.js';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OTHER_REVENUE = ['metrics.yaml', 'where: [not_cancelled]', 'where: [realised]'] as const;
const OPEN_EMAIL = ['entities.yaml', 'email: { type: text, role: attribute, nulls: never, sensitivity: personal', 'email: { type: text, role: attribute, nulls: never'] as const;

let product: TestProduct;
let crowd: Crowd;
let token: string;
let groupId: string;
/** The owner's eye on the product, and the customer's hand on the data. */
let database: pg.Client;
let warehouse: pg.Client;
const folders: string[] = [];

beforeAll(async () => {
  product = await startProduct();
  crowd = await signInCrowd(product);
  token = (await crowd.admin.call<{ secret: string }>(routes.createToken, { body: { name: 'ci', scopes: ['read', 'publish'], days: 1 } })).secret;
  const { items } = await crowd.admin.call<{ items: z.infer<typeof Person>[] }>(routes.listPeople);
  groupId = items.find(({ email }) => email === 'analyst@hanbit.example')!.groups[0]!.id;
  const connect = async (name: string): Promise<pg.Client> => {
    const url = new URL(product.adminUrl!);
    url.pathname = `/${name}`;
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };
  database = await connect('countersign');
  const sources = await crowd.admin.call<{ items: { id: string; database: string }[] }>(routes.listDataSources);
  warehouse = await connect(sources.items.find(({ id }) => id === crowd.source.id)!.database);
  const { rows } = await warehouse.query<{ schema: string }>(`select table_schema as schema from information_schema.tables where table_name = 'orders' limit 1`);
  await warehouse.query(`set search_path to ${warehouse.escapeIdentifier(rows[0]!.schema)}`);
  await warehouse.query('alter table orders drop constraint orders_pkey cascade');
});
afterAll(async () => {
  await Promise.all([database?.end(), warehouse?.end()]).catch(() => undefined);
  await product?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** The commerce pack in a folder, with pieces put otherwise. */
function folderOf(...changes: (readonly [string, string, string])[]): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-publish-'));
  folders.push(folder);
  cpSync(path.join(ROOT, 'packs/commerce'), folder, { recursive: true, filter: (from) => !from.endsWith('warehouse') });
  for (const [file, from, to] of changes) {
    const text = readFileSync(path.join(folder, file), 'utf8');
    expect(text).toContain(from);
    writeFileSync(path.join(folder, file), text.replace(from, to));
  }
  return folder;
}

function cli(folder: string, ...more: string[]): Promise<{ status: number | null; stdout: string; stderr: string }> {
  const child = spawn(process.execPath, [path.join(ROOT, 'apps/cli/dist/main.js'), 'pack', 'publish', folder, '--url', product.baseUrl, ...more], { env: { PATH: process.env.PATH, COUNTERSIGN_TOKEN: token } });
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (said.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (said.stderr += chunk.toString()));
  return new Promise((resolve) => child.on('close', (status) => resolve({ status, ...said })));
}

const release = (id: string) => crowd.admin.call<ReleaseView>(routes.getRelease, { params: { id } });
const until = async <T>(read: () => Promise<T | undefined>, withinMs = 150_000): Promise<T> => {
  for (const end = Date.now() + withinMs; ; await sleep(500)) {
    const seen = await read();
    if (seen !== undefined) return seen;
    if (Date.now() > end) throw new Error('it did not come to that');
  }
};
const repeatAKey = () => warehouse.query('insert into orders select * from orders order by order_id limit 1');
const mend = () => warehouse.query('delete from orders a using orders b where a.order_id = b.order_id and a.ctid > b.ctid');
/** As if all that is known of the data had been found out long ago. */
async function age(): Promise<void> {
  await database.query('begin');
  await database.query('set local session_replication_role = replica');
  await database.query(`update pack_proof_runs set created_at = created_at - interval '8 days'`);
  await database.query('commit');
}

describe('a version of a pack, from a folder to being in force', () => {
  it('is drafted, proved by the collector and published by one command', async () => {
    const run = await cli(folderOf(OTHER_REVENUE));
    expect(run).toMatchObject({ status: 0 });
    expect(run.stdout).toMatch(/^changed metric gross revenue \(gross_revenue\)\n {4}conditions: added “realised”; removed “not_cancelled”$/m);
    expect(run.stdout).toMatch(/^tests: (\d+) of \1 passed$/m);
    expect(run.stdout).toMatch(/^Commerce warehouse: (\d+) of \1 claims hold$/m);
    expect(run.stdout).toMatch(/\npublished: commerce version 2\n$/);
    const { items } = await crowd.asker.call<{ items: { id: string; version: number; boundTo: string[] }[] }>(routes.listPacks);
    expect(items.map(({ id, version, boundTo }) => [id, version, boundTo])).toEqual([['commerce', 2, [crowd.source.id]], ['manufacturing-erp', 1, []], ['university-records', 1, []]]);
  });

  it('that the data contradicts is refused, with the numbers', async () => {
    await repeatAKey();
    const [text, json] = [await cli(folderOf(OTHER_REVENUE)), await cli(folderOf(OTHER_REVENUE), '--json')];
    await mend();
    expect(text.status).toBe(1);
    expect(text.stdout).toMatch(/the data says otherwise:\n {4}orders\.order_id is declared unique, but 1 of its values stand in more than one row and 0 rows have none\.\nrefused: commerce/);
    const machine = JSON.parse(json.stdout) as { state: string; proofs: { dataSource: string; outcome: string; failed: { probe: string; counts: Record<string, string> }[] }[] };
    expect([machine.state, machine.proofs.map(({ dataSource, outcome, failed }) => [dataSource, outcome, failed.map(({ probe, counts }) => [probe, counts['repeated']])])]).toEqual(['refused', [['Commerce warehouse', 'failed', [['unique:orders.order_id', '1']]]]]);
  });

  it('that changes what people may see waits for a second person, which no token is', async () => {
    const folder = folderOf(OTHER_REVENUE, OPEN_EMAIL);
    // Those of the pack ask for e-mail addresses to be refused.
    rmSync(path.join(folder, 'tests'), { recursive: true });
    const run = await cli(folder, '--json');
    const machine = JSON.parse(run.stdout) as { state: string; release: string; policyChanges: object[] };
    expect([run.status, machine.state, machine.policyChanges]).toEqual([3, 'awaiting-second', [{ ref: 'customers.email', was: 'personal', is: 'internal' }]]);
    const { version } = await release(machine.release);
    const byToken = await fetch(`${product.baseUrl}/v1/packs/releases/${machine.release}/publish`, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body: JSON.stringify({ version }) });
    expect([byToken.status, ((await byToken.json()) as { code: string }).code]).toEqual([403, 'agents-never-approve']);
    await crowd.admin.call(routes.setPackOwner, { body: { packId: 'commerce', groupId } });
    const published = await crowd.asker.call<PackRelease>(routes.publishRelease, { params: { id: machine.release }, body: { version } });
    expect([published.state, published.publishedVersion]).toEqual(['published', 3]);
  });

  it('is brought back by rolling back, proved and countersigned like any other', async () => {
    const drafted = await crowd.admin.call<PackRelease>(routes.rollbackPack, { body: { packId: 'commerce', version: 1 } });
    await crowd.admin.call(routes.proveRelease, { params: { id: drafted.id }, body: { version: drafted.version } });
    const proved = await until(async () => { const seen = await release(drafted.id); return seen.state === 'proving' ? undefined : seen; });
    expect(proved.state).toBe('proved');
    const asked = await crowd.admin.call<PackRelease>(routes.publishRelease, { params: { id: drafted.id }, body: { version: proved.version } });
    const published = await crowd.asker.call<PackRelease>(routes.publishRelease, { params: { id: drafted.id }, body: { version: asked.version } });
    expect([asked.state, published.state, published.publishedVersion, published.rollbackOf]).toEqual(['awaiting-second', 'published', 4, 1]);
  });

  it('is proved again on schedule: what fails then is shown to its keepers, and ends when it holds again', { timeout: 400_000 }, async () => {
    const escalations = async (): Promise<PackEscalation[]> => (await crowd.asker.call<{ items: PackEscalation[] }>(routes.listEscalations)).items;
    await repeatAKey();
    await age();
    const open = await until(async () => (await escalations()).find(({ kind, state }) => kind === 'proof-failed' && state === 'open'));
    expect(open).toMatchObject({ packId: 'commerce', owner: { groupId }, dataSourceId: crowd.source.id, closedAt: null });
    expect(open.findings.map(({ rule, params }) => [rule, params?.['about'], params?.['repeated']])).toEqual([['probe-not-unique', 'orders.order_id', '1']]);
    expect(await crowd.asker.call<PackEscalation>(routes.actOnEscalation, { params: { id: open.id }, body: { action: 'take' } })).toMatchObject({ state: 'taken', takenBy: { name: expect.any(String) as string } });
    await mend();
    await age();
    const closed = await until(async () => (await escalations()).find(({ id, state }) => id === open.id && state === 'closed'));
    expect(closed).toMatchObject({ reason: 'proved again', closedBy: expect.stringMatching(/^collector@/) as string });
  });
});
