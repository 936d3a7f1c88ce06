import { randomUUID } from 'node:crypto';
import type { Catalogue } from '@countersign/contracts';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { prove, startWorld, type World } from './world.js';

interface Page { items: { schema: string; name: string; label: string | null; found: { asked: string; met: string }[]; columns: { name: string; label: string | null; personal: boolean; meant: boolean }[] }[]; total: number; nextCursor: string | null }

const COLUMNS = {
  customers: ['customer_id', 'full_name', 'email', 'country_code', 'city', 'segment', 'signup_date'],
  orders: ['order_id', 'customer_id', 'order_date', 'status', 'channel', 'shipping_fee'],
  payments: ['payment_id', 'order_id', 'paid_at', 'amount', 'method'],
  products: ['product_id', 'sku', 'product_name', 'category', 'list_price'],
};
const catalogue: Catalogue = {
  engine: 'postgres', version: '18', searchPath: ['commerce'],
  tables: Object.entries(COLUMNS).map(([name, columns]) => ({
    schema: 'commerce', name, kind: 'table', primaryKey: [columns[0] ?? ''], uniqueKeys: [], foreignKeys: [], fingerprint: name,
    columns: columns.map((column) => ({ name: column, type: 'text', nullable: false })),
  })),
};

describe('the schema of a data source', () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld('schema');
    await prove(world.store, DEMO.hanbit, randomUUID(), catalogue);
  });
  afterAll(() => world.stop());
  const of = `/v1/schema?dataSourceId=${DEMO.hanbit.dataSourceId}`;
  const read = async (who: Parameters<World['as']>[0], rest = '') => (await (await world.as(who)).get(`${of}${rest}`)).body as unknown as Page;

  it('is what the caller’s grants reach, with the words of the packs, and says what is personal', async () => {
    const { items, total } = await read('analyst');
    expect(total).toBe(items.length);
    const customers = items.find(({ name }) => name === 'customers');
    expect(customers?.label).toBe('고객');
    expect(customers?.columns.filter(({ personal }) => personal).map(({ name }) => name)).toEqual(['full_name', 'email']);
  });

  it('comes in pages, by name', async () => {
    const first = await read('analyst', '&limit=2');
    const second = await read('analyst', `&limit=2&cursor=${encodeURIComponent(first.nextCursor ?? '')}`);
    const names = [...first.items, ...second.items].map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(new Set(names).size).toBe(4);
  });

  it('is searched in either language, best table first, with what was met and which columns are meant', async () => {
    for (const [question, table, column] of [['shipping fee of an order', 'orders', 'shipping_fee'], ['고객 가입일', 'customers', 'signup_date']] as const) {
      const { items } = await read('analyst', `&q=${encodeURIComponent(question)}`);
      expect(items[0]?.name).toBe(table);
      expect(items[0]?.found.length).toBeGreaterThan(0);
      expect(items[0]?.columns.find(({ name }) => name === column)?.meant).toBe(true);
    }
  });

  it('of another organization, or without a grant, is not there', async () => {
    const analyst = await world.as('analyst');
    expect((await analyst.get(`/v1/schema?dataSourceId=${DEMO.northwind.dataSourceId}`)).body['code']).toBe('unknown-data-source');
    expect((await analyst.get('/v1/schema?dataSourceId=00000000-0000-7000-8000-00000000ffff')).body['code']).toBe('unknown-data-source');
    expect((await (await world.as('auditor')).get(of)).body['code']).toBe('unknown-data-source');
  });

  it('is seen whole by an admin, who may still not read a row of it', async () => {
    expect((await read('admin')).items.map(({ name }) => name)).toContain('customers');
  });
});
