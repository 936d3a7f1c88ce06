import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../load/load-pack.js';
import { readBinding } from '../binding/read-binding.js';
import { draftPack } from './draft-pack.js';
import type { DraftTable } from './draft-table.js';

const shop: DraftTable[] = [
  { schema: 'dbo', name: 'tblOrders', primaryKey: ['order_id'], columns: [{ name: 'order_id', type: 'integer', nullable: false }, { name: 'cust_id', type: 'integer', nullable: false }, { name: 'qty', type: 'integer' }, { name: 'unit_price', type: 'numeric(10,2)' }, { name: 'order_dt', type: 'timestamp without time zone' }], foreignKeys: [{ columns: ['cust_id'], refSchema: 'dbo', refTable: 'customers', refColumns: ['id'] }] },
  { schema: 'dbo', name: 'customers', primaryKey: ['id'], columns: [{ name: 'id', type: 'integer', nullable: false }, { name: 'name', type: 'text' }, { name: 'e_mail', type: 'text' }, { name: 'grade', type: 'text', comment: '고객 등급', values: ['VIP', 'GOLD'] }] },
];

describe('a drafted pack', () => {
  const { files, notes } = draftPack(shop, { id: 'shop', title: 'Shop' });
  const { pack, findings } = loadPack(files, 1);

  it('can be published as it is', () => expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]));

  it('spells abbreviations out, leaves marks of tables out, and takes a Korean comment as the Korean name', () => {
    expect(pack?.entities.get('orders')?.label.en).toBe('order');
    expect(pack?.entities.get('orders')?.columns.get('order_dt')?.label?.en).toBe('order date');
    expect(pack?.entities.get('customers')?.columns.get('grade')?.label?.ko).toBe('고객 등급');
  });

  it('says what adds up, what does not, and what is personal', () => {
    const columns = pack?.entities.get('orders')?.columns;
    expect([columns?.get('qty')?.additive, columns?.get('unit_price')?.additive]).toEqual([true, false]);
    const customers = pack?.entities.get('customers')?.columns;
    expect([customers?.get('name')?.sensitivity, customers?.get('e_mail')?.sensitivity, customers?.get('grade')?.sensitivity]).toEqual(['personal', 'personal', 'internal']);
    expect(notes.filter(({ code }) => code === 'personal').map(({ about }) => about)).toEqual(['dbo.customers.name', 'dbo.customers.e_mail']);
  });

  it('joins by declared keys, and by names only where the database declares none', () => {
    expect(pack?.relationships).toMatchObject([{ from: { entity: 'orders', column: 'cust_id' }, to: { entity: 'customers', column: 'id' }, optional: false }]);
    const bare = shop.map(({ foreignKeys, primaryKey, ...table }) => ({ ...table, columns: table.columns.map((c) => (c.name === 'cust_id' ? { ...c, name: 'customer_id' } : c)) }));
    const guessed = draftPack(bare, { id: 'shop', title: 'Shop' });
    expect(loadPack(guessed.files, 1).pack?.relationships).toHaveLength(1);
    expect(guessed.notes).toContainEqual({ about: 'dbo.tblOrders.customer_id', code: 'guessed-reference' });
  });

  it('leaves out a reference that does not lead to a key, and says so', () => {
    const odd: DraftTable[] = [{ ...shop[0]!, foreignKeys: [{ columns: ['cust_id'], refSchema: 'dbo', refTable: 'customers', refColumns: ['grade'] }] }, shop[1]!];
    const drafted = draftPack(odd, { id: 'shop', title: 'Shop' });
    expect(loadPack(drafted.files, 1).findings.filter(({ severity }) => severity === 'error')).toEqual([]);
    expect(drafted.notes).toContainEqual({ about: 'dbo.tblOrders.cust_id', code: 'reference-left-out' });
  });

  it('binds its names to the real ones', () => {
    expect(readBinding(pack!, 'b', files['bindings/shop.yaml'] ?? '').binding?.tables['orders']).toMatchObject({ schema: 'dbo', name: 'tblOrders' });
  });

  const name = fc.oneof(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.constantFrom('\uffa0 ', 'or\u202eder', 'id', 'Order', 'order', 'ORDER', '1', '주문', 'select', 'a.b', 'x_id', '"'));
  const table = fc.record({ schema: fc.constantFrom('', 's'), name, columns: fc.array(fc.record({ name, type: fc.constantFrom('int', 'text', 'date', 'numeric(3,1)', 'bool', 'blob'), values: fc.option(fc.array(fc.string(), { maxLength: 4 }), { nil: undefined }) }), { minLength: 1, maxLength: 5 }) });
  it('is free of errors whatever a database calls its things', () => {
    fc.assert(fc.property(fc.array(table, { minLength: 1, maxLength: 5 }), (tables) => {
      const drafted = draftPack(tables, { id: 'x', title: 'X' });
      const loaded = loadPack(drafted.files, 1);
      expect(loaded.findings.filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(readBinding(loaded.pack!, 'b', drafted.files['bindings/x.yaml'] ?? '').binding).not.toBeNull();
    }), { numRuns: 40 });
  }, 120_000);
});
