import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createSchemaIndex } from './schema-index.js';
import type { SearchTable } from './search-table.js';

interface Spec {
  catalogue: { table: string; description?: string; columns: string[] }[];
  questions: { ask: string; first?: string; among?: string[]; k?: number; why?: string }[];
}
const spec = parse(readFileSync(path.join(__dirname, 'spec/shop.yaml'), 'utf8')) as Spec;
const table = (name: string, columns: string[], more: Partial<SearchTable> = {}): SearchTable => ({ table: name, columns: columns.map((column) => ({ name: column, type: 'text' })), ...more });
const names = (tables: SearchTable[], question: string, k = 10): string[] => createSchemaIndex(tables).search(question, { k }).tables.map(({ name }) => name);

describe('a small warehouse', () => {
  const index = createSchemaIndex(spec.catalogue.map(({ table: name, description, columns }) => table(name, columns, { description })));
  it.each(spec.questions.map((question) => [`${question.ask}${question.why ? ` (${question.why})` : ''}`, question] as const))('%s', (_name, { ask, first, among = [], k = 5 }) => {
    const found = index.search(ask, { k }).tables.map(({ name }) => name);
    if (first !== undefined) expect(found[0]).toBe(first);
    expect(found).toEqual(expect.arrayContaining(among));
  });
});

describe('search over a catalogue', () => {
  it('says where each word was met', () => {
    const tables = [table('shop.orders', ['order_date', 'qty'], { description: 'Sales of the web shop' }), table('shop.people', ['name'])];
    const [hit] = createSchemaIndex(tables).search('quantity of web orders by date').tables;
    expect(hit?.name).toBe('shop.orders');
    expect(hit?.why).toEqual([
      { kind: 'word', asked: 'quantity', found: 'qty', place: 'column', column: 'qty' },
      { kind: 'word', asked: 'web', found: 'web', place: 'description' },
      { kind: 'word', asked: 'orders', found: 'orders', place: 'table' },
      { kind: 'word', asked: 'date', found: 'date', place: 'column', column: 'order_date' },
    ]);
  });

  it('brings in the table that found tables refer to, and says which they are', () => {
    const tables = [
      table('c.unit_faults', ['unit_id', 'fault']), table('c.unit', ['id', 'booted']), table('c.fault_codes', ['code', 'label']),
      ...['alpha', 'beta', 'gamma', 'delta'].map((name) => table(`c.${name}`, ['code', 'fault_note'])),
    ];
    const { tables: hits } = createSchemaIndex(tables).search('faults');
    expect(hits.find(({ name }) => name === 'c.unit')?.why).toEqual([{ kind: 'referenced', by: ['c.unit_faults'] }]);
  });

  it('follows declared foreign keys instead of guessing, where a database declares any', () => {
    const visits = table('h.visits', ['who', 'reason']);
    const others = [table('h.person', ['born']), table('h.rooms', ['floor']), table('h.beds', ['width'])];
    const declared = { ...visits, foreignKeys: [{ columns: ['who'], refTable: 'h.person', refColumns: ['id'] }] };
    expect(names([visits, ...others], 'reason of visits')).toEqual(['h.visits']);
    expect(names([declared, ...others], 'reason of visits')).toEqual(['h.visits', 'h.person']);
  });

  it('keeps to one database where the catalogue mixes many', () => {
    const shop = (db: string, extra: string[]) => [table(`${db}.orders`, ['id', 'total']), table(`${db}.${extra[0]}`, extra.slice(1))];
    const found = names([...shop('zoo', ['animals', 'species', 'keeper']), ...shop('bank', ['accounts', 'iban']), ...shop('gym', ['members', 'locker'])], 'orders by keeper');
    expect(found.slice(0, 2).sort()).toEqual(['zoo.animals', 'zoo.orders']);
  });

  it('lets words that are held already count less than the words still open', () => {
    const copies = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => table(`w.building_address_${name}x`, ['street', 'city', 'state']));
    const found = names([...copies, table('w.staff', ['phone']), table('w.other', ['note'])], 'street, city and state of buildings, and phone of staff', 3);
    expect(found).toContain('w.staff');
  });

  it('learns the abbreviations of a house from its descriptions', () => {
    const described = (name: string, description: string) => ({ name, type: 'text', description });
    const tables: SearchTable[] = [
      { table: 'x.a1', columns: [described('krdt_lmt', 'kreditor limit'), described('krdt_no', 'kreditor number')] },
      { table: 'x.b2', columns: [described('krdt_zip', '')] },
      { table: 'x.c3', columns: [described('zip', '')] },
    ];
    expect(names(tables, 'kreditor zip').slice(0, 2)).toContain('x.b2');
    expect(createSchemaIndex(tables).search('kreditor zip').columns.find((hit) => hit.table === 'x.b2')?.name).toBe('krdt_zip');
  });

  it('takes a glossary in any language, and values as hints', () => {
    const tables: SearchTable[] = [
      table('m.net_revenue', ['amount']), table('m.stock', ['amount']),
      { table: 'm.places', columns: [{ name: 'c', type: 'text', values: ['Seoul', 'Busan', 12, null] }] },
    ];
    const index = createSchemaIndex(tables, { glossary: [{ phrases: ['순매출', 'net revenue'] }, { phrases: ['doanh thu'], names: ['revenue'] }] });
    expect(index.search('지난달 순매출은?').tables[0]?.name).toBe('m.net_revenue');
    expect(index.search('Doanh thu tháng này').tables[0]?.name).toBe('m.net_revenue');
    expect(index.search('revenue in Busan').tables.map(({ name }) => name)).toContain('m.places');
  });

  it('ranks the columns of what it found, rare words first', () => {
    const { columns } = createSchemaIndex([table('s.orders', ['order_id', 'order_date', 'shipping_fee'])]).search('average shipping fee of orders');
    expect(columns[0]).toMatchObject({ table: 's.orders', name: 'shipping_fee' });
  });

  it('finds nothing for words that are nowhere, and never more than asked', () => {
    const index = createSchemaIndex(spec.catalogue.map(({ table: name, columns }) => table(name, columns)));
    expect(index.search('xylophone').tables).toEqual([]);
    expect(index.search('the of and').tables).toEqual([]);
    expect(index.search('').tables).toEqual([]);
    expect(index.search('orders', { k: 2 }).tables).toHaveLength(2);
    expect(createSchemaIndex([]).search('orders')).toEqual({ tables: [], columns: [] });
  });

  it('forgets the words of a table that is replaced: what its words translate to counts fully again', () => {
    const orders = (column: string) => ({ table: 'a.order', columns: [{ name: column, type: 'text' }] });
    const other = { table: 'a.other', columns: [{ name: 'customer_order', type: 'text' }] };
    const index = createSchemaIndex([orders('고객_order'), other]);
    index.search('고객');
    index.set(orders('plain'));
    expect(index.search('고객')).toEqual(createSchemaIndex([orders('plain'), other]).search('고객'));
  });
});
