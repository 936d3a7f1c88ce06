import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { postgresLab } from '../spec/postgres-lab.js';

/** One right beyond reading → how it is given and how it is taken back by hand. */
const RIGHTS: [right: string, give: string, takeBack: string][] = [
  ['INSERT on a table', 'GRANT INSERT ON notes TO :me', 'REVOKE INSERT ON notes FROM :me'],
  ['UPDATE on one column', 'GRANT UPDATE (body) ON notes TO :me', 'REVOKE UPDATE (body) ON notes FROM :me'],
  ['TRUNCATE', 'GRANT TRUNCATE ON notes TO :me', 'REVOKE TRUNCATE ON notes FROM :me'],
  ['DELETE for everyone', 'GRANT DELETE ON notes TO PUBLIC', 'REVOKE DELETE ON notes FROM PUBLIC'],
  ['passing SELECT on', 'GRANT SELECT ON notes TO :me WITH GRANT OPTION', 'REVOKE GRANT OPTION FOR SELECT ON notes FROM :me'],
  ['a sequence', 'GRANT USAGE ON SEQUENCE notes_id_seq TO :me', 'REVOKE USAGE ON SEQUENCE notes_id_seq FROM :me'],
  ['CREATE in a schema', 'GRANT CREATE ON SCHEMA public TO :me', 'REVOKE CREATE ON SCHEMA public FROM :me'],
  ['CREATE in a schema for everyone', 'GRANT CREATE ON SCHEMA public TO PUBLIC', 'REVOKE CREATE ON SCHEMA public FROM PUBLIC'],
  ['CREATE in the database', 'GRANT CREATE ON DATABASE :db TO :me', 'REVOKE CREATE ON DATABASE :db FROM :me'],
  ['owning a table', 'CREATE TABLE mine (); ALTER TABLE mine OWNER TO :me', 'DROP TABLE mine'],
  ['owning a function', 'CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$; ALTER FUNCTION mine OWNER TO :me', 'DROP FUNCTION mine'],
  ['owning a schema', 'CREATE SCHEMA mine AUTHORIZATION :me', 'DROP SCHEMA mine'],
  ['owning the database', 'ALTER DATABASE :db OWNER TO :me', 'ALTER DATABASE :db OWNER TO CURRENT_USER; REVOKE CREATE, TEMPORARY ON DATABASE :db FROM :me'],
  ['CREATEROLE', 'ALTER ROLE :me CREATEROLE', 'ALTER ROLE :me NOCREATEROLE'],
  ['CREATEDB', 'ALTER ROLE :me CREATEDB', 'ALTER ROLE :me NOCREATEDB'],
  ['superuser', 'ALTER ROLE :me SUPERUSER', 'ALTER ROLE :me NOSUPERUSER'],
  ['writing all data', 'GRANT pg_write_all_data TO :me', 'REVOKE pg_write_all_data FROM :me'],
  ['running programs', 'GRANT pg_execute_server_program TO :me', 'REVOKE pg_execute_server_program FROM :me'],
  ['signalling others', 'GRANT pg_signal_backend TO :me', 'REVOKE pg_signal_backend FROM :me'],
  ['a role that writes', 'GRANT :writer TO :me', 'REVOKE :writer FROM :me'],
  ['a role that writes, only by SET ROLE', 'ALTER ROLE :me NOINHERIT; GRANT :writer TO :me', 'REVOKE :writer FROM :me; ALTER ROLE :me INHERIT'],
  ['reading server files', 'GRANT EXECUTE ON FUNCTION pg_read_file(text) TO :me', 'REVOKE EXECUTE ON FUNCTION pg_read_file(text) FROM :me'],
];

describe('the read-only proof on PostgreSQL', () => {
  let lab: Awaited<ReturnType<typeof postgresLab>>;
  let sources: Sources;
  const admin = async (text: string) => void (await lab.admin.query(text.replaceAll(':me', lab.names.reader).replaceAll(':writer', lab.names.writer).replaceAll(':db', lab.names.database)));
  const probe = () => sources.probe('t', lab.source);
  const readOnly = async () => (await probe()).steps.find((s) => s.check === 'read-only')!;

  beforeAll(async () => {
    lab = await postgresLab(process.env['TEST_POSTGRES_URL']!);
    sources = createSources({ credential: lab.credential });
  });
  afterAll(async () => {
    await sources.close();
    await lab.close();
  });

  it('passes an account that only reads, and gives its catalogue', async () => {
    const report = await probe();
    expect(report.steps.map((s) => [s.check, s.status])).toEqual([['reach', 'pass'], ['tls', 'note'], ['sign-in', 'pass'], ['read-only', 'pass'], ['explain', 'pass'], ['charset', 'pass'], ['clock', 'pass'], ['catalogue', 'pass']]);
    expect(report.status).toBe('ready');
    expect(report.catalogue?.tables.map((t) => t.name)).toEqual(['notes']);
  });

  describe('refuses', () => {
    let undo = '';
    afterEach(() => admin(undo));
    it.each(RIGHTS)('%s', async (_right, give, takeBack) => {
      undo = takeBack;
      await admin(give);
      const report = await probe();
      expect(report.status).toBe('refused');
      expect(report.catalogue).toBeNull();
      expect(report.steps.find((s) => s.check === 'read-only')).toMatchObject({ status: 'fail', fix: expect.stringMatching(/REVOKE|ALTER ROLE|CREATE ROLE/) });
    });
  });

  describe('prints a script that, run as it is, makes the account pass:', () => {
    const CURABLE = RIGHTS.filter(([right]) => !right.startsWith('owning') && right !== 'superuser');
    it.each(CURABLE)('%s', async (_right, give, takeBack) => {
      await admin(give);
      const { fix } = await readOnly();
      await lab.admin.query(fix!);
      expect((await readOnly()).status).toBe('pass');
      await admin(takeBack);
    });
  });

  it('notes what can’t change data: temporary tables, definer functions, large objects', async () => {
    await admin('GRANT TEMPORARY ON DATABASE :db TO PUBLIC; GRANT EXECUTE ON FUNCTION lo_create(oid) TO PUBLIC; CREATE FUNCTION definer() RETURNS int LANGUAGE sql SECURITY DEFINER AS $$ SELECT 1 $$');
    const step = await readOnly();
    expect(step.status).toBe('note');
    expect(step.detail).toMatch(/TEMPORARY/);
    expect(step.detail).toMatch(/lo_create/);
    expect(step.detail).toMatch(/definer/);
    await lab.admin.query(step.fix!);
    await admin('DROP FUNCTION definer');
    expect((await readOnly()).status).toBe('pass');
  });

  it('leaves the rights of another role alone and takes the account out of it', async () => {
    await admin('GRANT :writer TO :me');
    expect((await readOnly()).fix).toBe(`REVOKE ${lab.names.writer} FROM ${lab.names.reader};`);
    await admin('REVOKE :writer FROM :me');
  });

  it('quotes hostile names in the script', async () => {
    await lab.admin.query('CREATE TABLE "x""; DROP TABLE notes; --" (id int)');
    await admin('GRANT INSERT ON "x""; DROP TABLE notes; --" TO :me');
    const { fix } = await readOnly();
    await lab.admin.query(fix!);
    expect((await lab.admin.query('SELECT count(*) FROM notes')).rowCount).toBe(1);
    await lab.admin.query('DROP TABLE "x""; DROP TABLE notes; --"');
    expect((await readOnly()).status).toBe('pass');
  });

  it('holds alone: with no gate, no transaction and the simple protocol, the account writes nothing', async () => {
    const before = await lab.written();
    const url = { host: lab.source.host, port: lab.source.port, database: lab.names.database, user: lab.names.reader, password: lab.password };
    for (const sql of [...lab.writes, 'SET default_transaction_read_only = off', ...lab.writes]) {
      const client = new Client(url);
      client.on('error', () => undefined);
      await client.connect();
      await client.query('SET lock_timeout = 500');
      await client.query(sql).catch(() => undefined);
      await client.query(lab.writes[0]!).catch(() => undefined);
      await client.end();
    }
    expect(await lab.written()).toBe(before);
  });

  it('says where it failed: unreachable, wrong password, no such database, no TLS', async () => {
    const steps = async (more: object, password?: string) => {
      const own = createSources({ credential: async (t, id) => ({ ...(await lab.credential(t, id)), ...(password === undefined ? {} : { password }) }) });
      const { status, steps: found, catalogue } = await own.probe('t', { ...lab.source, ...more });
      await own.close();
      expect(catalogue).toBeNull();
      expect(JSON.stringify(found)).not.toContain(lab.password);
      return [status, ...found.filter((s) => s.status === 'fail').map((s) => s.check)];
    };
    expect(await steps({ port: 1 })).toEqual(['unreachable', 'reach']);
    expect(await steps({ host: '/var/run/postgresql' })).toEqual(['unreachable', 'reach']);
    expect(await steps({}, 'wrong')).toEqual(['unreachable', 'sign-in']);
    expect(await steps({ database: 'no_such_database' })).toEqual(['unreachable', 'reach']);
    expect(await steps({ tls: 'verify' })).toEqual(['refused', 'tls']);
  });
});
