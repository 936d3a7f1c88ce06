import { describe, expect, it } from 'vitest';
import { loadPack } from '../index.js';
import { manufacturingFiles } from '../spec/manufacturing-pack.js';

const files = manufacturingFiles();
/** What loading says when one text of one file is another. */
function said(file: string, from: string, to: string): string[] {
  expect(files[file]).toContain(from);
  const { findings } = loadPack({ ...files, [file]: files[file]!.replace(from, to) }, 1);
  return findings.filter((f) => f.severity === 'error').map((f) => `${f.rule}: ${f.message}`);
}

describe('a pack that declares', () => {
  it('a balance by a date of another table is refused', () => {
    expect(said('metrics.yaml', 'value: stock_value\n    balance: { take: last }', 'value: stock_value\n    time: purchase_orders.order_date\n    balance: { take: last }')).toContainEqual('balance-date: metrics.stock_value.balance: a balance needs a date among the columns of inventory_balances');
  });

  it('a balance of a column nobody declared is refused', () => {
    expect(said('metrics.yaml', 'balance: { take: last }', 'balance: { take: last, each: [bin] }')).toContainEqual('unknown-column: metrics.stock_quantity.balance: there is no column inventory_balances.bin');
  });

  it('a sum in another unit than its column is refused', () => {
    expect(said('metrics.yaml', 'value: stock_value\n    balance: { take: last }\n    unit: KRW', 'value: stock_value\n    balance: { take: last }\n    unit: USD')).toContainEqual('unit-differs: metrics.stock_value.unit: stock_value is in KRW, the metric in USD');
  });

  it('a formula that adds kilograms to won is refused', () => {
    expect(said('metrics.yaml', 'formula: produced_quantity + scrapped_quantity', 'formula: produced_quantity + production_cost')).toContainEqual('unit-mix: metrics.started_quantity.formula: unit and KRW do not add up');
  });

  it('a unit from a dimension, or a conversion, that is not there is refused', () => {
    expect(said('metrics.yaml', 'unit: { from: currency, converted: purchase_amount_krw }', 'unit: { from: money, converted: nothing }')).toEqual([
      'unknown-dimension: metrics.purchase_amount.unit: there is no dimension money', 'unknown-metric: metrics.purchase_amount.unit: there is no metric nothing',
    ]);
  });

  it('a bridge that touches one side only, or weighs by a column of another table, is refused', () => {
    expect(said('entities.yaml', 'item_suppliers: { from: items, to: suppliers, weight: share_pct / 100 }', 'item_suppliers: { from: items, to: plants, weight: share }')).toEqual([
      'bridge-end: bridges.item_suppliers: item_suppliers has no relationship to plants', 'unknown-column: bridges.item_suppliers.weight: there is no column share in item_suppliers',
    ]);
  });

  it('a running total of a metric that is not there is refused', () => {
    expect(said('metrics.yaml', 'kind: cumulative\n    of: production_cost', 'kind: cumulative\n    of: costs')).toEqual(['unknown-metric: metrics.production_cost_to_date.of: there is no metric costs']);
  });
});
