import { randomBytes } from 'node:crypto';
import { SqlServerClient, configOf } from '../mssql/connect.js';
import { MSSQL_SQL, MSSQL_WRITES, mssqlSource } from './mssql-statements.js';
import type { SourceLab } from './source-lab.js';

const SETTINGS = { maxConnections: 1, connectTimeoutMs: 15_000, deadlineGraceMs: 500, cancelConfirmMs: 2_000 };

/** The contract's lab on a live SQL Server 2022 or later: mssql://administrator:password@host:port. A database and logins of its own, dropped at the end. */
export async function liveMssqlLab(url: string): Promise<SourceLab> {
  const at = new URL(url);
  const tag = randomBytes(3).toString('hex');
  const names = { database: `lab_${tag}`, reader: `lab_reader_${tag}`, writer: `lab_writer_${tag}` };
  const password = `Lab_${randomBytes(12).toString('hex')}`;
  const place = { host: at.hostname, port: Number(at.port || 1433) };
  const enter = async (database: string) => {
    const client = new SqlServerClient(at.username, configOf(mssqlSource({ ...place, database, username: at.username }), { username: decodeURIComponent(at.username), password: decodeURIComponent(at.password) }, SETTINGS));
    await client.dial();
    return client;
  };
  const root = await enter('master');
  await root.ask(`CREATE DATABASE ${names.database}`);
  for (const name of [names.reader, names.writer]) await root.ask(`CREATE LOGIN ${name} WITH PASSWORD = '${password}', CHECK_POLICY = OFF`);
  const admin = await enter(names.database);
  for (const sql of setup(names)) await admin.ask(sql);

  const one = async (sql: string) => (await admin.ask(sql)).rows[0]?.[0] ?? '';
  const ours = `login_name IN ('${names.reader}', '${names.writer}')`;
  const source = mssqlSource({ ...place, database: names.database, username: names.reader });
  return {
    source,
    writer: { ...source, id: '018f0000-0000-7000-8000-00000000000b', username: names.writer },
    credential: async (_tenant, id) => ({ username: id.endsWith('b') ? names.writer : names.reader, password }),
    sql: MSSQL_SQL,
    writes: MSSQL_WRITES,
    written: () => one(`SELECT CONCAT((SELECT id, body FROM dbo.notes ORDER BY id FOR JSON AUTO), (SELECT CAST(current_value AS bigint) FROM sys.sequences), '|', (SELECT COUNT(*) FROM sys.objects), '|', (SELECT COUNT(*) FROM sys.columns), '|', (SELECT COUNT(*) FROM sys.database_permissions))`),
    sessions: async () => Number(await one(`SELECT COUNT(*) FROM sys.dm_exec_sessions WHERE ${ours}`)),
    active: async () => Number(await one(`SELECT COUNT(*) FROM sys.dm_exec_requests r JOIN sys.dm_exec_sessions s ON s.session_id = r.session_id WHERE ${ours}`)),
    sleeping: async () => Number(await one(`SELECT COUNT(*) FROM sys.dm_exec_requests r JOIN sys.dm_exec_sessions s ON s.session_id = r.session_id CROSS APPLY sys.dm_exec_sql_text(r.sql_handle) t WHERE ${ours} AND t.text LIKE '%AS slept%' AND r.cpu_time > 20`)),
    killSessions: async () => {
      // One that has ended meanwhile can't be killed any more.
      for (const [id] of (await admin.ask(`SELECT session_id FROM sys.dm_exec_sessions WHERE ${ours}`)).rows) await root.ask(`KILL ${id}`).catch(() => undefined);
    },
    close: async () => {
      admin.destroy();
      await root.ask(`ALTER DATABASE ${names.database} SET SINGLE_USER WITH ROLLBACK IMMEDIATE`);
      await root.ask(`DROP DATABASE ${names.database}`);
      for (const name of [names.reader, names.writer]) await root.ask(`DROP LOGIN ${name}`);
      root.destroy();
    },
  };
}

function setup(names: { reader: string; writer: string }): string[] {
  return [
    'CREATE TABLE dbo.notes (id int IDENTITY PRIMARY KEY, body nvarchar(100) NOT NULL)',
    `INSERT INTO dbo.notes (body) VALUES (N'one'), (N'two')`,
    'CREATE SEQUENCE dbo.counter AS bigint START WITH 1',
    `CREATE PROCEDURE dbo.sneak AS INSERT INTO dbo.notes (body) VALUES (N'sneaked')`,
    ...[names.reader, names.writer].flatMap((name) => [`CREATE USER ${name} FOR LOGIN ${name}`, `GRANT SELECT ON SCHEMA::dbo TO ${name}`, `GRANT SHOWPLAN, VIEW DEFINITION TO ${name}`]),
    ...['db_datawriter', 'db_ddladmin'].map((role) => `ALTER ROLE ${role} ADD MEMBER ${names.writer}`),
    `GRANT EXECUTE, UPDATE ON SCHEMA::dbo TO ${names.writer}`,
  ];
}
