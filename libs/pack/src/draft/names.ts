import { unreadableIn } from '@countersign/contracts';
import { splitWords } from '../search/split-words.js';
import { ABBREVIATIONS } from '../search/language/abbreviations.js';
import { STARTER_GLOSSARY } from '../search/language/starter-glossary.js';
import type { Bilingual } from '../schema/pack-source.js';

/** What tables are called besides what they hold: tbl_order, dim_customer. */
const MARKS = new Set(['tbl', 'tb', 'dim', 'fact', 'fct', 'vw']);
const SHORT = new Map(ABBREVIATIONS);
const HANGUL = /\p{Script=Hangul}/u;
/** English name of everyday things → the first Korean one. */
const KOREAN = new Map(STARTER_GLOSSARY.flatMap(({ phrases, names = [] }) => {
  const korean = phrases.find((phrase) => HANGUL.test(phrase));
  return korean === undefined ? [] : names.map((name) => [name, korean] as const);
}));

/**
 * A text of a catalogue without what its reader can't see.
 * @example legible('or\u200bders') // 'or ders'
 */
export function legible(text: string): string {
  let left = text;
  for (let found = unreadableIn(left); found; found = unreadableIn(left)) left = `${left.slice(0, found.at)} ${left.slice(found.at + 1)}`;
  return left;
}

/**
 * The words of a real name, spelt out where the abbreviation is a general one; a mark of its kind before them is left out.
 * @example wordsOf('tblCustOrd_dt') // ['customer', 'ord', 'date']
 */
export function wordsOf(name: string): string[] {
  const all = splitWords(legible(name));
  const words = all.length > 1 && MARKS.has(all[0] ?? '') ? all.slice(1) : all;
  return words.map((word) => SHORT.get(word)?.[0] ?? word);
}

/**
 * A name as a pack spells it: lower case, joined by _.
 * @example standardName('OrderDetails') // 'order_details'
 */
export function standardName(name: string): string {
  const words = splitWords(name).filter((word) => /^[a-z0-9]+$/.test(word));
  const bare = words.length > 1 && MARKS.has(words[0] ?? '') ? words.slice(1) : words;
  const joined = bare.join('_');
  return /^[a-z]/.test(joined) ? joined : joined === '' ? 'unnamed' : `n_${joined}`;
}

/** @example singular('order categories') // 'order category' */
export function singular(words: string): string {
  return words.replace(/[a-z]+$/, (word) => {
    if (/(?:series|species|news|status|address|analysis|basis|bus|gas|campus|class|process|access|business)$/.test(word)) return word;
    if (word === 'people') return 'person';
    if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
    if (/(?:ss|x|ch|sh|zz)es$/.test(word)) return word.slice(0, -2);
    return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) && word.length > 3 ? word.slice(0, -1) : word;
  });
}

/**
 * What people would call it: the words in English, and in Korean the comment where it is a short Korean one, else everyday words.
 * @example labelOfWords(['order', 'date'], undefined) // { en: 'order date', ko: '주문 날짜' }
 */
export function labelOfWords(words: readonly string[], said: string | undefined): Bilingual {
  const comment = said === undefined ? undefined : legible(said);
  const en = words.join(' ') || 'unnamed';
  if (comment !== undefined && HANGUL.test(comment) && comment.length <= 20) return { en, ko: comment.trim() };
  const ko = words.map((word) => KOREAN.get(word) ?? KOREAN.get(singular(word)));
  return { en, ko: words.length > 0 && ko.every((word) => word !== undefined) ? ko.join(' ') : en };
}
