import { stem } from './stem.js';

/** Smallest unit of matching: a Latin word (stemmed), a Hangul syllable, a number, a date or a sign. */
export interface Symbol {
  text: string;
  kind: 'word' | 'hangul' | 'number' | 'date' | 'sign';
  /** UTF-16 offsets in the question as given. */
  start: number;
  end: number;
  /** Blank before it, or the start of the text. */
  spaced: boolean;
  capitals: boolean;
}

interface Folded {
  text: string;
  /** Offset in the original of each UTF-16 unit of `text`, plus the end. */
  offsets: number[];
}

/** Compatibility forms become plain ones (full-width digits, decomposed Hangul), offsets kept. */
function fold(question: string): Folded {
  let text = '';
  const offsets: number[] = [];
  for (const match of question.matchAll(/[\u1100-\u11ff]+|[\s\S]\p{M}*/gu)) {
    // A sign whose plain form has a blank (U+1FC1) stays itself, or it would vanish.
    const plain = match[0].normalize('NFKC');
    const folded = /\s/.test(plain) ? match[0] : plain;
    for (let i = 0; i < folded.length; i++) offsets.push(match.index + Math.min(i, match[0].length - 1));
    text += folded;
  }
  offsets.push(question.length);
  return { text: text.replace(/[’‘`´]/g, "'"), offsets };
}

const TOKEN = new RegExp(
  [
    String.raw`(?<date>(?<![\d.,])(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])(?:[-./](?:0?[1-9]|[12]\d|3[01]))?(?![\d.]?\d))`,
    String.raw`(?<number>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)`,
    String.raw`(?<word>(?:[A-Za-z]\.){2,}|[A-Za-z\u00c0-\u024f]+(?:'[A-Za-z]+)?)`,
    String.raw`(?<hangul>[\uac00-\ud7a3])`,
    String.raw`(?<sign>>=|<=|<>|!=|[^\s])`,
  ].join('|'),
  'gu',
);

/** Everyday short forms, on both sides of every comparison of words. */
const SHORT = new Map(Object.entries({ rev: 'revenue', amt: 'amount', qty: 'quantity', yr: 'year', qtr: 'quarter', mth: 'month', wk: 'week', cust: 'customer', prod: 'product', num: 'number', nbr: 'number' }));
const wordOf = (raw: string): string => {
  const word = stem(raw);
  return SHORT.get(word) ?? SHORT.get(word.replace(/s$/, '')) ?? word;
};

/**
 * Cuts a text into symbols.
 * @example toSymbols('Q2 순매출').map((s) => s.text) // ['q', '2', '순', '매', '출']
 */
export function toSymbols(question: string): Symbol[] {
  const { text, offsets } = fold(question);
  const symbols: Symbol[] = [];
  let last = -1;
  for (const match of text.matchAll(TOKEN)) {
    const raw = match[0];
    const groups = match.groups ?? {};
    const kind = groups.date ? 'date' : groups.number ? 'number' : groups.word ? 'word' : groups.hangul ? 'hangul' : 'sign';
    const end = match.index + raw.length;
    symbols.push({
      text: kind === 'word' ? wordOf(raw) : kind === 'number' ? raw.replaceAll(',', '') : raw,
      kind,
      start: offsets[match.index] ?? 0,
      end: offsets[end] ?? question.length,
      spaced: match.index !== last,
      capitals: kind === 'word' && raw === raw.toUpperCase(),
    });
    last = end;
  }
  return symbols;
}
