import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdToCaps } from '../estimate-caps.js';
import { estimateOf } from './explain.js';

const node = (type: string, rows: number, cost: number, more: object = {}) => ({ 'Node Type': type, 'Plan Rows': rows, 'Total Cost': cost, ...more });
const plan = (root: object) => JSON.stringify([{ Plan: root }]);
const caps = { maxRows: 1, maxBytes: 1, timeoutMs: 1, maxCost: null, maxEstimatedRows: null };

describe('an estimate', () => {
  it('takes cost from the root and rows from the largest node', () => {
    const found = estimateOf(plan(node('Limit', 10, 1.2, { Plans: [node('Hash Join', 4_000, 90.5, { Plans: [node('Seq Scan', 117_647, 55, { 'Relation Name': 'orders' }), node('Index Scan', 1, 3, { 'Relation Name': 'customers' })] })] })));
    expect(found).toMatchObject({ available: true, cost: 2, rows: 117_647, fullScans: ['orders'] });
    expect(found.plan.map((n) => [n.depth, n.node])).toEqual([[0, 'Limit'], [1, 'Hash Join'], [2, 'Seq Scan'], [2, 'Index Scan']]);
  });

  it('stays an integer however large the planner’s figure', () => {
    expect(estimateOf(plan(node('Nested Loop', 1e300, 7.9e200)))).toMatchObject({ cost: Number.MAX_SAFE_INTEGER, rows: Number.MAX_SAFE_INTEGER });
  });

  it('never gives fewer rows than any node, over any tree', () => {
    type Tree = { 'Node Type': string; 'Total Cost': number; 'Plan Rows': number; Plans: Tree[] };
    const treeOf = (children: fc.Arbitrary<Tree[]>) => fc.record<Tree>({ 'Node Type': fc.constant('Append'), 'Total Cost': fc.nat(), 'Plan Rows': fc.nat(), Plans: children });
    const leaf = treeOf(fc.constant([]));
    const tree = treeOf(fc.array(treeOf(fc.array(leaf, { maxLength: 3 })), { maxLength: 4 }));
    fc.assert(fc.property(tree, (root) => {
      const all = (n: Tree): number[] => [n['Plan Rows'], ...n.Plans.flatMap(all)];
      expect(estimateOf(plan(root)).rows).toBe(Math.max(...all(root)));
    }));
  });

  it('keeps a plan of any size showable', () => {
    expect(estimateOf(plan(node('Append', 1, 1, { Plans: Array.from({ length: 500 }, () => node('Seq Scan', 9, 1)) }))).plan).toHaveLength(100);
  });
});

describe('the caps on an estimate', () => {
  const found = estimateOf(plan(node('Seq Scan', 500, 1_000)));
  it('pass when nothing is capped or all is within', () => {
    expect(() => holdToCaps(found, caps)).not.toThrow();
    expect(() => holdToCaps(found, { ...caps, maxCost: 1_000, maxEstimatedRows: 500 })).not.toThrow();
  });
  it('refuse by cost and by rows, with both figures', () => {
    expect(() => holdToCaps(found, { ...caps, maxCost: 999 })).toThrow(expect.objectContaining({ kind: 'estimate-over-cap', params: { what: 'cost', estimate: '1000', cap: '999' } }));
    expect(() => holdToCaps(found, { ...caps, maxEstimatedRows: 499 })).toThrow(expect.objectContaining({ params: { what: 'rows', estimate: '500', cap: '499' } }));
  });
});
