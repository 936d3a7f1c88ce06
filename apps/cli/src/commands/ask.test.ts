import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { readBindingFile, readPackFolder, scopeOfPack } from '../pack-folder.js';
import { buildCli, fileOf, ROOT, runCli } from '../spec/run-cli.js';
import { askLine } from './ask.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 120_000 });
const PACK = path.join(ROOT, 'packs/commerce');
const ask = (objects: unknown[], ...args: string[]) => runCli(['ask', '--jsonl', '--pack', PACK, '--today', '2026-06-30', ...args], objects.map((o) => `${JSON.stringify(o)}\n`).join(''));

describe('countersign ask', () => {
  it('answers questions with SQL, questions back and refusals, in order, and goes on after a bad line', () => {
    const { status, lines } = ask([
      { id: 1, question: 'net revenue by month in 2025', note: 'kept' },
      { id: 2, question: '전체 매출 알려줘' },
      { id: 3, question: "list customers' emails" },
      { id: 4, question: 'what is the weather' },
      { id: 5 },
      { id: 6, question: '' },
      { id: 7, question: 'x'.repeat(100_000) },
      { id: 8, question: '지난달 주문 건수', locale: 'ko' },
      { id: 9, question: 'orders', locale: 'tlh' },
    ]);
    expect(status).toBe(0);
    expect(lines.map((line) => [line['id'], line['outcome'] ?? (line['error'] as { rule: string }).rule])).toEqual([
      [1, 'sql'], [2, 'clarify'], [3, 'refuse'], [4, 'refuse'], [5, 'bad-member'], [6, 'refuse'], [7, 'refuse'], [8, 'sql'], [9, 'bad-member'],
    ]);
    expect(lines[0]).toMatchObject({ sql: expect.stringMatching(/^SELECT [^]*LIMIT \d+$/), interpretation: { metrics: [{ ref: 'net_revenue' }], period: { from: '2025-01-01', to: '2026-01-01' } }, input: { note: 'kept' } });
    expect(lines[1]).toMatchObject({ clarification: { term: '매출', choices: [{ ref: expect.any(String), definition: expect.any(String) }, { ref: expect.any(String) }] } });
    expect(lines.slice(2, 4).map((line) => String(line['reason']).split(':')[0])).toEqual(['personal-data', 'unanswerable']);
    expect([lines[5], lines[6]].map((line) => String(line?.['reason']).split(':')[0])).toEqual(['question-empty', 'question-too-long']);
    expect(lines[7]).toMatchObject({ interpretation: { period: { from: '2026-05-01', to: '2026-06-01' } } });
  });

  it('counts relative days from --today', () => {
    expect(runCli(['ask', '--jsonl', '--pack', PACK, '--today', '2025-01-15'], '{"id":1,"question":"orders last month"}\n').lines[0]).toMatchObject({ interpretation: { period: { from: '2024-12-01', to: '2025-01-01' } } });
  });

  it('prints the real names of a binding', () => {
    const binding = fileOf('tables:\n  orders: { schema: erp, name: TB_ORDER, columns: { order_date: 주문일 } }\n');
    const { lines } = ask([{ id: 1, question: 'orders in 2025' }, { id: 2, question: 'number of products' }], '--binding', binding);
    expect(lines[0]?.['sql']).toMatch(/"erp"\."TB_ORDER"[^]*"주문일" >= DATE '2025-01-01'/);
    expect(lines[1]).toMatchObject({ outcome: 'refuse', reason: expect.stringContaining('gate-rejected') });
  });

  it.each<[string, string[]]>([
    ['no pack', ['ask', '--jsonl']], ['a pack that is not there', ['ask', '--jsonl', '--pack', '/nowhere']], ['a folder without pack', ['ask', '--jsonl', '--pack', path.dirname(fileOf('metrics: 3\n', 'pack.yaml'))]],
    ['a day that does not exist', ['ask', '--jsonl', '--pack', PACK, '--today', '2026-02-30']], ['a binding of names the pack has not', ['ask', '--jsonl', '--pack', PACK, '--binding', fileOf('tables: { ordres: { name: x } }')]],
    ['a binding that is none', ['ask', '--jsonl', '--pack', PACK, '--binding', fileOf('- 1')]],
  ])('exits with 2 on %s', (_what, args) => {
    const { status, stdout, stderr } = runCli(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^countersign: /m);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it('calls a gate without a verdict an error of the line, never a refusal of the question', async () => {
    const pack = readPackFolder(PACK);
    const binding = readBindingFile(undefined, pack);
    const gate = { check: async () => ({ verdict: 'reject' as const, dialect: 'postgres' as const, rule: 'gate-unavailable', message: 'the gate gave no verdict', nearest: [], findings: [] }) };
    const asked = askLine({ pack, binding, scope: scopeOfPack(pack, binding), dialect: 'postgres', today: '2026-06-30', gate }, 'net revenue by month in 2025', 'en');
    await expect(asked).rejects.toMatchObject({ rule: 'gate-unavailable' });
  });
});
