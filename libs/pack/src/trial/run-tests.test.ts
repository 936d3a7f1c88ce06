import { describe, expect, it } from 'vitest';
import { runPackTests } from '../index.js';
import { commercePack } from '../spec/commerce-pack.js';

const pack = commercePack();
const spec = (questions: string): Record<string, string> => ({ 'tests/own.yaml': `today: "2026-06-30"\nlocale: en\nquestions:\n${questions}` });

describe('a pack’s own tests', () => {
  it('hold when the question means what they say', () => {
    expect(runPackTests(pack, spec('  - { question: total number of orders, measure: [ order_count ] }\n  - { question: revenue in 2025, ask: revenue, choices: [ gross_revenue, net_revenue ] }'))).toEqual({ total: 2, failed: [], unreadable: [] });
  });
  it('fail with the facts that differ', () => {
    expect(runPackTests(pack, spec('  - { question: total number of orders, measure: [ net_revenue ], by: [ channel ] }')).failed).toEqual([
      { file: 'tests/own.yaml', question: 'total number of orders', locale: 'en', differences: [{ fact: 'measure', expected: '["net_revenue"]', got: '["order_count"]' }, { fact: 'by', expected: '["channel"]', got: 'nothing' }] },
    ]);
  });
  it('fail when there is a plan where there should be none', () => {
    expect(runPackTests(pack, spec('  - { question: total number of orders, measure: [ order_count ], no_plan: true }')).failed[0]?.differences).toEqual([{ fact: 'plan', expected: 'none', got: 'one' }]);
  });
  it('that can’t be read are said, and what is no spec is left alone', () => {
    const report = runPackTests(pack, { 'tests/a.yaml': 'questions: 3', 'tests/b.yaml': ': [', 'tests/alignment.yaml': 'pairs: []', 'metrics.yaml': 'questions: 3' });
    expect([report.total, report.unreadable.map(({ file }) => file)]).toEqual([0, ['tests/a.yaml', 'tests/b.yaml']]);
  });
});
