import { describe, expect, it } from 'vitest';
import type { Grant, NameBinding } from '@countersign/contracts';
import { grantsCover } from './grants-cover.js';
import { scopeFor } from './scope-for.js';
import { NOW, binding, catalogue, grant, sensitive } from './spec/commerce-job.js';

const scope = (grants: Grant[], to: NameBinding | undefined = binding) => scopeFor({ catalogue, grants, binding: to, sensitive, now: NOW });
const tables = (grants: Grant[], to?: NameBinding) => scope(grants, to).tables.map((t) => `${t.schema}.${t.name}`);

describe('scopeFor', () => {
  it('holds only what a grant names, under real names', () => {
    expect(scope([grant()]).tables).toEqual([
      { schema: 'shop', name: 'customers', fingerprint: 'fp-customers', denied: ['email'], columns: ['customer_id', 'email', 'country_code'].map((name) => ({ name, type: 'text' })) },
      { schema: 'shop', name: 'tbl_order', fingerprint: 'fp-tbl_order', denied: [], columns: ['order_id', 'customer_id', 'order_date', 'status'].map((name) => ({ name, type: 'text' })) },
    ]);
  });

  it('is empty without a live grant', () => {
    expect(tables([])).toEqual([]);
    expect(tables([grant({ revokedAt: '2020-01-01T00:00:00Z' })])).toEqual([]);
    expect(tables([grant({ expiresAt: NOW })])).toEqual([]);
    expect(tables([grant({ expiresAt: 'never' })])).toEqual([]);
  });

  it('a grant on everything reaches tables the pack does not know, but unmasks nothing', () => {
    const all = scope([grant({ objects: '*' })]);
    expect(all.tables.map((t) => t.name)).toEqual(['customers', 'tbl_order', 'salaries', 'customers']);
    expect(all.tables[0]?.denied).toEqual(['full_name', 'email']);
  });

  it('a live unmask of another grant shows the personal column', () => {
    const unmask = grant({ objects: [], unmask: ['customers.email'] });
    expect(scope([grant(), unmask]).tables[0]?.denied).toEqual([]);
    expect(scope([grant(), { ...unmask, expiresAt: NOW }]).tables[0]?.denied).toEqual(['email']);
  });

  it('never reaches a namesake in another schema', () => {
    const loose: NameBinding = { tables: { customers: { name: 'customers', columns: {} } } };
    expect(tables([grant()], loose)).toEqual(['shop.customers']);
    expect(tables([grant({ objects: [{ table: 'customers', columns: '*' }] })], undefined)).toEqual(['shop.customers']);
  });

  it('a column bound elsewhere is not reached by the name it happens to have', () => {
    const swapped: NameBinding = { tables: { orders: { schema: 'shop', name: 'tbl_order', columns: { status: 'order_date' } } } };
    const granted = scope([grant({ objects: [{ table: 'orders', columns: ['status'] }] })], swapped);
    expect(granted.tables[0]?.columns.map((c) => c.name)).toEqual(['order_date']);
  });

  it('one personal name among several makes the real column personal', () => {
    const twice: NameBinding = { tables: { customers: { schema: 'shop', name: 'customers', columns: { email: 'email', contact: 'email' } } } };
    expect(scope([grant({ objects: '*' })], twice).tables[0]?.denied).toContain('email');
  });
});

describe('grantsCover', () => {
  const missing = (facts: { tables: string[]; columns: string[] }, grants: Grant[]) => grantsCover({ facts, catalogue, grants, binding, sensitive, now: NOW });

  it('knows a table with and without its schema', () => {
    expect(missing({ tables: ['shop.tbl_order', 'tbl_order'], columns: ['shop.tbl_order.status', 'tbl_order.status'] }, [grant()])).toEqual([]);
  });

  it('lists every table and column that is not covered', () => {
    expect(missing({ tables: ['shop.salaries', 'shop.customers'], columns: ['shop.salaries.amount', 'shop.customers.email', 'shop.customers.full_name', 'shop.customers.country_code'] }, [grant()]))
      .toEqual(['shop.customers.email', 'shop.customers.full_name', 'shop.salaries', 'shop.salaries.amount']);
  });

  it('does not cover what the catalogue no longer holds, nor a namesake elsewhere', () => {
    expect(missing({ tables: ['shop.gone', 'archive.customers'], columns: [] }, [grant()])).toEqual(['archive.customers', 'shop.gone']);
  });

  it('refuses a joined name that can be read two ways when one is not covered', () => {
    const dotted = { ...catalogue, searchPath: ['shop'], tables: [
      { ...catalogue.tables[0]!, schema: 'a', name: 'b', columns: [{ name: 'c', type: 'text', nullable: true }] },
      { ...catalogue.tables[0]!, schema: 'shop', name: 'a', columns: [{ name: 'b.c', type: 'text', nullable: true }] },
    ] };
    const own = grant({ objects: [{ table: 'a', columns: '*' }] });
    const both = { facts: { tables: ['a', 'a.b'], columns: ['a.b.c'] }, catalogue: dotted, grants: [own], binding: { tables: { a: { schema: 'shop', name: 'a', columns: {} } } }, sensitive, now: NOW };
    expect(grantsCover(both)).toEqual(['a.b', 'a.b.c']);
  });
});
