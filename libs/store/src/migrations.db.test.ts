import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase, migrate, provision } from './spec/fresh-database.js';

let db: FreshDatabase;
beforeAll(async () => {
  db = await freshDatabase('migrations');
});
afterAll(() => db?.drop());

describe('migrations', () => {
  it('leave nothing to apply, and run again without effect', async () => {
    expect(await migrate(['deploy'], db.ownerUrl)).toEqual({ code: 0, stdout: 'nothing to apply' });
    expect(await migrate(['status'], db.ownerUrl)).toEqual({ code: 0, stdout: JSON.stringify({ pending: [], edited: [], failed: [], unknown: [] }) });
  });

  it('say the same as schema.prisma', async () => {
    expect(await migrate(['diff', '--script'], db.ownerUrl)).toEqual({ code: 0, stdout: 'no drift' });
  });

  // An empty table has no statistics: of two indexes that begin with the tenant the planner may keep the wrong one, and read
  // every row of the tenant with each foreign key it checks.
  it('leave one index that begins with the tenant, the primary key, but for names of groups', async () => {
    const { rows } = await db.owner.query<{ name: string }>(`
      select c.relname as name from pg_index i
      join pg_class c on c.oid = i.indexrelid
      join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
      where c.relnamespace = 'public'::regnamespace and a.attname = 'tenant_id' and not i.indisprimary`);
    expect(rows.map((row) => row.name)).toEqual(['groups_tenant_id_name_key']);
  });

  it('let a change of the schema alone be seen as drift', async () => {
    expect((await migrate(['diff', '--from-empty'], db.ownerUrl)).code).toBe(2);
  });

  it('apply once when three starts provision one new database at the same time', async () => {
    const admin = process.env.TEST_POSTGRES_URL!;
    const url = new URL(db.databaseUrl);
    url.pathname = `/${db.name}_race`;
    try {
      const said = await Promise.all(Array.from({ length: 3 }, () => provision(admin, url.href)));
      expect(said.filter((line) => line.startsWith('applied:')).length).toBe(1);
      expect(said.filter((line) => line === 'nothing to apply').length).toBe(2);
    } finally {
      await db.owner.query(`drop database if exists ${db.name}_race with (force)`);
    }
  });

  it('refuse a login that is an administrator', async () => {
    const admin = process.env.TEST_POSTGRES_URL!;
    const url = new URL(admin);
    url.pathname = `/${db.name}`;
    await expect(provision(admin, url.href)).rejects.toThrow(/administrator rights/);
  });
});
