import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSchemaIndex } from './schema-index.js';
import type { SearchTable } from './search-table.js';

const WORDS = ['order', 'customer', 'product', 'date', 'amount', 'city', 'staff', 'id', 'qty', 'history', 'hist', 'sessions', '2023', '2024', '매출', '고객', 'country', 'language', 'countrylanguage'];
const word = fc.constantFrom(...WORDS);
const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join('_'));
const column = fc.record({ name, type: fc.constant('text'), description: fc.option(fc.array(word, { maxLength: 4 }).map((words) => words.join(' ')), { nil: undefined }) });
const table: fc.Arbitrary<SearchTable> = fc.record({
  table: fc.tuple(fc.constantFrom('a', 'b', 'c'), name).map((parts) => parts.join('.')),
  description: fc.option(fc.array(word, { maxLength: 5 }).map((words) => words.join(' ')), { nil: undefined }),
  columns: fc.array(column, { maxLength: 5 }),
});
const catalogue = fc.uniqueArray(table, { selector: ({ table: full }) => full, maxLength: 12 });
const question = fc.array(fc.oneof(word, fc.constantFrom('the', 'of', 'average', 'between 2022 and 2024', 'clients')), { maxLength: 6 }).map((words) => words.join(' '));

describe('laws of schema search', () => {
  it('an index updated table by table answers as one built anew', () => {
    fc.assert(fc.property(catalogue, catalogue, fc.array(fc.nat(30), { maxLength: 6 }), question, (first, second, removed, asked) => {
      const updated = createSchemaIndex(first);
      updated.search(asked);
      const now = new Map(first.map((one) => [one.table, one]));
      for (const one of second) {
        updated.set(one);
        now.set(one.table, one);
      }
      for (const at of removed) {
        const full = [...now.keys()][at];
        if (full === undefined) continue;
        expect(updated.remove(full)).toBe(true);
        now.delete(full);
      }
      expect(updated.size).toBe(now.size);
      expect(updated.search(asked)).toEqual(createSchemaIndex(now.values()).search(asked));
    }), { numRuns: 150 });
  });

  it('the order in which tables come changes nothing', () => {
    fc.assert(fc.property(catalogue, question, (tables, asked) => {
      expect(createSchemaIndex([...tables].reverse()).search(asked)).toEqual(createSchemaIndex(tables).search(asked));
    }), { numRuns: 100 });
  });

  it('scores never rise down the list, names are of the catalogue and come once, and there are at most k', () => {
    fc.assert(fc.property(catalogue, question, fc.integer({ min: 1, max: 15 }), (tables, asked, k) => {
      const { tables: hits, columns } = createSchemaIndex(tables).search(asked, { k });
      const known = new Map(tables.map((one) => [one.table, one.columns.map((c) => c.name)]));
      expect(hits.length).toBeLessThanOrEqual(k);
      expect(new Set(hits.map((hit) => hit.name)).size).toBe(hits.length);
      for (const hit of hits) expect(known.has(hit.name)).toBe(true);
      for (const hit of columns) expect(known.get(hit.table)).toContain(hit.name);
      for (const list of [hits, columns]) for (let i = 1; i < list.length; i++) expect(list[i]?.score ?? 0).toBeLessThanOrEqual(list[i - 1]?.score ?? 0);
      for (const hit of hits) expect(hit.why.length).toBeGreaterThan(0);
    }), { numRuns: 150 });
  });

  it('an unrelated table keeps the others in their order, scarcity of words aside', () => {
    fc.assert(fc.property(catalogue, question, (some, asked) => {
      // Two databases at least, before and after: with one, there is nothing to tell apart by database.
      const tables: SearchTable[] = [...some, { table: 'y.zzqy', columns: [] }, { table: 'x.zzqz', columns: [] }];
      const before = createSchemaIndex(tables).search(asked, { k: 50 }).tables;
      const after = createSchemaIndex([...tables, { table: 'y.zzqx', columns: [] }]).search(asked, { k: 50 }).tables;
      expect(after.map((hit) => hit.name).sort()).toEqual(before.map((hit) => hit.name).sort());
      const score = new Map(after.map((hit) => [hit.name, hit.score]));
      // One more table makes a word rarer by at most ln(1 + 1/(n + 1)) and the mean lengths shorter by 1/(n + 1).
      for (const [i, hit] of before.entries()) {
        for (const lower of before.slice(i + 1)) {
          const clear = hit.score > lower.score * (1 + 4 / (tables.length + 1)) + 1;
          if (clear) expect(score.get(hit.name) ?? 0).toBeGreaterThanOrEqual(score.get(lower.name) ?? 0);
        }
      }
    }), { numRuns: 100 });
  });

  it('answers text of any kind', () => {
    fc.assert(fc.property(catalogue, fc.string({ unit: 'binary', maxLength: 200 }), (tables, asked) => {
      const index = createSchemaIndex(tables);
      expect(index.search(asked)).toEqual(index.search(asked));
    }), { numRuns: 150 });
  });
});
