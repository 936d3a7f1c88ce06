import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCli, runCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 60_000 });
const folder = mkdtempSync(path.join(tmpdir(), 'countersign-draft-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const catalog = path.join(folder, 'shop.jsonl');
writeFileSync(catalog, [
  { table: 'shop.CustomerOrder', description: '주문', primaryKey: ['OrderID'], columns: [{ name: 'OrderID', type: 'int', nullable: false }, { name: 'CustomerID', type: 'int' }, { name: 'OrderDate', type: 'date' }, { name: 'Status', type: 'varchar(10)', values: ['open', 'shipped'] }, { name: 'TotalAmount', type: 'numeric(12,2)' }], foreignKeys: [{ columns: ['CustomerID'], refTable: 'Customer', refColumns: ['CustomerID'] }] },
  { table: 'shop.Customer', primaryKey: ['CustomerID'], columns: [{ name: 'CustomerID', type: 'int', nullable: false }, { name: 'FullName', type: 'text' }, { name: 'City', type: 'text', values: ['Busan', 'Seoul'] }] },
].map((line) => JSON.stringify(line)).join('\n'));

describe('countersign pack draft', () => {
  const out = path.join(folder, 'shop');

  it('writes a pack that lints clean, with its binding, and says what to look at', async () => {
    const draft = await runCli(['pack', 'draft', '--catalog', catalog, '--out', out], '');
    expect(draft.status).toBe(0);
    expect(draft.stdout).toContain('shop.Customer.FullName: taken as personal data');
    expect(draft.stdout).toContain('shop.CustomerOrder.TotalAmount: taken as something that may be summed');
    const lint = await runCli(['pack', 'lint', out, '--binding', path.join(out, 'bindings/shop.yaml')], '');
    expect([lint.status, lint.stdout]).toEqual([0, expect.stringMatching(/^0 errors/m)]);
  });

  it('answers at once what the catalogue shows, in real names', async () => {
    const asked = await runCli(['ask', '--jsonl', '--pack', out, '--binding', path.join(out, 'bindings/shop.yaml'), '--dialect', 'postgres', '--today', '2026-06-30'], `${JSON.stringify({ id: '1', question: 'total amount by city in 2025', locale: 'en' })}\n`);
    const { outcome, sql } = JSON.parse(asked.stdout) as { outcome: string; sql: string };
    expect(outcome).toBe('sql');
    expect(sql).toContain('FROM "shop"."CustomerOrder"');
    expect(sql).toMatch(/sum\("\w+"\."TotalAmount"\)/);
  });

  it('overwrites nothing, and says what is wrong with a catalogue', async () => {
    expect((await runCli(['pack', 'draft', '--catalog', catalog, '--out', out], '')).stderr).toContain('is not empty');
    expect(readdirSync(out).length).toBeGreaterThan(3);
    const empty = path.join(folder, 'empty.jsonl');
    writeFileSync(empty, '');
    expect(await runCli(['pack', 'draft', '--catalog', empty], '')).toMatchObject({ status: 2, stderr: expect.stringContaining('has no table') });
  });
});
