import { describe, expect, it } from 'vitest';
import { createDocumentReader } from './table-document.js';
import { Vocabulary } from './vocabulary.js';

const table = (name: string, ...columns: string[]) => ({ table: name, columns: columns.map((column) => ({ name: column, type: 'text' })) });

describe('tables as words', () => {
  it('takes what stands before the last dot for the database', () => {
    const { read } = createDocumentReader(new Vocabulary());
    expect(read(table('lake.sales.orders'))).toMatchObject({ database: 'lake.sales', name: 'orders' });
    expect(read(table('orders'))).toMatchObject({ database: '', name: 'orders' });
  });

  it('holds columns with the same texts once, for as long as a table has them', () => {
    const reader = createDocumentReader(new Vocabulary());
    const [first, second] = [reader.read(table('a.x_2023', 'day', 'amount')), reader.read(table('a.x_2024', 'day', 'total'))];
    expect(second.columns[0]).toBe(first.columns[0]);
    reader.keep(new Set(second.columns));
    expect(reader.read(table('a.y', 'day')).columns[0]).toBe(second.columns[0]);
    expect(reader.read(table('a.y', 'amount')).columns[0]).not.toBe(first.columns[1]);
  });

  it('reads values that have letters, as hints', () => {
    const vocabulary = new Vocabulary();
    const { columns } = createDocumentReader(vocabulary).read({ table: 'a', columns: [{ name: 'c', type: 'text', values: ['Seoul', 5, null, '2024-01-01', 'New York'] }] });
    expect([...(columns[0]?.values ?? [])].map((id) => vocabulary.word(id))).toEqual(['seoul', 'new', 'york']);
  });
});
