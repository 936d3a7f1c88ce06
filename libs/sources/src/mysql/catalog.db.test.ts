import type { Catalogue } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mysqlLab, type MysqlLab } from '../spec/mysql-lab.js';
import { readCatalogue } from './catalog.js';
import { addressOf, SourceConnection } from './connect.js';

const { TEST_MARIADB_URL } = process.env;

describe.runIf(TEST_MARIADB_URL)('the catalogue of MariaDB', () => {
  let lab: MysqlLab;
  let connection: SourceConnection;
  const read = (): Promise<Catalogue> => readCatalogue(connection, 'mariadb', lab.names.database);
  const table = (catalogue: Catalogue, name: string) => catalogue.tables.find((t) => t.name === name)!;

  beforeAll(async () => {
    lab = await mysqlLab(TEST_MARIADB_URL!, 'mariadb');
    const { reader } = lab.accounts;
    for (const statement of [
      `CREATE TABLE 고객 (번호 int PRIMARY KEY, 이름 varchar(40) NOT NULL COMMENT '고객 이름', grade enum('소','대'), secret text, code varchar(20), UNIQUE KEY by_code (code), KEY by_secret (번호, secret(8)), KEY by_grade (grade, 번호)) COMMENT '고객 한 명에 한 줄'`,
      `CREATE TABLE orders (id bigint, line int, customer int, amount decimal(12,2), PRIMARY KEY (id, line), CONSTRAINT of_customer FOREIGN KEY (customer) REFERENCES 고객 (번호))`,
      'INSERT INTO orders (id, line) SELECT n, 1 FROM numbers WHERE n <= 500',
      'ANALYZE TABLE orders',
      'CREATE VIEW totals AS SELECT customer, SUM(amount) AS amount FROM orders GROUP BY customer',
      'CREATE TABLE hidden (id int)',
      `REVOKE SELECT ON ${lab.names.database}.* FROM ${reader}`,
      `GRANT SELECT (번호, 이름, grade, code) ON 고객 TO ${reader}`,
      `GRANT SELECT ON orders TO ${reader}`,
      `GRANT SELECT ON totals TO ${reader}`,
    ]) await lab.admin(statement);
    // Without the proof, which a fresh server fails: it lets everyone write in `test`.
    const settings = { maxConnections: 1, connectTimeoutMs: 5_000, deadlineGraceMs: 500, cancelConfirmMs: 2_000 };
    connection = await SourceConnection.dial(addressOf(lab.source, await lab.credential('t', lab.source.id), settings));
  });
  afterAll(async () => {
    await connection.end();
    await lab.close();
  });

  it('shows what the account may read, with types, comments, keys, indexes and row estimates', async () => {
    const catalogue = await read();
    expect(catalogue.tables.filter(({ schema }) => schema === lab.names.database).map((t) => t.name).sort()).toEqual(['orders', 'totals', '고객']);
    expect(table(catalogue, '고객')).toMatchObject({ kind: 'table', comment: '고객 한 명에 한 줄', primaryKey: ['번호'], uniqueKeys: [['code']] });
    expect(table(catalogue, '고객').columns.map(({ name, type, nullable }) => [name, type, nullable])).toEqual([['번호', 'int(11)', false], ['이름', 'varchar(40)', false], ['grade', "enum('소','대')", true], ['code', 'varchar(20)', true]]);
    expect(table(catalogue, '고객').columns[1]?.comment).toBe('고객 이름');
    // None over the first characters of a text, or columns that may not be read.
    expect([...table(catalogue, '고객').indexes!].sort((a, b) => a.name.localeCompare(b.name))).toEqual([{ name: 'by_code', columns: ['code'], unique: true }, { name: 'by_grade', columns: ['grade', '번호'], unique: false }, { name: 'PRIMARY', columns: ['번호'], unique: true }]);
    expect(table(catalogue, 'orders')).toMatchObject({ primaryKey: ['id', 'line'], rowEstimate: 500, foreignKeys: [{ columns: ['customer'], refSchema: lab.names.database, refTable: '고객', refColumns: ['번호'] }] });
    expect(table(catalogue, 'totals').kind).toBe('view');
    expect(table(catalogue, 'totals').comment).toBeUndefined();
  });

  it('changes a fingerprint with a column, not with rows, comments or indexes', async () => {
    const print = async () => table(await read(), 'orders').fingerprint;
    const before = await print();
    await lab.admin(`ALTER TABLE orders COMMENT 'other', ADD KEY by_amount (amount)`);
    expect(await print()).toBe(before);
    await lab.admin('ALTER TABLE orders MODIFY amount decimal(14,2)');
    expect(await print()).not.toBe(before);
  });
});
