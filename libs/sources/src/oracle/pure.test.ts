import { describe, expect, it } from 'vitest';
import { serverTimeText } from './exact.js';
import { tablesOf, type CatalogueRows } from './catalog.js';
import { toFault } from './errors.js';
import { estimateOf } from './explain.js';
import { onlyQueries } from './query-text.js';

const driverError = (code: string, more: object = {}) => Object.assign(new Error('비밀번호 hunter2'), { code, ...more });

describe('errors of Oracle', () => {
  it.each([
    ['ORA-01017', 'connecting', 'source-auth-failed', false],
    ['ORA-28000', 'connecting', 'source-auth-failed', false],
    ['NJS-116', 'connecting', 'source-auth-failed', false],
    ['ORA-12514', 'connecting', 'source-unreachable', false],
    ['ORA-12541', 'connecting', 'source-unreachable', true],
    ['NJS-503', 'connecting', 'source-unreachable', true],
    ['NJS-138', 'connecting', 'source-unreachable', false],
    ['DPI-1047', 'connecting', 'source-unreachable', false],
    ['ORA-03113', 'running', 'source-dropped', true],
    ['NJS-500', 'running', 'source-dropped', true],
    ['DPI-1080', 'running', 'source-dropped', true],
    ['ORA-01013', 'running', 'query-failed', false],
    ['NJS-123', 'running', 'query-failed', false],
    ['ORA-00942', 'running', 'query-failed', false],
    ['ORA-01456', 'running', 'query-failed', false],
    ['ORA-01555', 'running', 'query-failed', true],
    ['ORA-12345', 'connecting', 'source-unreachable', true],
    ['NJS-011', 'running', 'internal', false],
  ] as const)('reads %s while %s as %s', (code, phase, kind, retryable) => {
    expect(toFault(driverError(code), phase)).toMatchObject({ kind, retryable });
  });

  it('gives code and 1-based place, and the server’s text to nobody', () => {
    const fault = toFault(driverError('ORA-00904', { offset: 7 }), 'running');
    expect(fault.params).toEqual({ kind: 'ORA-00904', sqlstate: 'ORA-00904', position: '8' });
    expect(JSON.stringify([fault.message, fault.params])).not.toContain('hunter2');
  });
});

describe('what is sent to Oracle', () => {
  it.each(['SELECT 1 FROM dual', '  -- why\n select 1 from dual', '/* why */ ((SELECT 1 FROM dual))', 'WITH q AS (SELECT 1 n FROM dual) SELECT n FROM q', `SELECT 'WITH FUNCTION' FROM dual`])('is a query: %s', (sql) => {
    expect(() => onlyQueries(sql)).not.toThrow();
  });

  it.each(['', 'INSERT INTO t VALUES (1)', '/* SELECT */ DROP TABLE t', 'BEGIN NULL; END;', 'SELECTED', 'EXPLAIN PLAN FOR SELECT 1 FROM dual', 'WITH FUNCTION f RETURN NUMBER IS BEGIN RETURN 1; END; SELECT f FROM dual', 'with /* x */ procedure p is begin null; end; select 1 from dual', 'SELECT /*+ WITH_PLSQL */ 1 FROM dual'])('is nothing else: %s', (sql) => {
    expect(() => onlyQueries(sql)).toThrow('query-failed');
  });
});

describe('a time that the server wrote', () => {
  it.each([
    [' 2024-02-29 00:00:00', false, '2024-02-29 00:00:00'],
    ['-0044-03-15 00:00:00', false, '-0044-03-15 00:00:00'],
    [' 2026-06-30 23:59:59.123456000', false, '2026-06-30 23:59:59.123456'],
    [' 2026-06-30 23:59:59.000000000 +09:00', true, '2026-06-30 23:59:59 +09:00'],
    [' 2026-06-30 23:59:59.500000000', true, '2026-06-30 23:59:59.5 +00:00'],
  ])('reads like one from the wire: %s', (text, zoned, expected) => {
    expect(serverTimeText(text, zoned)).toBe(expected);
  });

  it('in another format is an error, not a value', () => {
    expect(() => serverTimeText('30-JUN-26', false)).toThrow(TypeError);
  });
});

it('an estimate takes the root’s cost and the largest node’s rows, and names full scans', () => {
  const estimate = estimateOf([['0', 'SELECT STATEMENT', null, null, '412', '10'], ['1', 'COUNT', 'STOPKEY', null, null, null], ['2', 'TABLE ACCESS', 'FULL', 'ORDERS', '411', '117647']]);
  expect(estimate).toMatchObject({ available: true, cost: 412, rows: 117_647, fullScans: ['ORDERS'] });
  expect(estimate.plan?.[2]).toEqual({ depth: 2, node: 'TABLE ACCESS FULL', relation: 'ORDERS', rows: 117_647, cost: 411 });
});

it('a catalogue has declared types, keys, foreign keys, comments and estimates', () => {
  const rows: CatalogueRows = {
    tables: [['SALES', 'ORDERS', 'NO', '1200', 'N', 'N'], ['SALES', 'ITEMS', 'YES', null, 'N', 'N']],
    views: [['SALES', 'OPEN_ORDERS', '87']],
    columns: [
      ['SALES', 'ORDERS', 'ID', 'NUMBER', '10', '0', '0', null, '22', 'N', null],
      ['SALES', 'ORDERS', 'TOTAL', 'NUMBER', '12', '2', '0', null, '22', 'Y', '합계'],
      ['SALES', 'ITEMS', 'ORDER_ID', 'NUMBER', null, null, '0', null, '22', 'N', null],
      ['SALES', 'ITEMS', 'SKU', 'VARCHAR2', null, null, '20', 'C', '80', 'N', null],
      ['SALES', 'OPEN_ORDERS', 'ID', 'NUMBER', null, null, '0', null, '22', 'Y', null],
    ],
    comments: [['SALES', 'ORDERS', '주문']],
    keys: [['SALES', 'ORDERS', 'PK', 'P', 'ID'], ['SALES', 'ITEMS', 'PKI', 'P', 'ORDER_ID'], ['SALES', 'ITEMS', 'PKI', 'P', 'SKU']],
    indexes: [['SALES', 'ORDERS', 'SALES.PK', 'U', 'ID'], ['SALES', 'ITEMS', 'SALES.UX', 'U', 'SKU']],
    foreign: [['SALES', 'ITEMS', 'FK', 'ORDER_ID', 'SALES', 'ORDERS', 'ID']],
  };
  const [orders, items, view] = tablesOf(rows);
  expect(orders).toMatchObject({ kind: 'table', comment: '주문', primaryKey: ['ID'], uniqueKeys: [], rowEstimate: 1_200, columns: [{ name: 'ID', type: 'NUMBER(10)', nullable: false }, { name: 'TOTAL', type: 'NUMBER(12,2)', nullable: true, comment: '합계' }] });
  expect(items).toMatchObject({ kind: 'partitioned-table', primaryKey: ['ORDER_ID', 'SKU'], uniqueKeys: [['SKU']], foreignKeys: [{ columns: ['ORDER_ID'], refSchema: 'SALES', refTable: 'ORDERS', refColumns: ['ID'] }] });
  expect(items?.columns[1]?.type).toBe('VARCHAR2(20 CHAR)');
  expect(view).toMatchObject({ kind: 'view', name: 'OPEN_ORDERS' });
});
