import { randomBytes } from 'node:crypto';
import type { DataSource } from '@countersign/contracts';
import { createConnection } from 'mysql2/promise';
import type { SourceLab } from './source-lab.js';

export interface MysqlLab extends SourceLab {
  /** Runs as the administrator, in the lab's database. */
  admin(sql: string): Promise<(string | null)[][]>;
  password: string;
  names: { database: string; reader: string; writer: string };
  /** As GRANT names them. */
  accounts: { reader: string; writer: string };
}

/** Numbers in the lab's table; more come from a join with itself. */
const NUMBERS = 32_768;

/** Tables, an account that reads and one that writes, in a database of their own on a MariaDB or MySQL server. */
export async function mysqlLab(adminUrl: string, engine: 'mariadb' | 'mysql'): Promise<MysqlLab> {
  const tag = randomBytes(4).toString('hex');
  const names = { database: `sources_lab_${tag}`, reader: `s_reader_${tag}`, writer: `s_writer_${tag}` };
  const password = `pass'word ${tag}`;
  const url = new URL(adminUrl);
  const root = await createConnection({ uri: adminUrl, rowsAsArray: true, charset: 'utf8mb4', typeCast: (field) => field.string() });
  root.on('error', () => undefined);
  const admin = async (sql: string) => (await root.query(sql))[0] as unknown as (string | null)[][];
  // Seen from where the administrator is: an anonymous account of that host, as fresh servers have, would come before one of any host.
  const [[me]] = (await admin('SELECT USER()')) as [[string]];
  const from = root.escape(me.slice(me.lastIndexOf('@') + 1));
  const accounts = { reader: `${names.reader}@${from}`, writer: `${names.writer}@${from}` };
  for (const statement of setup(names.database, accounts, root.escape(password))) await root.query(statement);

  const ours = `USER IN ('${names.reader}', '${names.writer}')`;
  const processes = async (only: string) => Number((await admin(`SELECT count(*) FROM information_schema.PROCESSLIST WHERE ${ours} AND ${only}`))[0]?.[0]);
  const source: DataSource = {
    id: '018f0000-0000-7000-8000-00000000000a', name: 'lab', engine, dialect: engine,
    host: url.hostname, port: Number(url.port || 3306), database: names.database, username: names.reader, tls: 'off', zone: 'default', revision: 1, status: 'ready',
    caps: { maxRows: 1_000_000, maxBytes: 200_000_000, timeoutMs: 10_000, maxCost: null, maxEstimatedRows: null },
    maxSubqueryDepth: 3, probe: null, catalogue: null,
  };
  return {
    admin,
    names,
    accounts,
    password,
    source,
    writer: { ...source, id: '018f0000-0000-7000-8000-00000000000b', username: names.writer },
    credential: async (_tenant, id) => ({ username: id.endsWith('b') ? names.writer : names.reader, password }),
    sql: {
      rows: (n) => `SELECT n, CONCAT('row ', n) AS label FROM ${upTo(n)}`,
      none: "SELECT n, CONCAT('row ', n) AS label FROM numbers WHERE n < 0",
      // A text larger than max_allowed_packet would be NULL: a wide row has several.
      wide: (n, bytes) => `SELECT ${Array.from({ length: Math.ceil(bytes / 4_000_000) }, (_, i) => `REPEAT('x', ${Math.min(4_000_000, bytes - i * 4_000_000)} + 0 * n) AS filler_${i}`).join(', ')} FROM ${upTo(n)}`,
      sleep: (seconds) => `SELECT SLEEP(${seconds}) AS slept`,
      failing: 'SELECT (SELECT id FROM notes WHERE x.n > 5000 OR id = 1) AS n FROM numbers x WHERE x.n <= 10000 ORDER BY x.n',
      unknownColumn: 'SELECT no_such_column FROM notes',
    },
    writes: WRITES,
    written: async () => {
      const rows = await Promise.all([
        admin('SELECT id, body FROM notes ORDER BY id'),
        admin(`SELECT TABLE_NAME, TABLE_TYPE, AUTO_INCREMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = '${names.database}' ORDER BY 1`),
        admin(`SELECT ROUTINE_NAME FROM information_schema.ROUTINES WHERE ROUTINE_SCHEMA = '${names.database}' ORDER BY 1`),
        admin(`SELECT GRANTEE, PRIVILEGE_TYPE FROM information_schema.TABLE_PRIVILEGES WHERE TABLE_SCHEMA = '${names.database}' ORDER BY 1, 2`),
        // Of the server's accounts those of this lab: other tests make theirs at the same time.
        admin(`SELECT COUNT(*) FROM mysql.user WHERE User LIKE '%${tag}%'`),
      ]);
      return JSON.stringify(rows);
    },
    sessions: () => processes('1 = 1'),
    active: () => processes("COMMAND <> 'Sleep'"),
    sleeping: () => processes("STATE = 'User sleep'"),
    killSessions: async () => {
      for (const [id] of await admin(`SELECT ID FROM information_schema.PROCESSLIST WHERE ${ours}`)) await admin(`KILL CONNECTION ${id}`).catch(() => undefined);
    },
    close: async () => {
      await root.query(`DROP DATABASE ${names.database}`);
      await root.query(`DROP USER ${accounts.reader}, ${accounts.writer}`);
      await root.end();
    },
  };
}

/** The numbers up to n; beyond those of the table without a promised order. */
const upTo = (n: number): string => (n <= NUMBERS
  ? `numbers WHERE n <= ${n} ORDER BY n`
  : `(SELECT (a.n - 1) * ${NUMBERS} + b.n AS n FROM numbers a JOIN numbers b WHERE a.n <= ${Math.ceil(n / NUMBERS)}) AS many WHERE n <= ${n}`);

function setup(database: string, accounts: { reader: string; writer: string }, password: string): string[] {
  return [
    `CREATE DATABASE ${database} CHARACTER SET utf8mb4`,
    `USE ${database}`,
    ...[accounts.reader, accounts.writer].map((account) => `CREATE USER ${account} IDENTIFIED BY ${password}`),
    'CREATE TABLE notes (id int AUTO_INCREMENT PRIMARY KEY, body varchar(200) NOT NULL)',
    "INSERT INTO notes (body) VALUES ('one'), ('two')",
    'CREATE TABLE numbers (n int PRIMARY KEY)',
    'INSERT INTO numbers VALUES (1)',
    // Doubled again and again.
    ...Array.from({ length: Math.log2(NUMBERS) }, (_, i) => `INSERT INTO numbers SELECT n + ${2 ** i} FROM numbers`),
    'ANALYZE TABLE numbers',
    "CREATE FUNCTION sneak() RETURNS int MODIFIES SQL DATA BEGIN INSERT INTO notes (body) VALUES ('sneaked'); RETURN 1; END",
    "CREATE FUNCTION mislabelled() RETURNS int DETERMINISTIC NO SQL BEGIN INSERT INTO notes (body) VALUES ('while planning'); RETURN 1; END",
    "CREATE PROCEDURE call_sneak() BEGIN INSERT INTO notes (body) VALUES ('called'); END",
    `GRANT SELECT ON ${database}.* TO ${accounts.reader}`,
    `GRANT ALL ON ${database}.* TO ${accounts.writer}`,
  ];
}

const INSERT = "INSERT INTO notes (body) VALUES ('written')";
const WRITES = [
  INSERT,
  "UPDATE notes SET body = 'changed'",
  'DELETE FROM notes',
  'TRUNCATE notes',
  "REPLACE INTO notes (id, body) VALUES (1, 'replaced')",
  'SELECT * FROM notes FOR UPDATE',
  'SELECT id INTO @taken FROM notes LIMIT 1',
  "SELECT body INTO OUTFILE 'countersign_lab' FROM notes",
  "SELECT body INTO DUMPFILE 'countersign_lab' FROM notes LIMIT 1",
  'CREATE TABLE copied AS SELECT * FROM notes',
  'CREATE TEMPORARY TABLE copied AS SELECT * FROM notes',
  'DROP TABLE notes',
  'ALTER TABLE notes ADD COLUMN more int',
  'RENAME TABLE notes TO moved',
  'CREATE VIEW seen AS SELECT * FROM notes',
  "CREATE TRIGGER t BEFORE INSERT ON notes FOR EACH ROW SET NEW.body = 'x'",
  `CREATE EVENT e ON SCHEDULE AT CURRENT_TIMESTAMP DO ${INSERT}`,
  'CALL call_sneak()',
  'SELECT sneak()',
  'SELECT mislabelled()',
  'SELECT * FROM (SELECT sneak() AS s) AS q',
  'DO sneak()',
  'SET @x = sneak()',
  `SELECT 1; ${INSERT}`,
  `SELECT 1; COMMIT; ${INSERT}`,
  `COMMIT; ${INSERT}`,
  'COMMIT',
  'COMMIT AND CHAIN',
  `ROLLBACK; START TRANSACTION READ WRITE; ${INSERT}; COMMIT`,
  'START TRANSACTION READ WRITE',
  'SET TRANSACTION READ WRITE',
  'SET SESSION TRANSACTION READ WRITE',
  'SET SESSION tx_read_only = 0',
  'SET SESSION transaction_read_only = 0',
  'SET SESSION max_statement_time = 0',
  'SET autocommit = 1',
  `SET STATEMENT max_statement_time = 0 FOR ${INSERT}`,
  'SET PASSWORD = PASSWORD("x")',
  'LOAD DATA LOCAL INFILE "/etc/hostname" INTO TABLE notes (body)',
  'LOAD DATA INFILE "/etc/hostname" INTO TABLE notes (body)',
  `PREPARE p FROM "${INSERT}"`,
  'EXECUTE p',
  `EXECUTE IMMEDIATE "${INSERT}"`,
  `BEGIN NOT ATOMIC ${INSERT}; END`,
  'LOCK TABLES notes WRITE',
  'OPTIMIZE TABLE notes',
  'ANALYZE TABLE notes',
  `ANALYZE ${INSERT}`,
  `FORMAT=JSON ${INSERT}`,
  'HANDLER notes OPEN',
  'FLUSH TABLES',
  'GRANT ALL ON notes TO PUBLIC',
  'KILL 1',
  'XA START "x"',
  `/*!50000 ${INSERT} */`,
  `/*M! ${INSERT} */`,
];
