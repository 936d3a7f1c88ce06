import type { Catalogue } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { catalogueDrift, touchedTables } from './catalogue-drift.js';

/** 'orders: id int4, note text?' as a table of the schema shop; its fingerprint is what it says. */
const catalogue = (...tables: string[]): Catalogue => ({
  engine: 'postgres', version: '18', searchPath: ['shop'],
  tables: tables.map((text) => {
    const [name = '', columns = ''] = text.split(': ');
    return {
      schema: 'shop', name, kind: 'table', primaryKey: [], uniqueKeys: [], foreignKeys: [], fingerprint: text,
      columns: columns.split(', ').map((column) => ({ name: column.split(' ')[0] ?? '', type: (column.split(' ')[1] ?? '').replace('?', ''), nullable: column.endsWith('?') })),
    };
  }),
});
const ORDERS = 'orders: id int4, note text?';

describe('the drift of a catalogue', () => {
  it('is none when every table is as it was, whatever their order', () => {
    expect(catalogueDrift(catalogue(ORDERS, 'parts: id int4'), catalogue('parts: id int4', ORDERS))).toBeNull();
  });
  it('names tables that appeared and vanished', () => {
    expect(catalogueDrift(catalogue(ORDERS), catalogue('parts: id int4'))).toMatchObject({ counts: { appeared: 1, vanished: 1, changed: 0 }, appeared: ['shop.parts'], vanished: ['shop.orders'] });
  });
  it('names columns that appeared, vanished or have another type, NOT NULL being part of it', () => {
    expect(catalogueDrift(catalogue(ORDERS), catalogue('orders: id int8, memo text?'))?.changed).toEqual([{ table: 'shop.orders', appeared: ['memo'], vanished: ['note'], retyped: [{ column: 'id', was: 'int4 NOT NULL', now: 'int8 NOT NULL' }] }]);
    expect(catalogueDrift(catalogue('orders: id int4'), catalogue('orders: id int4?'))?.changed[0]?.retyped).toEqual([{ column: 'id', was: 'int4 NOT NULL', now: 'int4' }]);
  });
  it('counts all and names some when a whole schema is replaced', () => {
    const many = catalogueDrift(catalogue(...Array.from({ length: 300 }, (_, n) => `t${n}: id int4`)), catalogue(ORDERS));
    expect([many?.counts.vanished, many?.vanished.length]).toEqual([300, 200]);
  });
  it('touches a pack that has names for what vanished or changed, with or without the schema', () => {
    const drift = { vanished: ['shop.orders'], changed: [{ table: 'shop.parts', appeared: [], vanished: [], retyped: [] }] };
    const names = (tables: Record<string, { schema?: string; name: string }>) => touchedTables(drift, { tables: Object.fromEntries(Object.entries(tables).map(([id, to]) => [id, { ...to, columns: {} }])) });
    expect(names({ sales: { schema: 'shop', name: 'orders' }, items: { name: 'parts' } })).toEqual(['shop.orders', 'shop.parts']);
    expect(names({ sales: { schema: 'other', name: 'orders' }, items: { name: 'rts' } })).toEqual([]);
  });
});
