import { describe, expect, it } from 'vitest';
import { definitionOf, identityBinding, labelOf, packSummary, sensitiveColumns, tablesOf } from '../index.js';
import { commercePack } from '../spec/commerce-pack.js';

const pack = commercePack();

describe('what a pack says of itself', () => {
  it('names and defines metrics, dimensions, filters, columns and what is made of them', () => {
    expect(labelOf(pack, 'net_revenue', 'ko')).toBe('순매출');
    expect(definitionOf(pack, 'gross_margin', 'en')).toBe('Net revenue less cost of goods sold.');
    expect(labelOf(pack, 'orders.shipping_fee.avg', 'en')).toBe('average shipping fee');
    expect(labelOf(pack, 'units_sold.per_orders', 'en')).toBe('units sold per order');
    expect(labelOf(pack, 'nothing', 'en')).toBe('nothing');
  });

  it('lists the personal columns', () => {
    expect(sensitiveColumns(pack)).toEqual(['customers.full_name', 'customers.email']);
  });

  it('binds every table under its own name', () => {
    expect(identityBinding(pack, 'shop').tables.orders).toEqual({ schema: 'shop', name: 'orders', columns: {} });
    expect(Object.keys(identityBinding(pack).tables)).toEqual(tablesOf(pack).map((t) => t.name));
  });

  it('summarises only what may be asked', () => {
    expect(packSummary(pack).metrics.map((m) => m.ref)).not.toContain('realised_orders');
  });
});
