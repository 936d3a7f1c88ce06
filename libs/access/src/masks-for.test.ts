import type { MaskForm, Policy } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { maskExpression } from './mask-expression.js';
import { maskedColumns, masksFor } from './masks-for.js';
import { personalColumns } from './personal-columns.js';
import { scopeFor } from './scope-for.js';
import { ASKER, NOW, binding, catalogue, grant, id, person, sensitive } from './spec/commerce-job.js';

const mask = (n: number, table: string, column: string, form: MaskForm, more: { groups?: string[]; roles?: ('analyst' | 'auditor')[]; enabled?: boolean } = {}): Policy => ({
  id: id(n), version: 1, name: 'mask', authorId: id(13), enabled: more.enabled ?? true, rule: { kind: 'mask', table, column, form, groups: more.groups ?? [], roles: more.roles ?? [] },
});
const inForce = (policies: Policy[], who = person(ASKER, ['analyst'], [id(70)])) => masksFor({ policies, person: who, catalogue, binding }).map(({ table, column, how }) => `${table}.${column} ${how}`);

describe('masks in force', () => {
  it('are those that name nobody, a group or a role of the person', () => {
    expect(inForce([mask(1, 'orders', 'status', { kind: 'null' })])).toEqual(['shop.tbl_order.status null']);
    expect(inForce([mask(1, 'orders', 'status', { kind: 'null' }, { groups: [id(70)] }), mask(2, 'orders', 'order_date', { kind: 'year' }, { groups: [id(71)] })])).toEqual(['shop.tbl_order.status null']);
    expect(inForce([mask(1, 'orders', 'status', { kind: 'null' }, { roles: ['analyst'] }), mask(2, 'orders', 'order_date', { kind: 'year' }, { roles: ['auditor'] })])).toEqual(['shop.tbl_order.status null']);
    expect(inForce([mask(1, 'orders', 'status', { kind: 'null' }, { enabled: false })])).toEqual([]);
  });
  it('name tables by the pack’s name, the real one, or with its schema', () => {
    for (const table of ['orders', 'tbl_order', 'shop.tbl_order']) expect(inForce([mask(1, table, 'status', { kind: 'hash' })])).toEqual(['shop.tbl_order.status hash']);
    expect(inForce([mask(1, 'archive.customers', 'email', { kind: 'hash' })])).toEqual(['archive.customers.email hash']);
    expect(inForce([mask(1, 'nowhere', 'status', { kind: 'hash' }), mask(2, 'orders', 'nothing', { kind: 'hash' })])).toEqual([]);
  });
  it('are one a column, the strictest, however the column was named', () => {
    expect(inForce([mask(1, 'orders', 'status', { kind: 'last', keep: 2 }), mask(2, 'tbl_order', 'status', { kind: 'null' }), mask(3, 'shop.tbl_order', 'status', { kind: 'hash' })])).toEqual(['shop.tbl_order.status null']);
  });
  it('are told of where their column is used', () => {
    const masks = masksFor({ policies: [mask(1, 'orders', 'status', { kind: 'last', keep: 2 })], person: person(ASKER, ['analyst']), catalogue, binding });
    const put = [{ id: id(1), version: 1, occurrences: 1 }];
    expect(maskedColumns({ columns: ['shop.tbl_order.status'], masks: put }, masks)).toEqual([{ column: 'shop.tbl_order.status', how: 'last:2' }]);
    expect(maskedColumns({ columns: ['shop.tbl_order.order_id'], masks: put }, masks)).toEqual([]);
    expect(maskedColumns({ columns: ['shop.tbl_order.status'], masks: [] }, masks)).toEqual([]);
  });
});

describe('a mask’s expression', () => {
  it.each<[MaskForm, string, string]>([
    [{ kind: 'null' }, 'text', 'NULL'], [{ kind: 'null' }, 'numeric(12,2)', 'CAST(NULL AS numeric)'], [{ kind: 'null' }, 'date', 'CAST(NULL AS date)'], [{ kind: 'null' }, 'timestamp without time zone', 'CAST(NULL AS timestamp)'],
    [{ kind: 'fixed', text: "it's" }, 'text', "'it''s'"], [{ kind: 'hash' }, 'text', 'md5(CAST("a""b" AS text))'], [{ kind: 'bucket', size: 10 }, 'integer', 'floor("a""b" / 10.0) * 10'],
    [{ kind: 'month' }, 'date', `CAST(date_trunc('month', "a""b") AS date)`],
  ])('%j on %s', (form, type, expression) => expect(maskExpression(form, 'a"b', type)).toBe(expression));
});

describe('personal columns of several packs', () => {
  const others = [{ binding: { tables: { o: { schema: 'shop', name: 'tbl_order', columns: {} } } }, sensitive: ['o.status'] }];
  it('are denied whichever pack is spoken', () => {
    const denied = (more: object) => scopeFor({ catalogue, grants: [grant({ objects: '*' })], binding, sensitive: [], now: NOW, ...more }).tables.find(({ name }) => name === 'tbl_order')?.denied;
    expect(denied({})).toEqual([]);
    expect(denied({ others })).toEqual(['status']);
    expect(denied({ others, grants: [grant({ objects: '*', unmask: ['o.status'] })] })).toEqual([]);
  });
  it('are found among a query’s columns in real names', () => {
    const facts = { tables: ['shop.tbl_order', 'shop.customers'], columns: ['shop.tbl_order.status', 'shop.customers.email', 'shop.customers.country_code'] };
    expect(personalColumns({ facts, catalogue, binding, sensitive, others })).toEqual(['shop.customers.email', 'shop.tbl_order.status']);
  });
});
