import { afterEach, describe, expect, it } from 'vitest';
import { createSources, type Sources } from '../create-sources.js';
import { TYPES } from '../spec/fake-tds/column-types.js';
import { columnMetadata, DONE, done, row } from '../spec/fake-tds/tokens.js';
import { mssqlDoubleAnswer, mssqlDoubleLab } from '../spec/mssql-double-lab.js';
import { COLUMNS_SQL, FOREIGN_KEYS_SQL, KEYS_SQL, SERVER_SQL, TABLES_SQL } from './catalog-sql.js';
import { typeText } from './catalog.js';
import { CHARSET_SQL } from './charset.js';
import { CLOCK_SQL } from './clock.js';
import { GRANT_FINDINGS_SQL } from './grants-sql.js';

const { int, bigint, bit, nvarchar } = TYPES;
type Sheet = [types: readonly unknown[], rows: unknown[][]];

/** What the system views of a small shop say. */
const SHOP: Record<string, Sheet> = {
  [SERVER_SQL]: [[nvarchar, nvarchar], [['16.0.4135.4', 'sales']]],
  [CHARSET_SQL]: [[nvarchar, nvarchar, nvarchar], [['한국어 주문 €', '??? ?? €', 'SQL_Latin1_General_CP1_CI_AS']]],
  [CLOCK_SQL]: [[bigint, nvarchar], [[0n, '+09:00']]],
  [TABLES_SQL]: [[int, nvarchar, nvarchar, nvarchar, nvarchar, bigint, nvarchar], [
    [1, 'sales', 'orders', 'table', '주문', 1_234_567_890_123n, null],
    [2, 'sales', 'customers', 'table', null, 10n, null],
    [3, 'sales', 'big_orders', 'view', null, null, 'CREATE VIEW sales.big_orders AS SELECT …'],
    [4, 'sales', 'unreadable', 'table', null, 5n, null],
  ]],
  [COLUMNS_SQL]: [[int, int, nvarchar, nvarchar, int, int, int, bit, nvarchar], [
    [1, 1, 'id', 'bigint', 8, 19, 0, 0, null],
    [1, 3, 'customer', 'int', 4, 10, 0, 1, null],
    [1, 4, 'total', 'decimal', 9, 12, 2, 0, '합계'],
    [1, 5, 'note', 'nvarchar', -1, 0, 0, 1, null],
    [2, 1, 'id', 'int', 4, 10, 0, 0, null],
    [2, 2, 'code', 'varchar', 20, 0, 0, 0, null],
    [3, 1, 'id', 'bigint', 8, 19, 0, 0, null],
  ]],
  [KEYS_SQL]: [[int, int, bit, int], [[1, 1, 1, 1], [1, 2, 0, 3], [1, 2, 0, 1], [1, 3, 0, 2], [2, 1, 1, 1], [2, 2, 0, 2], [4, 1, 1, 1]]],
  [FOREIGN_KEYS_SQL]: [[int, int, int, int, int], [[1, 100, 3, 2, 1], [1, 101, 1, 4, 1], [1, 102, 2, 2, 2]]],
  [GRANT_FINDINGS_SQL]: [[nvarchar, nvarchar, nvarchar], []],
};

describe('what a probe of SQL Server finds', () => {
  let lab: Awaited<ReturnType<typeof mssqlDoubleLab>>;
  let sources: Sources;
  afterEach(async () => {
    await sources.close();
    await lab.close();
  });

  const probe = async (changed: Record<string, Sheet> = {}) => {
    lab = await mssqlDoubleLab({
      answer: (sql, session) => {
        const sheet = { ...SHOP, ...changed }[sql];
        if (!sheet) return mssqlDoubleAnswer(sql, session);
        const columns = sheet[0].map((type, i) => ({ name: `c${i}`, type: type as never }));
        return [columnMetadata(columns), ...sheet[1].map((cells) => row(columns, cells)), done(DONE.count, sheet[1].length)];
      },
    });
    sources = createSources({ credential: lab.credential });
    return sources.probe('t', lab.source);
  };

  it('is every table it can read, with keys, comments, row counts and types as they are written', async () => {
    const { status, catalogue } = await probe();
    expect(status).toBe('ready');
    expect({ ...catalogue, tables: catalogue!.tables.map(({ fingerprint, ...table }) => (expect(fingerprint).toMatch(/^[0-9a-f]{64}$/), table)) }).toEqual({
      engine: 'mssql', version: '16.0.4135.4', searchPath: ['sales', 'dbo'],
      tables: [
        {
          schema: 'sales', name: 'orders', kind: 'table', comment: '주문', rowEstimate: 1_234_567_890_123, primaryKey: ['id'],
          // A key over a column that the account may not see is none to it, and so is a reference to a table it can't read.
          uniqueKeys: [['customer', 'id']],
          foreignKeys: [{ columns: ['customer'], refSchema: 'sales', refTable: 'customers', refColumns: ['id'] }],
          columns: [
            { name: 'id', type: 'bigint', nullable: false }, { name: 'customer', type: 'int', nullable: true },
            { name: 'total', type: 'decimal(12,2)', nullable: false, comment: '합계' }, { name: 'note', type: 'nvarchar(max)', nullable: true },
          ],
        },
        { schema: 'sales', name: 'customers', kind: 'table', rowEstimate: 10, primaryKey: ['id'], uniqueKeys: [['code']], foreignKeys: [], columns: [{ name: 'id', type: 'int', nullable: false }, { name: 'code', type: 'varchar(20)', nullable: false }] },
        { schema: 'sales', name: 'big_orders', kind: 'view', primaryKey: [], uniqueKeys: [], foreignKeys: [], columns: [{ name: 'id', type: 'bigint', nullable: false }] },
      ],
    });
  });

  it('says what varchar can’t hold, how far the clock is off, and that plans are seen', async () => {
    const { steps } = await probe();
    expect(Object.fromEntries(steps.map((step) => [step.check, step.status]))).toEqual({ reach: 'pass', tls: 'note', 'sign-in': 'pass', 'read-only': 'pass', explain: 'pass', charset: 'pass', clock: 'note', catalogue: 'pass' });
    expect(steps.find((step) => step.check === 'charset')?.detail).toMatch(/varchar can't hold it$/);
    expect(steps.find((step) => step.check === 'clock')?.detail).toMatch(/\+09:00$/);
  });

  it('refuses an account that can write, with the script that cures it', async () => {
    const findings = [
      ['fail', 'reader is in the role db_datawriter', 'ALTER ROLE [db_datawriter] DROP MEMBER [reader]'],
      ['fail', 'reader has CONTROL SERVER on the server', null],
      ['note', 'the linked server old can be asked through this one', `EXEC master.dbo.sp_serveroption 'old', 'data access', 'false'`],
    ];
    const { status, steps, catalogue } = await probe({ [GRANT_FINDINGS_SQL]: [[nvarchar, nvarchar, nvarchar], findings] });
    const step = steps.find((found) => found.check === 'read-only');
    expect([status, catalogue, step?.status]).toEqual(['refused', null, 'fail']);
    expect(step?.detail).toBe('reader is in the role db_datawriter; reader has CONTROL SERVER on the server');
    expect(step?.fix?.split('\n')).toEqual([
      'ALTER ROLE [db_datawriter] DROP MEMBER [reader];',
      "-- What remains can't be revoked. Make an account that only reads:",
      "CREATE LOGIN countersign_reader WITH PASSWORD = '<password>', CHECK_POLICY = ON;",
      'USE [lab];',
      'CREATE USER countersign_reader FOR LOGIN countersign_reader;',
      'GRANT SELECT ON SCHEMA::dbo TO countersign_reader;',
      'GRANT SHOWPLAN, VIEW DEFINITION TO countersign_reader;',
      'DENY INSERT, UPDATE, DELETE, EXECUTE, ALTER, REFERENCES, TAKE OWNERSHIP TO countersign_reader;',
    ]);
  });

  it.each([
    ['nvarchar', 80, 0, 0, 'nvarchar(40)'], ['nchar', 4, 0, 0, 'nchar(2)'], ['varbinary', -1, 0, 0, 'varbinary(max)'], ['binary', 16, 0, 0, 'binary(16)'], ['numeric', 17, 38, 10, 'numeric(38,10)'],
    ['datetime2', 8, 27, 7, 'datetime2(7)'], ['datetimeoffset', 10, 34, 7, 'datetimeoffset(7)'], ['time', 5, 16, 7, 'time(7)'], ['datetime', 8, 23, 3, 'datetime'], ['hierarchyid', 892, 0, 0, 'hierarchyid'], ['text', 16, 0, 0, 'text'],
  ] as const)('writes %s of %i bytes, %i digits, %i behind the point as a definition does', (name, length, precision, scale, text) => {
    expect(typeText(name, length, precision, scale)).toBe(text);
  });
});
