import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Catalogue, Finding } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { bindingText, checkBinding, identityBinding, readBinding } from '../index.js';
import { commercePack } from '../spec/commerce-pack.js';

interface Case { name: string; columns: string[]; table?: string; binding: string; findings: string[]; says?: { en: string; ko: string } }

const pack = commercePack();
const { cases } = parse(readFileSync(path.join(__dirname, '../spec/bindings.yaml'), 'utf8')) as { cases: Case[] };

function catalogueOf(table: string, columns: string[]): Catalogue {
  return {
    engine: 'postgres', version: '18', searchPath: ['shop'],
    tables: [{
      schema: 'shop', name: table, kind: 'table', primaryKey: [], uniqueKeys: [], foreignKeys: [], fingerprint: '',
      columns: columns.map((text) => {
        const [said = '', comment] = text.split(' -- ');
        const [name = '', type = ''] = said.replace(' ?', '').split(/ (.*)/);
        return { name, type, nullable: said.endsWith('?'), ...(comment === undefined ? {} : { comment }) };
      }),
    }],
  };
}

/** `rule severity about nearest…`: what a spec says of a finding. */
const brief = ({ rule, severity, params = {} }: Finding): string =>
  [rule, severity, ...(rule === 'binding-extra-columns' ? [] : [params['column'] ?? params['table'] ?? '', ...((params['nearest'] as string[] | undefined) ?? []).slice(0, 1)])].filter((word) => word !== '').join(' ');

describe('a binding', () => {
  it.each(cases)('$name', ({ columns, table = 'customers', binding: text, findings, says }) => {
    const read = readBinding(pack, 'bindings/shop.yaml', text);
    const found = [...read.findings, ...(read.binding ? checkBinding(pack, read.binding, catalogueOf(table, columns), read.at) : [])].filter(({ rule }) => rule !== 'binding-unbound-table');
    expect(found.map(brief)).toEqual(findings);
    if (says) for (const locale of ['en', 'ko'] as const) expect(bindingText(found[0]!, locale)).toContain(says[locale]);
  });

  it('says where in its file each error is', () => {
    const text = 'tables:\n  customers:\n    name: customers\n    columns:\n      city: town\n';
    const { binding, at } = readBinding(pack, 'bindings/shop.yaml', text);
    const [missing] = checkBinding(pack, binding!, catalogueOf('customers', ['customer_id int4', 'home_city text'])).filter((f) => f.params?.['column'] === 'customers.city');
    expect(missing?.at).toBeUndefined();
    const placed = checkBinding(pack, binding!, catalogueOf('customers', ['customer_id int4', 'home_city text']), at).find((f) => f.params?.['column'] === 'customers.city');
    expect([placed?.at, placed?.params?.['nearest']]).toEqual([{ line: 5, column: 13, excerpt: 'bindings/shop.yaml: city: town' }, ['home_city']]);
  });

  it('a pack whose tables are not bound is said to be of no use here', () => {
    const { binding } = readBinding(pack, 'b.yaml', 'tables: {}');
    expect(checkBinding(pack, binding!, catalogueOf('customers', [])).map(({ rule }) => rule)).toEqual(Array.from({ length: pack.entities.size }, () => 'binding-unbound-table'));
  });

  it('by identity fits a catalogue of the pack’s own names', () => {
    const tables = [...pack.entities.values()].map((entity) => catalogueOf(entity.id, [...entity.columns.values()].map((c) => `${c.id} ${c.type}${c.nulls === 'never' ? '' : ' ?'}`)).tables[0]!);
    expect(checkBinding(pack, identityBinding(pack), { engine: 'postgres', version: '', searchPath: ['shop'], tables })).toEqual([]);
  });
});

describe('a binding with names of names', () => {
  it.each(['a: &a [*a]', 'x: &x { <<: *x }', 'tables: { orders: &o { name: orders }, items: *o }'])('is a finding: %s', (text) => {
    const { binding, findings } = readBinding(commercePack(), 'b.yaml', text);
    expect([binding, findings[0]?.rule]).toEqual([null, 'binding-syntax']);
  });
});
