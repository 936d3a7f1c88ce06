import { randomBytes } from 'node:crypto';
import { dial } from '../oracle/connect.js';
import { labOf, oracleSource } from './oracle-lab.js';
import type { SourceLab } from './source-lab.js';

const MS = 30_000;
/** Works without a package that only newer servers grant to everybody, and is stopped like any statement. */
const SLEEP = `CREATE FUNCTION lab_sleep(seconds NUMBER) RETURN VARCHAR2 IS until TIMESTAMP := SYSTIMESTAMP + NUMTODSINTERVAL(seconds, 'SECOND'); BEGIN WHILE SYSTIMESTAMP < until LOOP NULL; END LOOP; RETURN 'slept'; END;`;
const CLOB = `CREATE FUNCTION lab_clob(bytes NUMBER) RETURN CLOB IS c CLOB; BEGIN DBMS_LOB.CREATETEMPORARY(c, TRUE); WHILE DBMS_LOB.GETLENGTH(c) < bytes LOOP DBMS_LOB.WRITEAPPEND(c, 30000, RPAD('x', 30000, 'x')); END LOOP; RETURN c; END;`;
const SNEAK = `CREATE FUNCTION lab_sneak RETURN NUMBER IS BEGIN INSERT INTO lab_notes (body) VALUES ('sneaked'); RETURN 1; END;`;

/** The contract's lab on a live server: oracle://administrator:password@host:port/service. Accounts and a schema of its own, dropped at the end. */
export async function liveOracleLab(url: string, dialect: 'oracle' | 'oracle11'): Promise<SourceLab> {
  const at = new URL(url);
  const tag = randomBytes(3).toString('hex').toUpperCase();
  const names = { owner: `LAB_OWNER_${tag}`, reader: `LAB_READER_${tag}`, writer: `LAB_WRITER_${tag}` };
  const password = `Lab_${randomBytes(8).toString('hex')}`;
  const settings = { maxConnections: 1, connectTimeoutMs: 15_000, deadlineGraceMs: 500, cancelConfirmMs: 2_000, ...(process.env['COUNTERSIGN_ORACLE_CLIENT_DIR'] === undefined ? {} : { oracleClientDir: process.env['COUNTERSIGN_ORACLE_CLIENT_DIR'] }) };
  const service = at.pathname.slice(1);
  const place = { ...oracleSource(at.hostname, Number(at.port || 1521), service, at.username), dialect };
  const admin = await dial(place, { username: at.username, password: decodeURIComponent(at.password) }, settings, () => undefined);
  const ask = (sql: string) => admin.ask(sql, {}, MS);
  const count = async (sql: string) => Number((await ask(sql))[0]?.[0]);

  for (const name of Object.values(names)) await ask(`CREATE USER ${name} IDENTIFIED BY "${password}" QUOTA UNLIMITED ON users`);
  await ask(`ALTER SESSION SET CURRENT_SCHEMA = ${names.owner}`);
  for (const sql of ['CREATE TABLE lab_notes (id NUMBER, body VARCHAR2(100))', `INSERT INTO lab_notes VALUES (1, 'one')`, 'COMMIT', SLEEP, CLOB, SNEAK]) await ask(sql);
  for (const name of [names.reader, names.writer]) {
    for (const right of ['CREATE SESSION TO', `SELECT ON lab_notes TO`, 'EXECUTE ON lab_sleep TO', 'EXECUTE ON lab_clob TO', 'EXECUTE ON lab_sneak TO']) await ask(`GRANT ${right} ${name}`);
  }
  await ask(`GRANT CREATE TABLE, CREATE PROCEDURE, CREATE ANY TABLE, ALTER ANY TABLE, DROP ANY TABLE TO ${names.writer}`);
  await ask(`GRANT INSERT, UPDATE, DELETE, ALTER ON lab_notes TO ${names.writer}`);

  const ours = `username IN ('${names.reader}', '${names.writer}')`;
  return {
    ...labOf({ ...place, database: `${service}/${names.owner}`, username: names.reader }, names.writer),
    credential: async (_tenant, id) => ({ username: id.endsWith('b') ? names.writer : names.reader, password }),
    written: async () => JSON.stringify([await ask('SELECT id, body FROM lab_notes ORDER BY 1, 2'), await ask(`SELECT owner, object_name FROM all_objects WHERE owner LIKE 'LAB\\_%\\_${tag}' ESCAPE '\\' ORDER BY 1, 2`)]),
    sessions: () => count(`SELECT COUNT(*) FROM v$session WHERE ${ours}`),
    active: () => count(`SELECT COUNT(*) FROM v$session WHERE ${ours} AND status = 'ACTIVE'`),
    sleeping: () => count(`SELECT COUNT(*) FROM v$session s JOIN v$sql q ON q.sql_id = s.sql_id WHERE ${ours} AND status = 'ACTIVE' AND q.sql_text LIKE 'SELECT lab_sleep%'`),
    killSessions: async () => {
      for (const [sid, serial] of await ask(`SELECT sid, serial# FROM v$session WHERE ${ours}`)) await ask(`ALTER SYSTEM DISCONNECT SESSION '${sid},${serial}' IMMEDIATE`);
    },
    close: async () => {
      for (const name of Object.values(names)) await ask(`DROP USER ${name} CASCADE`);
      await admin.end();
    },
  };
}
