import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore } from './create-store.js';
import { openPool } from './connection.js';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { AT, auditEntry, hanbit, northwind, openSmallWorld, personOf } from './spec/small-world.js';
import type { Store } from './store.js';

/** Tables without a policy of a tenant, each with its reason. */
const NO_POLICY_NEEDED: Record<string, string> = {
  _prisma_migrations: 'names of migrations; the processes have no right on it at all',
  legal_moves: 'the same for everyone and without a tenant; the processes may only read it',
};

let db: FreshDatabase;
let store: Store;
let app: pg.Pool;
let system: pg.Pool;
beforeAll(async () => {
  db = await freshDatabase('isolation');
  ({ store } = await openSmallWorld(db, 4));
  app = openPool({ databaseUrl: db.databaseUrl, applicationName: 'test' }, 'countersign_app', 2);
  system = openPool({ databaseUrl: db.databaseUrl, applicationName: 'test' }, 'countersign_system', 2);
  const jobId = randomUUID();
  await store.jobs.create({
    id: jobId, tenantId: hanbit.id, askerId: personOf('analyst').id, askerName: 'Analyst', dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: 1, question: 'q', locale: 'en', today: '2026-06-30',
    createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: 'a'.repeat(64), audit: [auditEntry('question.asked', jobId)], timings: [],
  });
  await store.identity.openSession({ tenantId: hanbit.id, personId: personOf('analyst').id, sessionHash: 'h'.repeat(64), csrfToken: 'c', expiresAt: '2099-01-01T00:00:00.000Z', audit: auditEntry('session.opened', 's') });
});
afterAll(async () => {
  await Promise.all([app?.end(), system?.end(), store?.close()]);
  await db?.drop();
});

interface TableRow {
  name: string;
  enabled: boolean;
  forced: boolean;
  policies: { name: string; roles: string[]; using: string | null; check: string | null; command: string }[];
  has_tenant: boolean;
}

async function tables(): Promise<TableRow[]> {
  const { rows } = await db.owner.query<TableRow>(`
    select c.relname as name, c.relrowsecurity as enabled, c.relforcerowsecurity as forced,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id') as has_tenant,
      coalesce((select json_agg(json_build_object('name', p.policyname, 'roles', p.roles, 'using', p.qual, 'check', p.with_check, 'command', p.cmd)) from pg_policies p where p.tablename = c.relname and p.schemaname = 'public'), '[]') as policies
    from pg_class c where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace order by 1`);
  return rows;
}

/** Names of the tables that lack a forced policy which names the tenant both for reading and for writing. */
function unprotected(all: TableRow[]): string[] {
  return all.filter((t) => !(t.name in NO_POLICY_NEEDED)).filter((t) => {
    const isolation = t.policies.find((p) => p.roles.includes('countersign_app'));
    const column = t.name === 'tenants' ? 'id' : 'tenant_id';
    const names = (text: string | null | undefined) => text === `(${column} = app_tenant())`;
    // process_beats belongs to no tenant: the app role has no policy there and so sees nothing
    const ok = t.name === 'process_beats' ? !isolation : names(isolation?.using) && names(isolation?.check) && isolation?.command === 'ALL';
    return !(t.enabled && t.forced && ok);
  }).map((t) => t.name);
}

describe('row-level security', () => {
  it('is enabled and forced on every table, with a policy for the app role that names the tenant both ways', async () => {
    const all = await tables();
    expect(all.length).toBeGreaterThan(30);
    const wrong = unprotected(all);
    expect(wrong).toEqual([]);
    for (const name of Object.keys(NO_POLICY_NEEDED)) expect(all.find((t) => t.name === name)?.has_tenant).toBe(false);
  });

  it('is missed at once when a new table comes without it', async () => {
    await db.owner.query('create table forgotten (tenant_id uuid)');
    await db.owner.query('create table half_done (tenant_id uuid); alter table half_done enable row level security; create policy tenant_only on half_done to countersign_app using (tenant_id = app_tenant())');
    try {
      expect(unprotected(await tables())).toEqual(['forgotten', 'half_done']);
    } finally {
      await db.owner.query('drop table forgotten, half_done');
    }
  });

  it('gives the system role across tenants only work, never content', async () => {
    const open = (await tables()).flatMap((t) => t.policies.filter((p) => p.roles.includes('countersign_system') && p.using === 'true').map(() => t.name));
    expect(open.sort()).toEqual(['data_sources', 'idempotent_requests', 'idempotent_requests', 'jobs', 'outbox', 'pack_proof_runs', 'pack_releases', 'packs', 'process_beats', 'result_exports', 'runs', 'verified_queries']);
    for (const content of ['files from pack_releases', 'report from pack_releases', 'statements from pack_proof_runs', 'results from pack_proof_runs', 'body from verified_queries', 'key from idempotent_requests', 'manifest from result_exports', 'by from result_exports']) await expect(system.query(`select ${content}`)).rejects.toMatchObject({ code: '42501' });
    await expect(system.query('select question from jobs')).rejects.toMatchObject({ code: '42501' });
    for (const secret of ['sealed_credential', 'host', 'username']) await expect(system.query(`select ${secret} from data_sources`)).rejects.toMatchObject({ code: '42501' });
    await expect(system.query('update jobs set version = 9')).rejects.toMatchObject({ code: '42501' });
    expect((await system.query('select id from jobs')).rowCount).toBeGreaterThan(0);
    for (const table of ['sessions', 'people', 'tenants', 'role_assignments']) expect([table, (await system.query(`select 1 from ${table}`)).rowCount]).toEqual([table, 0]);
  });

  it('shows a query without a tenant nothing, in any table', async () => {
    const owner = (await db.owner.query<{ n: string }>('select count(*) as n from people')).rows[0]!;
    expect(Number(owner.n)).toBe(12);
    for (const t of await tables()) {
      if (t.name in NO_POLICY_NEEDED || t.name === 'process_beats') continue;
      expect([t.name, (await app.query(`select 1 from ${t.name}`)).rowCount]).toEqual([t.name, 0]);
    }
  });

  it('lets a query without a tenant insert, change and delete nothing', async () => {
    await expect(app.query("insert into groups (tenant_id, id, name) values ($1, $2, 'x')", [hanbit.id, randomUUID()])).rejects.toMatchObject({ code: '42501' });
    await expect(app.query("insert into tenants (id, name, slug) values ($1, 'x', 'x')", [randomUUID()])).rejects.toMatchObject({ code: '42501' });
    expect((await app.query("update people set name = 'x'")).rowCount).toBe(0);
    expect((await app.query('delete from people')).rowCount).toBe(0);
  });

  it('shows another tenant nothing of this one, and lets it write nothing here', async () => {
    const client = await app.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.tenant_id', $1, true)", [northwind.id]);
      for (const t of await tables()) {
        if (!t.has_tenant) continue;
        expect([t.name, (await client.query(`select 1 from ${t.name} where tenant_id <> $1`, [northwind.id])).rowCount]).toEqual([t.name, 0]);
      }
      expect((await client.query('update people set name = name where tenant_id = $1', [hanbit.id])).rowCount).toBe(0);
      // moving one's own row over, too
      await expect(client.query('update people set tenant_id = $1 where id = $2', [hanbit.id, personOf('analyst', northwind).id])).rejects.toMatchObject({ code: '42501' });
    } finally {
      await client.query('rollback');
      client.release();
    }
  });

  it('forgets the tenant when the transaction ends', async () => {
    const client = await app.connect();
    try {
      await client.query('begin');
      await client.query("select set_config('app.tenant_id', $1, true)", [hanbit.id]);
      expect((await client.query('select 1 from people')).rowCount).toBe(6);
      await client.query('commit');
      expect((await client.query('select 1 from people')).rowCount).toBe(0);
      await client.query('select job_load($1, $2)', [hanbit.id, randomUUID()]);
      expect((await client.query('select 1 from people')).rowCount).toBe(0);
    } finally {
      client.release();
    }
  });

  it('finds a session by its exact hash only', async () => {
    expect(await store.identity.bySession('h'.repeat(64))).toMatchObject({ kind: 'person', email: 'analyst@hanbit.example', roles: ['analyst'], tenant: { slug: 'hanbit' }, csrfToken: 'c', scopes: [] });
    expect(await store.identity.bySession('%')).toBeUndefined();
    expect(await store.identity.bySession('')).toBeUndefined();
    expect(await store.identity.credentials('ANALYST@hanbit.example')).toMatchObject({ tenantId: hanbit.id });
    expect(await store.identity.credentials('nobody@hanbit.example')).toBeUndefined();
  });
});

describe('the login of the processes', () => {
  it('is neither superuser nor owner, bypasses nothing, and inherits nothing', async () => {
    const { rows } = await db.owner.query(`
      select rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb, rolinherit, rolcanlogin from pg_roles
      where rolname in ('store_isolation_login', 'countersign_app', 'countersign_system') order by 1`);
    const harmless = { rolsuper: false, rolbypassrls: false, rolcreaterole: false, rolcreatedb: false, rolinherit: false };
    expect(rows).toEqual([
      { rolname: 'countersign_app', ...harmless, rolcanlogin: false }, { rolname: 'countersign_system', ...harmless, rolcanlogin: false }, { rolname: 'store_isolation_login', ...harmless, rolcanlogin: true },
    ]);
    const owned = await db.owner.query("select relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname in ('store_isolation_login', 'countersign_app', 'countersign_system')");
    expect(owned.rows).toEqual([]);
  });

  it('can read nothing before it takes a role', async () => {
    const bare = new pg.Client({ connectionString: db.databaseUrl });
    await bare.connect();
    await expect(bare.query('select 1 from jobs')).rejects.toMatchObject({ code: '42501' });
    await expect(bare.query('create table mine (x int)')).rejects.toMatchObject({ code: '42501' });
    await expect(bare.query('create temporary table mine (x int)')).rejects.toMatchObject({ code: '42501' });
    await bare.end();
  });

  it('is refused by the store when it is a superuser', async () => {
    await expect(createStore({ databaseUrl: db.ownerUrl, applicationName: 'test' })).rejects.toMatchObject({ kind: 'internal', params: { reason: 'store-login' } });
  });

  it('acts as the app role even when its address asks for other options', async () => {
    const other = await createStore({ databaseUrl: `${db.databaseUrl}?options=-c%20role%3Dcountersign_system`, applicationName: 'test', poolSize: 2 });
    expect(await other.access.person(hanbit.id, personOf('analyst').id)).toMatchObject({ name: 'Analyst' });
    await other.close();
  });
});

describe('what is written once', () => {
  it('has no right to change or delete for the app role', async () => {
    for (const table of ['job_events', 'audit_records', 'pack_versions']) {
      for (const statement of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`, `truncate ${table}`]) await expect(app.query(statement)).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('stays even for the owner of the tables', async () => {
    for (const table of ['job_events', 'audit_records', 'pack_versions']) {
      for (const statement of [`update ${table} set tenant_id = tenant_id`, `delete from ${table}`, `truncate ${table} cascade`]) await expect(db.owner.query(statement)).rejects.toMatchObject({ code: 'CS003' });
    }
  });
});
