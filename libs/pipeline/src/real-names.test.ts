import { describe, expect, it } from 'vitest';
import { commercePack } from './spec/commerce-world.js';
import { realNames } from './real-names.js';

describe('the real names of a pack', () => {
  const renamed = realNames(commercePack(), { tables: { orders: { schema: 'SALES', name: 'TBL_ORD', columns: { order_date: 'ORD_DT', customer_id: 'CUST_NO' } } } });

  it('are the source’s, with the pack’s words for them in both languages', () => {
    expect(renamed.labelOf('tbl_ord', 'ko')).toBe('주문');
    expect(renamed.labelOf('tbl_ord.ord_dt', 'en')).toBe('order date');
    expect(renamed.labelOf('TBL_ORD.STATUS', 'ko')).toBe('주문 상태');
    expect(renamed.labelOf('orders.order_date', 'en')).toBeUndefined();
  });

  it('keep which column refers to which table', () => {
    const table = renamed.schema.tables.find(({ name }) => name === 'TBL_ORD');
    expect(table?.columns).toContain('ORD_DT');
    expect(table?.references).toEqual([{ column: 'CUST_NO', table: 'customers' }]);
    expect(renamed.schema.tables.find(({ name }) => name === 'payments')?.references).toEqual([{ column: 'order_id', table: 'TBL_ORD' }]);
  });

  it('are the pack’s own where nothing is bound', () => {
    expect(realNames(commercePack(), undefined).labelOf('orders.channel', 'en')).toBe('channel');
  });
});
