import path from 'node:path';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { BIN, buildCli, fileOf, runCli, startCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 120_000 });
const gate = (objects: unknown[], ...args: string[]) => runCli(['gate', '--jsonl', ...args], objects.map((o) => `${JSON.stringify(o)}\n`).join(''));

describe('countersign', () => {
  it('runs from a clone, building what is missing', () => {
    expect(runCli(['help'], '', BIN)).toMatchObject({ status: 0, stdout: expect.stringContaining('countersign gate --jsonl') });
  });
});

describe('countersign gate', () => {
  it('answers a line a line, in order, with the printed SQL of what may run', () => {
    const { status, lines } = gate([{ id: 1, sql: 'select a from t' }, { id: 'two', sql: 'drop table t' }]);
    expect(status).toBe(0);
    expect(lines[0]).toMatchObject({ id: 1, verdict: 'accept', rule: null, tables: ['t'], functions: [] });
    expect(lines[0]?.['sql']).toMatch(/^SELECT "a"\s+FROM "t"\s+LIMIT 1000$/);
    expect(lines[1]).toEqual({ id: 'two', verdict: 'reject', rule: expect.stringMatching(/^[a-z-]+$/), message: expect.any(String), sql: null, tables: [], columns: [], functions: [] });
  });

  it('says where', () => {
    const { lines } = gate([{ id: 1, sql: 'select 1;\n  delete from t' }]);
    expect(lines[0]).toMatchObject({ verdict: 'reject', rule: 'multiple-statements', at: { line: expect.any(Number), column: expect.any(Number), excerpt: expect.any(String) } });
  });

  it('turns a bad line into an error of that line and goes on', () => {
    const input = ['', 'nonsense', '[1]', '{"id":4}', '{"id":5,"sql":7}', '{"id":6,"sql":"select 1","dialect":"klingon"}', '{"id":7,"sql":"select 1"}'].join('\n');
    const { status, lines } = runCli(['gate', '--jsonl'], Buffer.concat([Buffer.from(`${input}\n{"id":8,"sql":"select '`), Buffer.from([0xff]), Buffer.from('\'"}\n{"id":9,"sql":"select 1"}')]));
    expect(status).toBe(0);
    expect(lines.map((line) => [line['id'], (line['error'] as { rule: string } | undefined)?.rule ?? line['verdict']])).toEqual([
      [null, 'not-json'], [null, 'not-json'], [null, 'not-an-object'], [4, 'bad-member'], [5, 'bad-member'], [6, 'bad-member'], [7, 'accept'], [null, 'not-utf8'], [9, 'accept'],
    ]);
  });

  it('passes unknown members through as they were written, down to the last digit', () => {
    const { stdout } = runCli(['gate', '--jsonl'], '{"id":12345678901234567890,"sql":"select 1","gold":[1.10,"}{\\""],"n":1e400}\n');
    expect(stdout).toContain('"id":12345678901234567890');
    expect(stdout).toContain('"input":{"gold":[1.10,"}{\\""],"n":1e400}');
  });

  it('keeps to the scope of a file, and to what it denies', () => {
    const scope = fileOf(JSON.stringify({ schema: { t: { columns: { a: 'integer', secret: 'text' } }, 's.u': { columns: { b: 'text' } } }, deny: { columns: ['t.secret'] } }));
    const { lines } = gate(['select a from t', 'select secret from t', 'select a from t order by secret', 'select b from s.u', 'select x from t', 'select 1 from other'].map((sql, id) => ({ id, sql })), '--scope', scope);
    expect(lines.map((line) => line['rule'])).toEqual([null, 'denied-column', 'denied-column', null, 'unknown-column', 'unknown-table']);
  });

  it('knows what a pack declares', () => {
    const { lines } = gate([`SELECT metric('order_count') AS n FROM orders`, 'SELECT count(*) AS order_count FROM order_items', `SELECT metric('order_cuont') FROM orders`].map((sql, id) => ({ id, sql })), '--pack', path.resolve(__dirname, '../../../../packs/commerce'));
    expect(lines.map((line) => line['rule'])).toEqual([null, 'metric-redefined', 'unresolved-metric']);
    expect(lines[0]?.['sql']).toContain('count(*) AS "n"');
  });

  it('limits rows as told', () => {
    expect(gate([{ id: 1, sql: 'select a from t limit 500' }], '--max-rows', '7').lines[0]?.['sql']).toMatch(/LIMIT 7$/);
  });

  it.each<[string, string[]]>([
    ['no --jsonl', ['gate']], ['an unknown option', ['gate', '--jsonl', '--verbose']], ['an unknown dialect', ['gate', '--jsonl', '--dialect', 'x']],
    ['no number of rows', ['gate', '--jsonl', '--max-rows', '0']], ['a scope that is not there', ['gate', '--jsonl', '--scope', '/nowhere']],
    ['no command', []], ['an unknown command', ['frobnicate']], ['an unknown audit command', ['audit', 'frobnicate']], ['no file', ['audit', 'verify']], ['a file that is not there', ['audit', 'verify', '/nowhere']], ['a folder', ['audit', 'verify', '/']],
  ])('exits with 2 on %s, saying so on standard error only', (_what, args) => {
    const { status, stdout, stderr } = runCli(args);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^countersign: /m);
    expect(stderr).not.toMatch(/^ {4}at /m);
  });

  it('exits with 2 on a scope that denies a column it does not hold', () => {
    const scope = fileOf(JSON.stringify({ schema: { t: { columns: { a: 'integer' } } }, deny: { columns: ['t.b'] } }));
    expect(gate([], '--scope', scope)).toMatchObject({ status: 2, stdout: '' });
    expect(gate([], '--scope', fileOf('{"schema":[]}'))).toMatchObject({ status: 2 });
  });

  it('answers a line before the next one comes', async () => {
    const child = startCli(['gate', '--jsonl']);
    const answers: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => answers.push(text));
    for (const id of [1, 2, 3]) {
      child.stdin.write(`{"id":${id},"sql":"select 1"}\n`);
      await expect.poll(() => answers.join('').split('\n').length - 1, { timeout: 30_000 }).toBe(id);
    }
    child.stdin.end();
    expect(await new Promise((resolve) => child.once('exit', resolve))).toBe(0);
  });

  it('keeps order over many lines of unequal size', () => {
    const objects = Array.from({ length: 600 }, (_, id) => ({ id, sql: id % 7 === 0 ? `select ${Array.from({ length: 100 }, (_x, i) => `a${i}`).join(', ')} from t` : 'select 1' }));
    expect(gate(objects).lines.map((line) => line['id'])).toEqual(objects.map(({ id }) => id));
  });
});
