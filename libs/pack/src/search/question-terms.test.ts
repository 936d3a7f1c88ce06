import { describe, expect, it } from 'vitest';
import { readQuestionWords } from './question-terms.js';
import { TUNING } from './tuning.js';

const read = (question: string, known: string[] = []) => readQuestionWords(question, (stem) => known.includes(stem), TUNING);
const asked = (question: string, known?: string[]) => read(question, known).terms.map((term) => term.asked);

describe('words of a question', () => {
  it('leaves out what names nothing', () => expect(asked('What are the names of all the customers who have orders?')).toEqual(['names', 'customers', 'orders']));
  it('lets words of analysis count less', () => {
    const weights = Object.fromEntries(read('average price per product').terms.map(({ asked: word, weight }) => [word, weight]));
    expect(weights['average']).toBeLessThan(weights['price'] ?? 0);
  });
  it('knows a word by its stem, once', () => expect(asked('order, orders and ordered')).toEqual(['order']));
  it('leaves out keys, addresses and amounts', () => expect(asked('host 10.77.55.40/8 of 6450a4fa-accf-43f6-a664-b0b5ad7637df paid 1,234.50 to 9f13bf11e06e4d81b44c8c3e62d4362b')).toEqual(['host', 'paid']));
  it('joins neighbours that the catalogue writes together', () => {
    expect(asked('stack overflow users', ['stackoverflow'])).toContain('stackoverflow');
    expect(asked('stack overflow users')).not.toContain('stackoverflow');
  });
  it.each<[string, string[]]>([
    ['trips from 2011 through 2013', ['2011', '2012', '2013']], ['between 2019 and 2021', ['2019', '2020', '2021']], ['2012-2014', ['2012', '2013', '2014']], ['2022~2023년', ['2022', '2023']],
    ['in March 2021', ['2021', '202103']], ['on July 4, 2016', ['4', '2016', '201607']], ['from 2020 to 1990', ['2020', '1990']], ['from 1900 to 2000', ['1900', '2000']],
  ])('numbers of "%s"', (question, numbers) => expect([...read(question).numbers].sort()).toEqual([...numbers].sort()));
});
