import type { Interpretation, Query } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { planQuery, resolveQuestion } from '../index.js';
import { commercePack } from '../spec/commerce-pack.js';

const pack = commercePack();
const read = (question: string): Interpretation => {
  const resolution = resolveQuestion(pack, { question, today: '2026-06-30', choices: {} });
  expect(resolution).toMatchObject({ outcome: 'resolved' });
  return resolution.interpretation;
};
const planned = (question: string) => {
  const plan = planQuery(pack, read(question));
  if (plan.outcome === 'refuse') throw new Error(plan.refusal.params.detail);
  return plan;
};
/** Names of the tables of one select, in the order joined. */
const tables = (query: Query): string[] => JSON.stringify(query).match(/"kind":"table","name":\["\w+"\]/g)?.map((m) => m.split('"')[7]!) ?? [];

describe('planQuery', () => {
  it('refuses to add up payments by category: one payment is for many products', () => {
    expect(planQuery(pack, read('paid amount by category'))).toMatchObject({ outcome: 'refuse', refusal: { code: 'no-correct-plan', params: { detail: expect.stringContaining('more than once') } } });
  });

  it('counts orders by category by their distinct keys, not by their items', () => {
    const plan = planned('orders by category');
    expect(plan.query.body).toMatchObject({ items: [{}, { expr: { kind: 'call', name: 'count', distinct: true, args: [{ name: 'order_id' }] } }] });
    expect(plan.proofs[0]).toContain('distinct orders.order_id');
  });

  it('narrows orders by a product without repeating them', () => {
    const plan = planned('how many orders contain furniture');
    expect(tables({ ...plan.query, body: { ...(plan.query.body as object), where: undefined } as never })).toEqual(['orders']);
    expect(plan.query.body).toMatchObject({ where: { kind: 'in-query', negated: false } });
  });

  it('never joins two facts: payments and order items are aggregated apart', () => {
    const { query } = planned('net revenue and paid amount by channel in 2025');
    const parts = query.with!.ctes.map((cte) => tables(cte.query)).filter((t) => t.some((name) => ['payments', 'order_items'].includes(name)));
    expect(parts).toHaveLength(2);
    for (const part of parts) expect(part.includes('payments') && part.includes('order_items')).toBe(false);
  });

  it('dates each metric by its own column', () => {
    const { query } = planned('order count and refunds by month in 2025');
    const texts = query.with!.ctes.slice(0, 2).map((cte) => JSON.stringify(cte.query));
    expect(texts.map((t) => [t.includes('order_date'), t.includes('paid_at')])).toEqual([[true, false], [false, true]]);
  });

  it('takes both sides of a rate from the same rows', () => {
    const { query } = planned('cancellation rate by channel');
    expect(query.with).toBeUndefined();
    expect(JSON.stringify(query.body)).toContain('"kind":"case"');
  });

  it('breaks ties of a ranking by the key', () => {
    expect(planned('top 5 products by units sold').query).toMatchObject({ limit: 5, orderBy: [{ direction: 'desc' }, { expr: { name: 'product_id' }, direction: 'asc' }] });
  });

  it('shows products by id and name', () => {
    expect(planned('units sold by product').columns.map((c) => c.name)).toEqual(['product_id', 'product_name', 'units_sold']);
  });

  it('says unit, grain and role of every column', () => {
    expect(planned('margin rate by month in 2025').columns).toEqual([
      { name: 'month', role: 'dimension', ref: 'time', grain: 'month', label: 'month' },
      { name: 'margin_rate', role: 'metric', ref: 'margin_rate', label: 'margin rate', unit: 'percent' },
    ]);
  });

  it('uses half-open date ranges only', () => {
    expect(JSON.stringify(planned('orders between March and May 2025').query)).toContain('"op":"<","left":{"kind":"column","qualifier":["orders"],"name":"order_date"},"right":{"kind":"typed-literal","type":"date","value":"2025-06-01"}');
  });

  it('does not share out a figure that overlaps', () => {
    expect(planQuery(pack, read('share of orders by category'))).toMatchObject({ outcome: 'refuse' });
    expect(planQuery(pack, read('share of average order value by channel'))).toMatchObject({ outcome: 'refuse' });
  });

  it('does not accumulate distinct counts', () => {
    expect(planQuery(pack, read('cumulative buyers by month in 2025'))).toMatchObject({ outcome: 'refuse' });
  });

  it('refuses an interpretation of another pack', () => {
    expect(planQuery(pack, { ...read('orders'), metrics: [{ ref: 'gpa', label: 'GPA' }] })).toMatchObject({ outcome: 'refuse' });
  });
});
