import type { Grant } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { commerceCatalogue, commercePack } from '../spec/commerce-world.js';
import { visibleSchema } from './visible-schema.js';

const grant = (objects: Grant['objects'], unmask: string[] = []): Grant => ({ id: 'g', version: 1, subject: { kind: 'group', id: 'x' }, dataSourceId: 's', objects, unmask, expiresAt: null, revokedAt: null });
const catalogue = commerceCatalogue();
catalogue.tables.find(({ name }) => name === 'orders')!.foreignKeys = [{ columns: ['customer_id'], refSchema: 'public', refTable: 'customers', refColumns: ['customer_id'] }];
const see = (grants: Grant[], locale: 'en' | 'ko' = 'en') => visibleSchema({ catalogue, grants, packs: [{ pack: commercePack(), binding: undefined }], locale, now: '2026-01-01T00:00:00.000Z' });

describe('what one may see of a schema', () => {
  it('is nothing without a grant', () => expect(see([])).toEqual([]));

  it('is only tables and columns within the grants, by name, with the pack’s words', () => {
    const [orders, ...rest] = see([grant([{ table: 'orders', columns: ['order_id', 'order_date', 'customer_id'] }])], 'ko');
    expect(rest).toEqual([]);
    expect(orders).toMatchObject({ name: 'orders', label: '주문' });
    expect(orders?.columns.map(({ name, label }) => [name, label])).toEqual([['order_id', '주문 번호'], ['customer_id', null], ['order_date', '주문일']]);
  });

  it('says which columns are personal, unless a grant unmasks them', () => {
    const personal = (grants: Grant[]) => see(grants).find(({ name }) => name === 'customers')?.columns.filter((column) => column.personal).map(({ name }) => name);
    expect(personal([grant('*')])).toEqual(['full_name', 'email']);
    expect(personal([grant('*', ['customers.email'])])).toEqual(['full_name']);
  });

  it('tells nothing of a table that a column points to and that is not granted', () => {
    const references = (objects: Grant['objects']) => see([grant(objects)]).find(({ name }) => name === 'orders')?.columns.find(({ name }) => name === 'customer_id')?.references;
    expect(references([{ table: 'orders', columns: '*' }])).toBeNull();
    expect(references('*')).toMatch(/customers\.customer_id$/);
  });
});
