import { describe, expect, it } from 'vitest';
import { commercePack } from '../spec/commerce-pack.js';
import { packGlossary } from './pack-glossary.js';
import { createSchemaIndex } from './schema-index.js';
import type { SearchTable } from './search-table.js';

describe('a pack as a glossary', () => {
  const pack = commercePack();
  const tables: SearchTable[] = [...pack.entities.values()].map(({ id, columns }) => ({ table: `shop.${id}`, columns: [...columns.keys()].map((name) => ({ name, type: 'text' })) }));
  it('finds tables by words that only the pack knows', () => {
    const customers = pack.source.entities['customers'];
    const renamed = { ...pack, source: { ...pack.source, entities: { ...pack.source.entities, customers: { ...customers, synonyms: { en: ['patron saint'], ko: ['단골손놈'] } } as typeof customers & object } } };
    for (const asked of ['patron saints', '단골손놈은 몇 명']) {
      expect(createSchemaIndex(tables, { glossary: packGlossary(renamed) }).search(asked).tables[0]?.name, asked).toBe('shop.customers');
      expect(createSchemaIndex(tables).search(asked).tables, asked).toEqual([]);
    }
  });

  it('finds the table a measure is taken from', () => {
    const index = createSchemaIndex(tables, { glossary: packGlossary(pack) });
    for (const metric of pack.metrics.values()) {
      if (metric.kind !== 'sum') continue;
      for (const label of [metric.label.en, metric.label.ko]) expect(index.search(label, { k: 3 }).tables.map(({ name }) => name), label).toContain(`shop.${metric.of}`);
    }
  });
});
