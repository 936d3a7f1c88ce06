import { joined, type Reading, type Token } from './token.js';

/**
 * Numbers with their multipliers and units become one amount: 1.2 million, $500, 10%, 3억 5천만, 다섯 개.
 * Years stay plain numbers when nothing follows them; the period reader decides.
 */
export function readNumbers(tokens: Token[], question: string): Token[] {
  const out: Token[] = [];
  for (let i = 0; i < tokens.length; ) {
    const read = readAmount(tokens, i);
    if (read && read.to > i) {
      out.push(joined(tokens, i, read.to, read.amount, question));
      i = read.to;
    } else out.push(tokens[i++]!);
  }
  return out;
}

function readAmount(tokens: Token[], from: number): { amount: Extract<Reading, { t: 'amount' }>; to: number } | null {
  let i = from;
  const before = currencyAt(tokens[i]);
  if (before) i++;
  if (tokens[i]?.lex.t !== 'number') return null;
  let total = 0;
  let part: number | null = null;
  let section = 0;
  const start = i;
  for (;; i++) {
    const lex = tokens[i]?.lex;
    if (lex?.t === 'number' && (i === start || part === null)) part = lex.value;
    else if (lex?.t === 'multiplier') {
      // 만, 억, 조 (and million, billion) close a section; 십, 백, 천 stay inside it.
      if (lex.value >= 1e4) {
        total += (section + (part ?? (section === 0 ? 1 : 0))) * lex.value;
        section = 0;
      } else section += (part ?? 1) * lex.value;
      part = null;
    } else break;
  }
  const value = total + section + (part ?? 0);
  const percent = tokens[i]?.lex.t === 'percent';
  if (percent) i++;
  const after = currencyAt(tokens[i]);
  if (after) i++;
  const counter = tokens[i]?.lex.t === 'counter';
  if (counter) i++;
  return { amount: { t: 'amount', value: decimal(value), percent, ...inCurrency(before, after), counter }, to: i };
}

const currencyAt = (token: Token | undefined): readonly string[] | undefined => (token?.lex.t === 'currency' ? token.lex.codes : undefined);

/** Said twice ($100 USD, between $5 and 10 dollars), the money is what both may be. */
export function inCurrency(one: readonly string[] | undefined, other: readonly string[] | undefined): { currency?: readonly string[] } {
  if (one && other) return { currency: one.filter((code) => other.includes(code)) };
  const said = one ?? other;
  return said ? { currency: said } : {};
}

/** No exponent, no float tail. */
const decimal = (value: number): string => (Number.isInteger(value) ? BigInt(value).toString() : value.toFixed(6).replace(/0+$/, ''));
