import { expect, it } from 'vitest';
import { questionParts } from './question-parts';

it('cuts a question at what was understood and keeps the rest', () => {
  const question = '지난달 순매출 알려줘';
  const parts = questionParts(question, [{ start: 4, end: 7, kind: 'metric', ref: 'net_revenue' }, { start: 0, end: 3, kind: 'period' }]);
  expect(parts).toEqual([
    { text: '지난달', kind: 'period', ref: undefined },
    { text: ' ', kind: null },
    { text: '순매출', kind: 'metric', ref: 'net_revenue' },
    { text: ' 알려줘', kind: null },
  ]);
});

it('passes over spans that overlap or leave the question', () => {
  const parts = questionParts('orders', [{ start: 0, end: 6, kind: 'metric' }, { start: 2, end: 4, kind: 'filler' }, { start: 6, end: 99, kind: 'filler' }]);
  expect(parts).toEqual([{ text: 'orders', kind: 'metric', ref: undefined }]);
});
