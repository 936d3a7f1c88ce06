import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCli, ROOT, runCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 120_000 });
const PACK = path.join(ROOT, 'packs/commerce');

describe('countersign align', () => {
  it('answers line by line, each with its own day, and goes on after a bad line', () => {
    const count = "SELECT COUNT(*) FROM orders WHERE order_date >= '2026-05-01' AND order_date < '2026-06-01'";
    const { status, lines } = runCli(['align', '--jsonl', '--pack', PACK, '--today', '2026-06-30'], [
      { id: 1, question: 'orders last month', sql: count, dialect: 'postgres', note: 'kept' },
      { id: 2, question: 'orders last month', sql: count, today: '2026-05-30' },
      { id: 3, question: '지난달 주문 건수', sql: 'SELECT COUNT(*) FROM orders WHERE YEAR(order_date) = 2026 AND MONTH(order_date) = 5', dialect: 'mysql' },
      { id: 4, question: 'orders' },
      { id: 5, question: 'orders', sql: count, dialect: 'dbase' },
      { id: 6, question: 'orders', sql: count, today: 'soon' },
      { id: 7, question: '', sql: count },
    ].map((line) => JSON.stringify(line)).join('\n'));
    expect(status).toBe(0);
    expect(lines.map((line) => line['aligned'] ?? (line['error'] as { rule: string }).rule)).toEqual([true, false, true, 'bad-member', 'bad-member', 'bad-member', false]);
    expect(lines[0]).toEqual({ id: 1, aligned: true, score: 1, findings: [], input: { note: 'kept' } });
    expect(lines[1]).toMatchObject({ findings: [{ rule: 'period' }] });
  });

  it.each<[string, string[]]>([
    ['no pack', ['align', '--jsonl']], ['a pack that is not there', ['align', '--jsonl', '--pack', '/nowhere']], ['no --jsonl', ['align', '--pack', PACK]], ['a day that does not exist', ['align', '--jsonl', '--pack', PACK, '--today', '2026-02-30']],
  ])('exits with 2 on %s', (_what, args) => {
    const { status, stdout } = runCli(args);
    expect([status, stdout]).toEqual([2, '']);
  });
});
