import { describe, expect, it } from 'vitest';
import { commercePack } from '../spec/commerce-pack.js';
import { packGlossary } from './pack-glossary.js';
import { createSchemaIndex } from './schema-index.js';
import type { SearchTable } from './search-table.js';

describe('a pack as a glossary', () => {
  const pack = commercePack();
  const tables: SearchTable[] = [...pack.entities.values()].map(({ id, columns }) => ({ table: `shop.${id}`, columns: [...columns.keys()].map((name) => ({ name, type: 'text' })) }));
  const first = (question: string, withPack = true) => createSchemaIndex(tables, withPack ? { glossary: packGlossary(pack) } : {}).search(question).tables[0]?.name;
  it.each([['고객 수', 'shop.customers'], ['상품별 분류', 'shop.products'], ['주문 건수', 'shop.orders']])('finds English tables for "%s"', (question, table) => {
    expect(first(question)).toBe(table);
    expect(first(question, false)).toBeUndefined();
  });
  it('finds the table a measure is taken from', () => {
    const index = createSchemaIndex(tables, { glossary: packGlossary(pack) });
    for (const metric of pack.metrics.values()) {
      if (metric.kind !== 'sum') continue;
      for (const label of [metric.label.en, metric.label.ko]) expect(index.search(label, { k: 3 }).tables.map(({ name }) => name), label).toContain(`shop.${metric.of}`);
    }
  });
});
