import { randomBytes } from 'node:crypto';
import type { DataSource } from '@countersign/contracts';
import { fakeHdb } from './fake-hdb.js';
import type { SourceLab } from './source-lab.js';

/** The lab's statements: the same texts on a real server and on the double. */
export const HANA_SQL: SourceLab['sql'] = {
  rows: (n) => `SELECT GENERATED_PERIOD_START AS "n", 'row ' || GENERATED_PERIOD_START AS "label" FROM SERIES_GENERATE_INTEGER(1, 0, ${n})`,
  none: `SELECT 1 AS "n", 'row' AS "label" FROM DUMMY WHERE 1 = 0`,
  wide: (n, bytes) => (bytes <= 5_000 ? `SELECT RPAD('x', ${bytes}, 'x') AS "filler" FROM SERIES_GENERATE_INTEGER(1, 0, ${n})` : `SELECT lab_clob(${bytes}) AS "filler" FROM SERIES_GENERATE_INTEGER(1, 0, ${n})`),
  sleep: (seconds) => `SELECT lab_sleep(${seconds}) AS "slept" FROM DUMMY`,
  failing: 'SELECT TO_INTEGER(10 / (5000 - GENERATED_PERIOD_START)) AS "n" FROM SERIES_GENERATE_INTEGER(1, 0, 10000)',
  unknownColumn: 'SELECT no_such_column FROM lab_notes',
};

const INSERT = `INSERT INTO lab_notes VALUES (9, 'written')`;
export const HANA_WRITES = [
  INSERT,
  `UPDATE lab_notes SET body = 'changed'`,
  `UPSERT lab_notes VALUES (1, 'upserted') WHERE id = 1`,
  `REPLACE lab_notes VALUES (1, 'replaced') WHERE id = 1`,
  'DELETE FROM lab_notes',
  'TRUNCATE TABLE lab_notes',
  `MERGE INTO lab_notes n USING DUMMY ON n.id = 1 WHEN MATCHED THEN UPDATE SET body = 'merged'`,
  'CREATE TABLE lab_stolen AS (SELECT * FROM lab_notes)',
  'CREATE COLUMN TABLE lab_made (id INTEGER)',
  'CREATE LOCAL TEMPORARY TABLE #lab_temporary (id INTEGER)',
  'ALTER TABLE lab_notes ADD (extra INTEGER)',
  'DROP TABLE lab_notes',
  'GRANT SELECT ON lab_notes TO PUBLIC',
  'LOCK TABLE lab_notes IN EXCLUSIVE MODE',
  'SELECT id FROM lab_notes FOR UPDATE',
  'CALL lab_sneak()',
  `DO BEGIN ${INSERT}; END`,
  `SELECT 1 FROM DUMMY; ${INSERT}`,
  `SELECT 1 FROM DUMMY; COMMIT; ${INSERT}`,
  'COMMIT',
  'ROLLBACK',
  'SET TRANSACTION READ WRITE',
  'SET TRANSACTION AUTOCOMMIT DDL ON',
  `/* a query? */ ${INSERT}`,
  `( ${INSERT} )`,
];

const PASSWORDS = { reader: `Re4der_${randomBytes(6).toString('hex')}`, writer: `Wr1ter_${randomBytes(6).toString('hex')}` };

/** The contract's lab on the double. */
export async function fakeHanaLab(): Promise<SourceLab> {
  const server = await fakeHdb({ LAB_READER: { password: PASSWORDS.reader, mayWrite: false }, LAB_WRITER: { password: PASSWORDS.writer, mayWrite: true } });
  const { database } = server;
  return {
    ...labOf(hanaSource('127.0.0.1', server.port, 'LAB', 'LAB_READER'), 'LAB_WRITER'),
    credential: async (_tenant, id) => (id.endsWith('b') ? { username: 'LAB_WRITER', password: PASSWORDS.writer } : { username: 'LAB_READER', password: PASSWORDS.reader }),
    written: async () => String(database.written),
    sessions: async () => database.sessions.size,
    active: async () => database.count((s) => s.working),
    sleeping: async () => database.count((s) => s.sleeping),
    killSessions: async () => database.killSessions(),
    close: () => server.close(),
  };
}

export function labOf(source: DataSource, writer: string): Pick<SourceLab, 'source' | 'writer' | 'sql' | 'writes'> {
  return { source, writer: { ...source, id: '018f0000-0000-7000-8000-00000000000b', username: writer }, sql: HANA_SQL, writes: HANA_WRITES };
}

export function hanaSource(host: string, port: number, database: string, username: string): DataSource {
  return {
    id: '018f0000-0000-7000-8000-00000000000a', name: 'lab', engine: 'hana', dialect: 'hana', host, port, database, username, tls: 'off', zone: 'default', revision: 1, status: 'ready',
    caps: { maxRows: 1_000_000, maxBytes: 200_000_000, timeoutMs: 10_000, maxCost: null, maxEstimatedRows: null }, maxSubqueryDepth: 3, probe: null, catalogue: null,
  };
}
