import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCli, fileOf, runCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 120_000 });
const CATALOG = fileOf([
  { table: 'shop.orders', description: 'Orders of all channels', columns: [{ name: 'order_id', type: 'int' }, { name: 'order_date', type: 'date', description: '주문일' }], foreignKeys: [] },
  { table: 'shop.customers', description: null, columns: [{ name: 'customer_name', type: 'text', values: ['Kim', 3, null] }], kind: 'ignored' },
  { table: 'hr.staff', columns: [{ name: 'salary' }] },
].map((line) => `${JSON.stringify(line)}\n`).join(''));
const search = (objects: unknown[], ...args: string[]) => runCli(['schema', 'search', '--jsonl', '--catalog', CATALOG, ...args], objects.map((o) => `${JSON.stringify(o)}\n`).join(''));

describe('countersign schema search', () => {
  it('answers questions in order with tables and columns, and goes on after a bad line', () => {
    const { status, lines, stderr } = search([
      { id: 1, question: 'dates of orders', gold_tables: ['shop.orders'] }, { id: 'two', question: '주문일별' }, { id: 3 }, { id: 4, question: ' ' }, { id: 5, question: 'x'.repeat(20_000) },
      { id: 6, question: 'nothing at all here' }, { id: 7, question: 'salary' },
    ]);
    expect([status, stderr]).toEqual([0, '']);
    expect(lines[0]).toEqual({
      id: 1, tables: expect.arrayContaining([{ name: 'shop.orders', score: expect.any(Number) }]), columns: expect.arrayContaining([{ table: 'shop.orders', name: 'order_date', score: expect.any(Number) }]),
      input: { gold_tables: ['shop.orders'] },
    });
    expect(lines.map((line) => [line['id'], (line['error'] as { rule: string } | undefined)?.rule ?? (line['tables'] as { name: string }[])[0]?.name])).toEqual([
      [1, 'shop.orders'], ['two', 'shop.orders'], [3, 'bad-member'], [4, 'question-empty'], [5, 'question-too-long'], [6, undefined], [7, 'hr.staff'],
    ]);
  });

  it('goes on after lines that are no JSON, and gives no more tables than --k', () => {
    const { status, lines } = runCli(['schema', 'search', '--jsonl', '--catalog', CATALOG, '--k', '1'], '{"id":1,"question":"orders of customers"}\nnope\n[]\n{"id":2,"question":"staff"}\n');
    expect(status).toBe(0);
    expect(lines.map((line) => (line['tables'] as unknown[] | undefined)?.length ?? (line['error'] as { rule: string }).rule)).toEqual([1, 'not-json', 'not-an-object', 1]);
  });

  it('reads a catalogue with a byte order mark, blank lines and a table said twice: the last counts', () => {
    const file = fileOf('\ufeff{"table":"a.b","columns":[]}\n\n{"table":"a.b","columns":[{"name":"colour","type":""}]}\n');
    expect(runCli(['schema', 'search', '--jsonl', '--catalog', file], '{"id":1,"question":"colour"}\n').lines[0]).toMatchObject({ tables: [{ name: 'a.b' }] });
  });

  it.each<[string, string[]]>([
    ['no catalogue', ['--jsonl']], ['a catalogue that is not there', ['--jsonl', '--catalog', '/nowhere']], ['a catalogue without tables', ['--jsonl', '--catalog', fileOf('\n')]],
    ['a catalogue line that is no JSON', ['--jsonl', '--catalog', fileOf('{"table":"a","columns":[]}\nnope\n')]], ['a table without columns', ['--jsonl', '--catalog', fileOf('{"table":"a"}\n')]],
    ['no --jsonl', ['--catalog', CATALOG]], ['a k of nothing', ['--jsonl', '--catalog', CATALOG, '--k', '0']], ['a k beyond all measure', ['--jsonl', '--catalog', CATALOG, '--k', '100000']],
    ['an option it does not know', ['--jsonl', '--catalog', CATALOG, '--fast']],
  ])('exits with 2 on %s', (_what, args) => {
    const { status, stdout, stderr } = runCli(['schema', 'search', ...args]);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^countersign: /m);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it('exits with 2 on a command of schema that is none', () => expect(runCli(['schema', 'find']).status).toBe(2));
});
