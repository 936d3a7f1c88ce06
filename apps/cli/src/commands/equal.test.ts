import { beforeAll, describe, expect, it, vi } from 'vitest';
import { buildCli, runCli } from '../spec/run-cli.js';

beforeAll(buildCli, 120_000);
vi.setConfig({ testTimeout: 120_000 });

describe('countersign equal', () => {
  it('compares exactly, whatever JSON makes of numbers, and goes on after a bad line', () => {
    const { status, lines } = runCli(['equal', '--jsonl'], [
      '{"id":1,"gold":{"columns":["a"],"rows":[[9007199254740993]]},"predicted":{"columns":["b"],"rows":[["9007199254740993"]]},"note":1}',
      '{"id":2,"gold":{"columns":["a"],"rows":[[9007199254740993]]},"predicted":{"columns":["a"],"rows":[[9007199254740992]]}}',
      '{"id":3,"gold":{"columns":["a"],"rows":[[1],[2]]},"predicted":{"columns":["a"],"rows":[[2],[1]]},"ordered":true}',
      '{"id":4,"gold":{"columns":["a"],"rows":[[1,2]]},"predicted":{"columns":["a"],"rows":[]}}',
      '{"id":5,"gold":{"columns":["a"],"rows":[]}}',
      '{"id":6,"gold":{"columns":["a"],"rows":[[{}]]},"predicted":{"columns":["a"],"rows":[[1]]}}',
      'nonsense',
      '{"id":8,"gold":{"columns":[{"name":"a \\" 1"}],"rows":[["x 1"]]},"predicted":{"columns":["a"],"rows":[["x 1"]]},"ordered":false}',
    ].join('\n'));
    expect(status).toBe(0);
    expect(lines.map((line) => line['equal'] ?? (line['error'] as { rule: string }).rule)).toEqual([true, false, false, 'bad-member', 'bad-member', 'bad-member', 'not-json', true]);
    expect(lines[0]).toEqual({ id: 1, equal: true, reason: 'the same rows', input: { note: 1 } });
  });

  it('exits with 2 on unusable arguments', () => {
    expect([runCli(['equal']).status, runCli(['equal', '--jsonl', '--nothing']).status]).toEqual([2, 2]);
  });
});
