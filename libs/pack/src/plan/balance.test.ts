import type { Interpretation, Query } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { planQuery, resolveQuestion } from '../index.js';
import { manufacturingPack } from '../spec/manufacturing-pack.js';
import { balanceProof } from './balance.js';

const pack = manufacturingPack();
const read = (question: string, choices: Record<string, string> = {}): Interpretation => resolveQuestion(pack, { question, today: '2026-06-30', choices }).interpretation;
function planned(question: string, choices: Record<string, string> = {}) {
  const plan = planQuery(pack, read(question, choices));
  if (plan.outcome === 'refuse') throw new Error(plan.refusal.params['detail']);
  return plan;
}
const reasonOf = (i: Interpretation): string | undefined => {
  const plan = planQuery(pack, i);
  return plan.outcome === 'refuse' ? plan.refusal.params['detail'] : undefined;
};
const text = (query: Query): string => JSON.stringify(query);

describe('a balance', () => {
  it('is picked among its own rows before anything is joined', () => {
    const { body } = planned('stock value by warehouse').query;
    expect(body).toMatchObject({ from: [{ kind: 'join', left: { kind: 'derived-table', alias: 'inventory_balances', query: { body: { from: [{ kind: 'table', name: ['inventory_balances'] }] } } } }] });
  });

  it('is picked in each period of the breakdown, within the period asked for', () => {
    const plan = planned('stock value by month in 2026');
    expect(text(plan.query)).toContain('"partitionBy":[{"kind":"column","qualifier":["inventory_balances"],"name":"item_id"},{"kind":"column","qualifier":["inventory_balances"],"name":"warehouse_id"},{"kind":"cast"');
    expect(plan.proofs[0]).toContain('the last inventory_balances.balance_date of each item_id, warehouse_id is picked first');
  });

  it('is averaged over the days that have one, and says so', () => {
    expect(planned('average stock value in 2026').proofs).toEqual([expect.stringContaining('divided by the number of different inventory_balances.balance_date')]);
  });

  it('says whether each thing has its own last day or all have one', () => {
    const leaf = pack.metrics.get('stock_value');
    if (leaf?.kind !== 'sum') throw new Error('no sum');
    expect(balanceProof({ ...leaf, balance: { take: 'last', each: [] } })).toContain('of all rows together');
  });

  it('has no running total, and no mean a day by the calendar', () => {
    expect(reasonOf(read('cumulative stock value by month in 2026'))).toContain('does not add up over time');
    expect(planned('average monthly stock value in 2026').proofs).toContainEqual(expect.stringContaining('the mean is of one figure a month'));
  });

  it('is shared out among warehouses, and not among months', () => {
    expect(planned('share of stock value by warehouse').columns.map((c) => c.name)).toContain('stock_value_share');
    expect(reasonOf(read('share of stock value by month in 2026'))).toContain('does not add up to a whole');
  });

  it('"as of" a day keeps what was last known before it', () => {
    expect(read('stock value as of 2025-12-31').period).toMatchObject({ from: null, to: '2026-01-01' });
    expect(read('work orders as of 2025-12-01').period).toMatchObject({ from: '2025-12-01', to: null });
  });
});

describe('a bridge', () => {
  it('shares an amount out, keeps what nobody bears, and says what that rests on', () => {
    const plan = planned('production cost by cost center in 2025');
    expect(plan.query.body).toMatchObject({ from: [{ type: 'left', left: { type: 'left', left: { name: ['work_orders'] }, right: { name: ['work_order_cost_centers'] } }, right: { name: ['cost_centers'] } }] });
    expect(plan.proofs[0]).toContain('by the weights of work_order_cost_centers, which add up to 1');
  });

  it('shares out a narrowed amount too, instead of taking all of what the condition touches', () => {
    expect(planned('production cost of the assembly department in 2025').proofs[0]).toContain('shared out over cost_centers');
  });

  it('does not stand for a count, nor for an entity beyond another bridge', () => {
    expect(planned('work orders by cost center').proofs[0]).toContain('counted by distinct work_orders.work_order_id');
    expect(reasonOf({ ...read('production cost by cost center'), dimensions: [{ ref: 'cost_center', label: '' }, { ref: 'supplier', label: '' }] })).toContain('counted more than once');
  });

  it('keeps a count apart from an amount that it shares out', () => {
    const { query } = planned('production cost and work orders by cost center');
    expect(query.with?.ctes.map((c) => c.name)).toEqual(['production_cost_by', 'work_order_count_by', 'stacked', 'combined']);
  });
});
