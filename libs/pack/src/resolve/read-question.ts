import type { Pack } from '../pack.js';
import { readNumbers } from '../read/numbers.js';
import { readPeriodRanges } from '../read/period-ranges.js';
import { readPeriods } from '../read/periods.js';
import { readSuperlatives } from '../read/superlatives.js';
import { readThresholds } from '../read/thresholds.js';
import { isQuiet, tokenOf, type Token } from '../read/token.js';
import { segment, type Item } from '../text/segment.js';
import type { Lexicon } from '../text/lexicon.js';
import { toSymbols, type Symbol } from '../text/symbols.js';
import { corrections, type Correction } from '../text/typo.js';
import type { Ask, Draft } from './draft.js';
import { withAllLiveValues, withLiveValues } from './live-values.js';

/** The question as items of the lexicon, typing slips put right where only one reading is near. */
function readItems(pack: Pack, { question, live }: Pick<Ask, 'question' | 'live'>): { items: Item[]; made: Correction[] } {
  const symbols = toSymbols(question);
  const items = segment(question, symbols, pack.lexicon);
  if (!items.some(isUnknown)) return { items, made: [] };
  const lexicon = live ? withLiveValues(pack, live, symbols, items) : pack.lexicon;
  const looked = lexicon === pack.lexicon ? items : segment(question, symbols, lexicon);
  if (!looked.some(isUnknown)) return { items: looked, made: [] };
  const declared = corrected(question, symbols, looked, lexicon);
  if (!live || !declared.items.some(isUnknown)) return declared;
  // What is no slip of a declared word may be one of a real value.
  return corrected(question, symbols, looked, withAllLiveValues(pack, live));
}

const isUnknown = (item: Item): boolean => item.lex.t === 'unknown';

function corrected(question: string, symbols: Symbol[], items: Item[], lexicon: Lexicon): { items: Item[]; made: Correction[] } {
  const { edges, words, made } = corrections(items, symbols, lexicon);
  if (made.length === 0) return { items, made };
  return { items: segment(question, symbols.map((symbol, i) => ({ ...symbol, text: words.get(i) ?? symbol.text })), lexicon, edges), made };
}

/** What stands in quotes is meant to the letter: a word there that says nothing anywhere else is a text nobody knows. */
function quoted(tokens: Token[], question: string): Token[] {
  const spans = [...question.matchAll(/["“][^"”]+["”]|(?<=^|\s)['‘][^'’]+['’](?=$|[\s.,?!])/g)].map((m) => [m.index + 1, m.index + m[0].length - 1] as const);
  return tokens.map((t) => (spans.some(([from, to]) => t.start >= from && t.end <= to) && (t.lex.t === 'filler' || t.lex.t === 'punctuation') && /[\p{L}\p{N}%]/u.test(t.text) ? { ...t, lex: { t: 'unknown' } } : t));
}

/** "in the US" is a country, and in a pack that has none no word for us. */
function abroad(tokens: Token[], question: string): Token[] {
  return /[a-z]/.test(question) ? tokens.map((t) => (t.text === 'US' && t.lex.t === 'filler' ? { ...t, lex: { t: 'unknown' } } : t)) : tokens;
}

const REQUEST = /^\W*(?:(?:please|pls|kindly|now|can you|could you|would you)\s+)*return\s+(?=(?:the|all|each|every|an?|me|us|only|just|how|which|what|total|number|average|count|names?|ids?|distinct|different)\b)/i;

/** "Return the number of …" asks for it: at the beginning the word says nothing of what was returned. */
function asRequested(tokens: Token[], question: string): Token[] {
  const end = REQUEST.exec(question)?.[0].length ?? 0;
  return tokens.map((t) => (t.end <= end && /^return$/i.test(t.text) ? { ...t, lex: { t: 'filler' }, others: [] } : t));
}

/** Reads a question as far as it can be read without deciding anything: tokens, numbers, periods, thresholds. */
export function readQuestion(pack: Pack, ask: Ask): Draft {
  const { question } = ask;
  const now = { today: ask.today, calendar: pack.calendar };
  const { items, made } = readItems(pack, ask);
  let tokens: Token[] = items.map(tokenOf);
  tokens = asRequested(abroad(quoted(tokens, question), question), question);
  tokens = readNumbers(tokens, question);
  tokens = readPeriods(tokens, question, now);
  tokens = readPeriodRanges(tokens, question, now);
  tokens = readThresholds(tokens, question);
  tokens = readSuperlatives(tokens, question);
  return {
    pack, ask, tokens, words: tokens.filter((t) => !isQuiet(t)), corrections: made,
    metrics: [], dimensions: [], filters: [], having: [], money: [], period: null, order: [], intent: 'aggregate', notes: [],
  };
}
