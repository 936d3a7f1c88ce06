import { describe, expect, it } from 'vitest';
import type { NameBinding } from '@countersign/contracts';
import { policyTable } from './policy-table.js';
import { binding, catalogue } from './spec/commerce-job.js';

const columns = (name: string, to: NameBinding | undefined = binding) => policyTable(catalogue, to, name)?.columns.map((column) => column.name);

describe('the table that a policy names', () => {
  it('is the pack’s where it is bound, under the pack’s column names', () => {
    const renamed: NameBinding = { tables: { orders: { schema: 'shop', name: 'tbl_order', columns: { state: 'status' } } } };
    expect(columns('orders')).toEqual(['order_id', 'customer_id', 'order_date', 'status']);
    expect(columns('orders', renamed)).toEqual(['order_id', 'customer_id', 'order_date', 'state']);
  });
  it('has the type that a converted column’s values have, under the pack’s name only', () => {
    const coded: NameBinding = { tables: { orders: { schema: 'shop', name: 'tbl_order', columns: {}, convert: { status: { kind: 'values', type: 'boolean', values: [{ standard: 'true', stored: 'Y' }] } } } } };
    const typeOf = (table: string) => policyTable(catalogue, coded, table)?.columns.find(({ name }) => name === 'status')?.type;
    expect(typeOf('orders')).toBe('boolean');
    expect(typeOf('tbl_order')).not.toBe('boolean');
  });
  it('is else the real one, with or without its schema', () => {
    expect(columns('tbl_order')).toEqual(['order_id', 'customer_id', 'order_date', 'status']);
    expect(columns('archive.customers')).toEqual(['customer_id', 'email']);
    expect(columns('salaries', undefined)).toEqual(['amount']);
  });
  it('is none when nothing is called so', () => {
    for (const name of ['nope', 'shop.nope', 'nope.customers', '', '.']) expect(policyTable(catalogue, binding, name)).toBeUndefined();
  });
});
