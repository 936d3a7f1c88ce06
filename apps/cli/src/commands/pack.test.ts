import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCli, ROOT, runCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 60_000 });
const PACK = path.join(ROOT, 'packs/commerce');
const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true, force: true })));

/** A copy of the pack with one piece of one file put otherwise. */
function changed(file: string, from: string, to: string): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-pack-'));
  folders.push(folder);
  cpSync(PACK, folder, { recursive: true });
  const text = readFileSync(path.join(folder, file), 'utf8');
  expect(text).toContain(from);
  writeFileSync(path.join(folder, file), text.replace(from, to));
  return folder;
}

describe('countersign pack lint', () => {
  it('finds nothing wrong in the pack that ships', () => {
    const run = runCli(['pack', 'lint', PACK]);
    expect(run).toMatchObject({ status: 0, stdout: expect.stringMatching(/(?:^|\n)0 errors/) as string });
  });

  it('points at file, line and column, for people and for machines', () => {
    const folder = changed('dimensions.yaml', 'where: products.discontinued', 'where: products.retired');
    const run = runCli(['pack', 'lint', folder]);
    expect(run.status).toBe(1);
    expect(run.stdout).toMatch(/^dimensions\.yaml:\d+:\d+: error: .*products\.retired.* \(unknown-column\)$/m);
    const [report] = runCli(['pack', 'lint', folder, '--json']).lines;
    expect(report).toMatchObject({ ok: false, findings: expect.arrayContaining([expect.objectContaining({ file: 'dimensions.yaml', rule: 'unknown-column', line: expect.any(Number) as number })]) as unknown[] });
  });

  it('holds a binding against a catalogue, and says what may be meant', () => {
    const folder = changed('bindings/erp.yaml', 'listenpreis', 'listenpries');
    const catalog = path.join(folder, 'catalog.jsonl');
    writeFileSync(catalog, `${JSON.stringify({ table: 'artikel', columns: ['artikel_nr int', 'artikel_code text', 'bezeichnung text', 'warengruppe text', 'listenpreis numeric', 'einstand numeric', 'ausgelaufen text'].map((c) => ({ name: c.split(' ')[0], type: c.split(' ')[1] })) })}\n`);
    const run = runCli(['pack', 'lint', folder, '--binding', path.join(folder, 'bindings/erp.yaml'), '--catalog', catalog]);
    expect(run.status).toBe(1);
    expect(run.stdout).toMatch(/^erp\.yaml:\d+:\d+: error: .*no column listenpries for products\.list_price\. Perhaps listenpreis\? \(binding-missing-column\)$/m);
  });

  it('needs a folder', () => {
    expect(runCli(['pack', 'lint']).status).toBe(2);
    expect(runCli(['pack', 'mend']).status).toBe(2);
  });
});

describe('countersign pack diff', () => {
  it('says nothing of a pack against itself', () => {
    expect(runCli(['pack', 'diff', PACK, PACK])).toMatchObject({ status: 0, stdout: 'no change\n' });
  });

  it('says in business words what a changed metric means, and which questions feel it', () => {
    const folder = changed('metrics.yaml', 'where: [not_cancelled]\n    time: orders.order_date\n    unit: USD', 'where: [realised]\n    time: orders.order_date\n    unit: USD');
    const run = runCli(['pack', 'diff', PACK, folder]);
    expect(run.status).toBe(0);
    expect(run.stdout).toContain('changed metric gross revenue (gross_revenue)\n    conditions: added “realised”; removed “not_cancelled”\n');
    expect(run.stdout).toMatch(/^[1-9]\d* of \d+ test questions are answered differently:$/m);
    expect(run.stdout).toContain('gross revenue by channel for 2025');
    const [report] = runCli(['pack', 'diff', PACK, folder, '--json']).lines;
    expect(report).toMatchObject({ changes: [{ kind: 'changed', what: 'metric', ref: 'gross_revenue' }] });
  });
});

describe('countersign pack test', () => {
  it('holds what the pack that ships says of its questions', () => {
    expect(runCli(['pack', 'test', PACK])).toMatchObject({ status: 0, stdout: expect.stringMatching(/^(\d+) of \1 passed\n$/) as string });
  });

  it('says which question means something else now', () => {
    const folder = changed('tests/questions.en.yaml', 'measure: [ gross_revenue ]\n    by: [ channel ]', 'measure: [ gross_revenue ]\n    by: [ quarter ]');
    const run = runCli(['pack', 'test', folder]);
    expect(run.status).toBe(1);
    expect(run.stdout).toContain('tests/questions.en.yaml: gross revenue by channel for 2025\n    by: expected ["quarter"], got ["channel"]\n');
  });
});
