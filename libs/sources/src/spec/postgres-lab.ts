import { randomBytes } from 'node:crypto';
import type { DataSource } from '@countersign/contracts';
import { Client } from 'pg';
import type { SourceLab } from './source-lab.js';

/** Tables, an open account and a closed one, in a database of their own on the test server. */
export async function postgresLab(adminUrl: string): Promise<SourceLab & { admin: Client; password: string; names: { database: string; reader: string; writer: string } }> {
  const tag = randomBytes(4).toString('hex');
  const names = { database: `sources_lab_${tag}`, reader: `sources_reader_${tag}`, writer: `sources_writer_${tag}` };
  const password = `pass'word ${tag}`;
  const root = new Client({ connectionString: adminUrl });
  await root.connect();
  await root.query(`CREATE DATABASE ${names.database} TEMPLATE template0 ENCODING 'UTF8'`);
  for (const role of [names.reader, names.writer]) await root.query(`CREATE ROLE ${role} LOGIN PASSWORD ${root.escapeLiteral(password)}`);
  const url = new URL(adminUrl);
  url.pathname = `/${names.database}`;
  const admin = new Client({ connectionString: url.href });
  admin.on('error', () => undefined);
  await admin.connect();
  for (const statement of setup(names)) await admin.query(statement);

  const ours = `usename = ANY (ARRAY['${names.reader}', '${names.writer}'])`;
  const count = async (text: string) => Number((await root.query<{ n: string }>(text)).rows[0]?.n);
  const source = sourceOf(url, names.database, names.reader);
  return {
    admin,
    names,
    password,
    source,
    writer: { ...source, id: '018f0000-0000-7000-8000-00000000000b', username: names.writer },
    credential: async (_tenant, id) => ({ username: id.endsWith('b') ? names.writer : names.reader, password }),
    sql: {
      rows: (n) => `SELECT g AS n, 'row ' || g AS label FROM generate_series(1, ${n}) g`,
      none: `SELECT g AS n, 'row ' || g AS label FROM generate_series(1, 1) g WHERE 1 = 0`,
      wide: (n, bytes) => `SELECT repeat('x', ${bytes} + (0 * g)) AS filler FROM generate_series(1, ${n}) g`,
      sleep: (seconds) => `SELECT pg_sleep(${seconds})::text AS slept`,
      failing: 'SELECT 10 / (5000 - g) AS n FROM generate_series(1, 10000) g',
      unknownColumn: 'SELECT no_such_column FROM public.notes',
    },
    writes: WRITES,
    written: async () => {
      const found = await admin.query(`SELECT (SELECT count(*) FROM notes) || ' ' || (SELECT coalesce(string_agg(body, ',' ORDER BY id), '') FROM notes) || ' ' || (SELECT last_value || CASE WHEN is_called THEN 'called' ELSE '' END FROM notes_id_seq) || ' ' ||
        (SELECT count(*) FROM pg_class) || ' ' || (SELECT count(*) FROM pg_proc) || ' ' || (SELECT count(*) FROM pg_largeobject_metadata) || ' ' || (SELECT count(*) FROM pg_roles WHERE rolname LIKE '%${tag}%') AS mark`);
      return String((found.rows as { mark: string }[])[0]?.mark);
    },
    sessions: () => count(`SELECT count(*) AS n FROM pg_stat_activity WHERE ${ours}`),
    active: () => count(`SELECT count(*) AS n FROM pg_stat_activity WHERE ${ours} AND state = 'active'`),
    sleeping: () => count(`SELECT count(*) AS n FROM pg_stat_activity WHERE ${ours} AND wait_event = 'PgSleep'`),
    killSessions: async () => void (await root.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE ${ours}`)),
    close: async () => {
      await admin.end();
      await root.query(`DROP DATABASE ${names.database} WITH (FORCE)`);
      await root.query(`DROP ROLE ${names.reader}, ${names.writer}`);
      await root.end();
    },
  };
}

function sourceOf(url: URL, database: string, username: string): DataSource {
  return {
    id: '018f0000-0000-7000-8000-00000000000a', name: 'lab', engine: 'postgres', dialect: 'postgres',
    host: url.hostname, port: Number(url.port || 5432), database, username, tls: 'off', zone: 'default', revision: 1, status: 'ready',
    caps: { maxRows: 1_000_000, maxBytes: 200_000_000, timeoutMs: 10_000, maxCost: null, maxEstimatedRows: null },
    maxSubqueryDepth: 3, probe: null, catalogue: null,
  };
}

function setup(names: { database: string; reader: string; writer: string }): string[] {
  return [
    `REVOKE CREATE, TEMPORARY ON DATABASE ${names.database} FROM PUBLIC`,
    ...['lo_creat(integer)', 'lo_create(oid)', 'lo_from_bytea(oid, bytea)'].map((f) => `REVOKE EXECUTE ON FUNCTION pg_catalog.${f} FROM PUBLIC`),
    `CREATE TABLE notes (id serial PRIMARY KEY, body text NOT NULL)`,
    `INSERT INTO notes (body) VALUES ('one'), ('two')`,
    `CREATE FUNCTION sneak() RETURNS int LANGUAGE sql VOLATILE AS $$ INSERT INTO public.notes (body) VALUES ('sneaked') RETURNING id $$`,
    `CREATE FUNCTION mislabelled() RETURNS int LANGUAGE plpgsql IMMUTABLE AS $$ BEGIN INSERT INTO public.notes (body) VALUES ('while planning'); RETURN 1; END $$`,
    `GRANT USAGE ON SCHEMA public TO ${names.reader}, ${names.writer}`,
    `GRANT SELECT ON notes TO ${names.reader}`,
    `GRANT ALL ON notes, notes_id_seq TO ${names.writer}`,
    `GRANT CREATE ON SCHEMA public TO ${names.writer}`,
    `GRANT CREATE, TEMPORARY ON DATABASE ${names.database} TO ${names.writer}`,
    `GRANT EXECUTE ON FUNCTION lo_create(oid), lo_from_bytea(oid, bytea) TO ${names.writer}`,
  ];
}

const INSERT = `INSERT INTO public.notes (body) VALUES ('written')`;
const WRITES = [
  INSERT,
  `UPDATE public.notes SET body = 'changed'`,
  `DELETE FROM public.notes`,
  `TRUNCATE public.notes`,
  `MERGE INTO public.notes n USING (VALUES (1)) v (id) ON n.id = v.id WHEN MATCHED THEN UPDATE SET body = 'merged'`,
  `WITH gone AS (DELETE FROM public.notes RETURNING id) SELECT count(*) FROM gone`,
  `WITH added AS (${INSERT} RETURNING id) SELECT id FROM added`,
  `SELECT * INTO public.copied FROM public.notes`,
  `CREATE TABLE public.copied AS SELECT * FROM public.notes`,
  `CREATE TEMPORARY TABLE copied AS SELECT * FROM public.notes`,
  `CREATE FUNCTION public.planted() RETURNS int LANGUAGE sql AS 'SELECT 1'`,
  `DROP TABLE public.notes`,
  `COPY public.notes FROM PROGRAM 'echo 9'`,
  `COPY (SELECT 1) TO PROGRAM 'true'`,
  `DO $$ BEGIN ${INSERT}; END $$`,
  `CALL public.sneak()`,
  `SELECT public.sneak()`,
  `SELECT public.mislabelled()`,
  `SELECT nextval('public.notes_id_seq')`,
  `SELECT setval('public.notes_id_seq', 999)`,
  `SELECT id FROM public.notes FOR UPDATE`,
  `SELECT lo_create(0)`,
  `SELECT lo_from_bytea(0, 'x')`,
  `SELECT query_to_xml('${INSERT.replaceAll("'", "''")}', true, false, '')`,
  `SELECT 1; ${INSERT}`,
  `SELECT 1; COMMIT; ${INSERT}`,
  `COMMIT; ${INSERT}`,
  `COMMIT`,
  `ROLLBACK; BEGIN READ WRITE; ${INSERT}; COMMIT`,
  `BEGIN READ WRITE`,
  `SET TRANSACTION READ WRITE`,
  `SET default_transaction_read_only = off`,
  `SET SESSION CHARACTERISTICS AS TRANSACTION READ WRITE`,
  `RESET ALL`,
  `SELECT set_config('transaction_read_only', 'off', true), public.sneak()`,
  `SELECT set_config('default_transaction_read_only', 'off', false)`,
  `SELECT set_config('statement_timeout', '0', false)`,
  `ANALYZE) ${INSERT} --`,
  `ANALYZE ${INSERT}`,
  `PREPARE p AS ${INSERT}`,
  `EXECUTE p`,
  `DECLARE c CURSOR WITH HOLD FOR SELECT public.sneak()`,
  `LOCK TABLE public.notes`,
  `VACUUM public.notes`,
  `REFRESH MATERIALIZED VIEW public.notes`,
  `GRANT ALL ON public.notes TO PUBLIC`,
  `NOTIFY channel, 'x'`,
];
