import { randomBytes } from 'node:crypto';
import type { DataSource } from '@countersign/contracts';
import { fakeOracleServer } from './fake-oracle-server.js';
import type { SourceLab } from './source-lab.js';

/** The lab's statements: the same texts on a real server and on the double. */
export const ORACLE_SQL: SourceLab['sql'] = {
  rows: (n) => `SELECT LEVEL AS "n", 'row ' || LEVEL AS "label" FROM dual CONNECT BY LEVEL <= ${n}`,
  none: `SELECT 1 AS "n", 'row' AS "label" FROM dual WHERE 1 = 0`,
  wide: (n, bytes) => (bytes <= 4_000 ? `SELECT RPAD('x', ${bytes}, 'x') AS "filler" FROM dual CONNECT BY LEVEL <= ${n}` : `SELECT lab_clob(${bytes}) AS "filler" FROM dual CONNECT BY LEVEL <= ${n}`),
  sleep: (seconds) => `SELECT lab_sleep(${seconds}) AS "slept" FROM dual`,
  failing: 'SELECT TRUNC(10 / (5000 - LEVEL)) AS "n" FROM dual CONNECT BY LEVEL <= 10000',
  unknownColumn: 'SELECT no_such_column FROM lab_notes',
};

const INSERT = `INSERT INTO lab_notes (body) VALUES ('written')`;
export const ORACLE_WRITES = [
  INSERT,
  `UPDATE lab_notes SET body = 'changed'`,
  'DELETE FROM lab_notes',
  'TRUNCATE TABLE lab_notes',
  `MERGE INTO lab_notes n USING dual ON (n.id = 1) WHEN MATCHED THEN UPDATE SET body = 'merged'`,
  'CREATE TABLE lab_stolen AS SELECT * FROM lab_notes',
  'CREATE TABLE lab_made (id NUMBER)',
  'ALTER TABLE lab_notes ADD extra NUMBER',
  'DROP TABLE lab_notes',
  'GRANT ALL ON lab_notes TO PUBLIC',
  'LOCK TABLE lab_notes IN EXCLUSIVE MODE',
  'SELECT id FROM lab_notes FOR UPDATE',
  'SELECT lab_sneak() FROM dual',
  `BEGIN ${INSERT}; COMMIT; END;`,
  `DECLARE PRAGMA AUTONOMOUS_TRANSACTION; BEGIN ${INSERT}; COMMIT; END;`,
  `WITH FUNCTION f RETURN NUMBER IS PRAGMA AUTONOMOUS_TRANSACTION; BEGIN ${INSERT}; COMMIT; RETURN 1; END; SELECT f FROM dual`,
  `SELECT /*+ WITH_PLSQL */ * FROM (WITH FUNCTION f RETURN NUMBER IS PRAGMA AUTONOMOUS_TRANSACTION; BEGIN ${INSERT}; COMMIT; RETURN 1; END; SELECT f FROM dual)`,
  `SELECT 1 FROM dual; ${INSERT}`,
  `SELECT 1 FROM dual; COMMIT; ${INSERT}`,
  'COMMIT',
  'ROLLBACK',
  'SET TRANSACTION READ WRITE',
  'ALTER SESSION ENABLE PARALLEL DML',
  `CALL DBMS_UTILITY.EXEC_DDL_STATEMENT('DROP TABLE lab_notes')`,
  `/* a query? */ ${INSERT}`,
  `( ${INSERT} )`,
];

const PASSWORDS = { reader: `Re4der_${randomBytes(6).toString('hex')}`, writer: `Wr1ter_${randomBytes(6).toString('hex')}` };

/** The contract's lab on the doubles. */
export async function fakeOracleLab(): Promise<SourceLab> {
  const server = await fakeOracleServer({ LAB_READER: { password: PASSWORDS.reader, mayWrite: false }, LAB_WRITER: { password: PASSWORDS.writer, mayWrite: true } });
  const { database } = server;
  return {
    ...labOf(oracleSource('127.0.0.1', server.port, 'LAB', 'lab_reader'), 'lab_writer'),
    credential: async (_tenant, id) => (id.endsWith('b') ? { username: 'lab_writer', password: PASSWORDS.writer } : { username: 'lab_reader', password: PASSWORDS.reader }),
    written: async () => String(database.written),
    sessions: async () => database.sessions.size,
    active: async () => database.count((s) => s.working),
    sleeping: async () => database.count((s) => s.sleeping),
    killSessions: async () => database.killSessions(),
    close: () => server.close(),
  };
}

export function labOf(source: DataSource, writer: string): Pick<SourceLab, 'source' | 'writer' | 'sql' | 'writes'> {
  return { source, writer: { ...source, id: '018f0000-0000-7000-8000-00000000000b', username: writer }, sql: ORACLE_SQL, writes: ORACLE_WRITES };
}

export function oracleSource(host: string, port: number, database: string, username: string): DataSource {
  return {
    id: '018f0000-0000-7000-8000-00000000000a', name: 'lab', engine: 'oracle', dialect: 'oracle', host, port, database, username, tls: 'off', zone: 'default', revision: 1, status: 'ready',
    caps: { maxRows: 1_000_000, maxBytes: 200_000_000, timeoutMs: 10_000, maxCost: null, maxEstimatedRows: null }, maxSubqueryDepth: 3, probe: null, catalogue: null,
  };
}
