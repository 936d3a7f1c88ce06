import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCli, runCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 120_000 });

describe('countersign ground', () => {
  it('keeps numbers exact, takes columns with and without units, and goes on after a bad line', () => {
    const { status, lines } = runCli(['ground', '--jsonl'], [
      '{"id":1,"columns":[{"name":"n"}],"rows":[[9007199254740993]],"answer":"There are 9,007,199,254,740,993.","note":1}',
      '{"id":2,"columns":["n"],"rows":[["9007199254740993"]],"answer":"There are 9,007,199,254,740,992."}',
      '{"id":3,"columns":[{"name":"amount","unit":"USD"}],"rows":[["12.50"]],"answer":"It came to ₩12.50."}',
      '{"id":4,"columns":["n"],"rows":[[null]],"answer":"Nothing to say."}',
      '{"id":5,"columns":["n"],"rows":[[1,2]],"answer":"x"}',
      '{"id":6,"columns":["n"],"rows":[]}',
      '{"id":7,"rows":[],"answer":"x"}',
    ].join('\n'));
    expect(status).toBe(0);
    expect(lines.map((line) => line['verdict'] ?? (line['error'] as { rule: string }).rule)).toEqual(['grounded', 'ungrounded', 'ungrounded', 'no_figures', 'bad-member', 'bad-member', 'bad-member']);
    expect(lines[0]).toEqual({ id: 1, verdict: 'grounded', claims: [{ text: '9,007,199,254,740,993', value: '9007199254740993', status: 'grounded', evidence: { kind: 'cell', refs: [{ row: 0, column: 'n' }] } }], input: { note: 1 } });
  });

  it('exits with 2 on unusable arguments', () => {
    expect([runCli(['ground']).status, runCli(['ground', '--jsonl', 'file']).status]).toEqual([2, 2]);
  });
});
