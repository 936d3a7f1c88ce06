import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreshDatabase, freshDatabase } from './spec/fresh-database.js';
import { hanbit, northwind, openSmallWorld, personOf } from './spec/small-world.js';
import type { Store } from './store.js';

let db: FreshDatabase;
let store: Store;
beforeAll(async () => {
  db = await freshDatabase('live');
  ({ store } = await openSmallWorld(db, 4));
});
afterAll(async () => {
  await store?.close();
  await db?.drop();
});

const about = { askerId: personOf('analyst').id, approverId: personOf('approver').id, dataSourceId: hanbit.dataSourceId, packId: 'commerce', ruleAuthors: true };
const live = () => store.access.live(hanbit.id, about);
const version = async (tenant = hanbit): Promise<string> => (await db.owner.query<{ version: string }>('select version from live_versions where tenant_id = $1', [tenant.id])).rows[0]!.version;

describe('the live facts that are held', () => {
  it('stand on tables that all give them another version', async () => {
    const { rows: [{ bodies }] } = await db.owner.query(`select string_agg(prosrc, ' ') as bodies from pg_proc where proname in ('live_facts', 'person_live', 'grant_json', 'data_source_load')`);
    const { rows: tables } = await db.owner.query(`select c.relname as name, exists (select 1 from pg_trigger t where t.tgrelid = c.oid and t.tgname = 'live_changed' and t.tgenabled = 'O') as counted from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`);
    const read = tables.filter(({ name }) => new RegExp(`\\b(from|join)\\s+${name}\\b`).test(bodies));
    expect(read.length).toBeGreaterThan(8);
    expect(read.filter(({ counted }) => !counted)).toEqual([]);
  });

  it.each([
    ['a grant that ends', `update grants set revoked_at = now() where tenant_id = $1`, (rows: Awaited<ReturnType<typeof live>>) => rows.grants.length === 0],
    ['a role that is taken', `delete from role_assignments where tenant_id = $1 and role = 'analyst'`, (rows) => rows.asker?.roles.length === 0],
    ['a person who leaves a group', `delete from group_members where tenant_id = $1`, (rows) => rows.asker?.groups.length === 0],
    ['a person who is disabled', `update people set disabled_at = now() where tenant_id = $1 and email like 'approver@%'`, (rows) => rows.approver === undefined],
    ['a policy that is switched off', `update policies set enabled = false where tenant_id = $1`, (rows) => rows.policies.policies.length === 0],
    ['the count of policies', `update tenants set policy_version = 77 where id = $1`, (rows) => rows.policies.version === 77],
    ['a source that is disabled', `update data_sources set status = 'disabled' where tenant_id = $1`, (rows) => rows.source?.status === 'disabled'],
    ['a pack that is rolled back', `update packs set current_version = 1 where tenant_id = $1`, (rows) => rows.packVersion === 1],
  ] satisfies [string, string, (rows: Awaited<ReturnType<typeof live>>) => boolean][])('follow %s, seen by who held them before', async (_what, sql, isSo) => {
    await live();
    const before = await version();
    await db.owner.query(sql, [hanbit.id]);
    expect(isSo(await live())).toBe(true);
    expect(await version()).not.toBe(before);
  });

  it('get a version of the organization that a transaction touched alone, and none from one that was taken back', async () => {
    const [ours, theirs] = [await version(), await version(northwind)];
    await db.owner.query(`begin; update people set name = name || ' ' where tenant_id = '${hanbit.id}'; update people set name = trim(name) where tenant_id = '${hanbit.id}'; commit`);
    const now = await version();
    await db.owner.query(`begin; update people set name = 'x'; rollback`);
    expect(now).not.toBe(ours);
    expect([await version(), await version(northwind)]).toEqual([now, theirs]);
  });

  it('are not sent again while nothing changed', async () => {
    const { rows: [{ result }] } = await db.owner.query('select live_facts_since($1, $2, $3, $4, $5, null, true, $6) as result', [hanbit.id, about.askerId, about.approverId, about.dataSourceId, about.packId, await version()]);
    expect(result).toEqual({ version: await version(), facts: null });
    expect(await live()).toEqual(await live());
  });
});
