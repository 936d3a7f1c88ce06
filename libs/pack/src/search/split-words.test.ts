import { describe, expect, it } from 'vitest';
import { splitWords } from './split-words.js';

describe('words of identifiers and texts', () => {
  it.each<[string, string[]]>([
    ['customer_id', ['customer', 'id']], ['customerID', ['customer', 'id']], ['CustomerIDNumber', ['customer', 'id', 'number']], ['VMs', ['vm']], ['GDPs per capita', ['gdp', 'per', 'capita']],
    ['T_SALES2024Q1', ['t', 'sales', '2024', 'q', '1']], ['enroll12', ['enroll', '12']], ['Số điện thoại', ['so', 'dien', 'thoai']], ['Größe', ['große']], ['매출액', ['매출', '출액']],
    ['값', ['값']], ['学生姓名', ['学生', '生姓', '姓名']], ['고객ID', ['고객', 'id']], ['', []], ['--', []],
  ])('%s', (text, words) => expect(splitWords(text)).toEqual(words));
  it('reads decomposed Hangul like composed', () => expect(splitWords('매출액'.normalize('NFD'))).toEqual(splitWords('매출액')));
});
