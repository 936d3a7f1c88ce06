import { describe, expect, it } from 'vitest';
import { createCompounds } from './compounds.js';

const counts: Record<string, number> = { country: 9, language: 7, countrylanguage: 1, order: 30, line: 12, item: 20, orderlineitem: 1, customers: 1, custom: 4, ers: 1, sales: 8, person: 8, salesperson: 9 };
const partsOf = createCompounds((word) => counts[word] ?? 0);

describe('words written together', () => {
  it.each<[string, string[]]>([
    ['countrylanguage', ['country', 'language']], ['orderlineitem', ['order', 'line', 'item']],
    // No part may be rarer than the whole: then the whole is the word.
    ['customers', []], ['salesperson', []],
    ['unknownwords', []], ['order', []], ['주문내역', []],
  ])('%s', (word, parts) => expect(partsOf(word)).toEqual(parts));
});
