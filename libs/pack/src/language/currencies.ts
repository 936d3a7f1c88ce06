import type { LexiconLine } from '../text/lex.js';

const DOLLARS = ['USD', 'CAD', 'AUD', 'NZD', 'SGD', 'HKD', 'TWD', 'MXN'];

/** Money as it is said in either language: anywhere, and the short words that are money only after an amount. */
const CURRENCIES: { codes: string[]; anywhere: string; after?: string }[] = [
  { codes: DOLLARS, anywhere: '$|dollar|dollars|달러', after: '불' },
  { codes: ['USD'], anywhere: 'usd|us dollar|us dollars|us$|미국 달러|미 달러' },
  { codes: ['KRW'], anywhere: '₩|krw|korean won|south korean won|원화|한국 원', after: 'won|원' },
  { codes: ['EUR'], anywhere: '€|eur|euro|euros|유로|유로화' },
  { codes: ['JPY', 'CNY'], anywhere: '¥' },
  { codes: ['JPY'], anywhere: 'jpy|yen|엔화|일본 엔', after: '엔' },
  { codes: ['CNY'], anywhere: 'cny|rmb|yuan|renminbi|위안|위안화|인민폐' },
  { codes: ['GBP'], anywhere: '£|gbp|pound sterling|pounds sterling|british pounds|파운드', after: 'pound|pounds|quid' },
  { codes: ['INR'], anywhere: '₹|inr|rupee|rupees|루피' },
  { codes: ['CAD'], anywhere: 'cad|canadian dollars|ca$|캐나다 달러' },
  { codes: ['AUD'], anywhere: 'aud|australian dollars|au$|호주 달러' },
  { codes: ['SGD'], anywhere: 'sgd|singapore dollars|싱가포르 달러' },
  { codes: ['HKD'], anywhere: 'hkd|hong kong dollars|hk$|홍콩 달러' },
  { codes: ['CHF'], anywhere: 'chf|swiss francs|스위스 프랑' },
  { codes: ['BRL'], anywhere: 'brl|brazilian reais|헤알' },
  { codes: ['MXN'], anywhere: 'mxn|mexican pesos|mx$|멕시코 페소' },
  { codes: ['VND'], anywhere: '₫|vnd|베트남 동' },
];

export const currencies: LexiconLine[] = CURRENCIES.flatMap(({ codes, anywhere, after }): LexiconLine[] => [
  [{ t: 'currency', codes }, anywhere],
  ...(after === undefined ? [] : [[{ t: 'currency', codes }, after, 'after-amount'] as LexiconLine]),
]);
