import { randomBytes } from 'node:crypto';
import { dial } from '../hana/connect.js';
import { hanaSource, labOf } from './hana-lab.js';
import type { SourceLab } from './source-lab.js';

/** A query can't wait here, so it computes: long, and stopped like any other. */
const SLEEP = `CREATE FUNCTION lab_sleep(seconds INTEGER) RETURNS slept NVARCHAR(10) AS BEGIN
  DECLARE until TIMESTAMP := ADD_SECONDS(CURRENT_UTCTIMESTAMP, :seconds); DECLARE n BIGINT := 0;
  WHILE n < 100000000000 AND SECONDS_BETWEEN(CURRENT_UTCTIMESTAMP, :until) > 0 DO n = :n + 1; END WHILE; slept = 'slept'; END`;
const CLOB = `CREATE FUNCTION lab_clob(bytes INTEGER) RETURNS big NCLOB AS BEGIN big = RPAD(TO_NCLOB('x'), :bytes, 'x'); END`;
const SNEAK = `CREATE PROCEDURE lab_sneak() LANGUAGE SQLSCRIPT AS BEGIN INSERT INTO lab_notes VALUES (8, 'sneaked'); END`;

/** The contract's lab on a live server: hana://administrator:password@host:port/DATABASE. Accounts and a schema of its own, dropped at the end. */
export async function liveHanaLab(url: string): Promise<SourceLab> {
  const at = new URL(url);
  const tag = randomBytes(3).toString('hex').toUpperCase();
  const names = { schema: `LAB_${tag}`, reader: `LAB_READER_${tag}`, writer: `LAB_WRITER_${tag}` };
  const password = `Lab_${randomBytes(8).toString('hex')}`;
  const database = at.pathname.slice(1);
  const place = hanaSource(at.hostname, Number(at.port || 39041), database, at.username);
  const admin = await dial(place, { username: at.username, password: decodeURIComponent(at.password) }, { maxConnections: 1, connectTimeoutMs: 15_000, deadlineGraceMs: 500, cancelConfirmMs: 2_000 }, () => undefined);
  // Each statement in a transaction of its own, so that figures about sessions are fresh.
  const ask = async (sql: string) => {
    const rows = await admin.ask(sql);
    await admin.commit();
    return rows;
  };
  const count = async (sql: string) => Number((await ask(sql))[0]?.[0]);

  for (const name of [names.reader, names.writer]) {
    await ask(`CREATE RESTRICTED USER ${name} PASSWORD "${password}" NO FORCE_FIRST_PASSWORD_CHANGE`);
    await ask(`ALTER USER ${name} ENABLE CLIENT CONNECT`);
  }
  for (const sql of [`CREATE SCHEMA ${names.schema}`, `SET SCHEMA ${names.schema}`, 'CREATE COLUMN TABLE lab_notes (id INTEGER, body NVARCHAR(100))', `INSERT INTO lab_notes VALUES (1, 'one')`, SLEEP, CLOB, SNEAK]) await ask(sql);
  await ask(`GRANT SELECT, EXECUTE ON SCHEMA ${names.schema} TO ${names.reader}`);
  await ask(`GRANT SELECT, EXECUTE, INSERT, UPDATE, DELETE, CREATE ANY, ALTER, DROP ON SCHEMA ${names.schema} TO ${names.writer}`);

  const ours = `USER_NAME IN ('${names.reader}', '${names.writer}') AND CONNECTION_ID > 0 AND OWN = 'FALSE'`;
  return {
    ...labOf({ ...place, database: `${database}/${names.schema}`, username: names.reader }, names.writer),
    credential: async (_tenant, id) => ({ username: id.endsWith('b') ? names.writer : names.reader, password }),
    written: async () => JSON.stringify([await ask('SELECT id, body FROM lab_notes ORDER BY 1, 2'), await ask(`SELECT OBJECT_NAME FROM SYS.OBJECTS WHERE SCHEMA_NAME = '${names.schema}' ORDER BY 1`)]),
    sessions: () => count(`SELECT COUNT(*) FROM SYS.M_CONNECTIONS WHERE ${ours}`),
    active: () => count(`SELECT COUNT(*) FROM SYS.M_CONNECTIONS WHERE ${ours} AND CONNECTION_STATUS = 'RUNNING'`),
    sleeping: () => count(`SELECT COUNT(*) FROM SYS.M_ACTIVE_STATEMENTS s JOIN SYS.M_CONNECTIONS c ON c.CONNECTION_ID = s.CONNECTION_ID WHERE c.USER_NAME IN ('${names.reader}', '${names.writer}') AND TO_NVARCHAR(s.STATEMENT_STRING) LIKE 'SELECT lab_sleep%'`),
    killSessions: async () => {
      for (const [id] of await ask(`SELECT CONNECTION_ID FROM SYS.M_CONNECTIONS WHERE ${ours}`)) await ask(`ALTER SYSTEM DISCONNECT SESSION '${id}'`);
    },
    close: async () => {
      for (const sql of [`DROP USER ${names.reader} CASCADE`, `DROP USER ${names.writer} CASCADE`, `DROP SCHEMA ${names.schema} CASCADE`]) await ask(sql);
      await admin.end();
    },
  };
}
