import { ordinaryWords as english } from '../language/en/ordinary-words.js';
import { ordinaryWords as korean } from '../language/ko/ordinary-words.js';
import { editDistance, toLetters } from './distance.js';
import type { Entry } from './lex.js';
import type { Form, Lexicon } from './lexicon.js';
import type { ExtraEdge, Item } from './segment.js';
import type { Symbol } from './symbols.js';

/** A slip that was put right: what was typed and what it was read as. */
export interface Correction {
  typed: string;
  read: string;
}

/** Slips allowed in a word of this many letters. Short words are too easily another word. */
function allowance(letters: number): number {
  return letters < 4 ? 0 : letters < 9 ? 1 : 2;
}

/**
 * Readings for the words no lexicon knows: the nearest known word, when there is exactly one.
 * A word with two equally near readings stays unknown, and so does an ordinary word of the language or a name.
 */
export function corrections(items: Item[], symbols: Symbol[], lexicon: Lexicon): { edges: ExtraEdge[]; words: Map<number, string>; made: Correction[] } {
  const edges: ExtraEdge[] = [];
  const words = new Map<number, string>();
  const made: Correction[] = [];
  // A text of mostly unknown words is no text with slips.
  const unknown = items.filter((item) => item.lex.t === 'unknown');
  for (const item of unknown.length > MOST_SLIPS ? [] : unknown) {
    const at = symbols.findIndex((s) => s.start === item.start);
    const symbol = symbols[at];
    if (symbol?.kind === 'word') {
      const near = isName(item.text, at) || english.has(symbol.text) ? null : (nearest(item.text.toLowerCase(), item.text.length, lexicon) ?? nearest(symbol.text, item.text.length, lexicon));
      if (near) {
        words.set(at, near.text);
        made.push({ typed: item.text, read: near.text });
      }
    } else if (symbol?.kind === 'hangul') {
      const found = nearHangul(at, symbols, lexicon);
      if (found) {
        edges.push(found.edge);
        made.push(found.correction);
      }
    }
  }
  return { edges, words, made };
}

/** "John" in the middle of a question is somebody, not a slip for "join". */
const isName = (text: string, at: number): boolean => at > 0 && /^[A-Z][a-z]+$/.test(text) && text.length < 6;

function nearest(text: string, typed: number, lexicon: Lexicon): Form | null {
  const limit = allowance(typed);
  if (limit === 0) return null;
  return closest(text, lexicon.near(text, false), limit, (form) => form.text.length >= 4);
}

function closest(letters: string, forms: Form[], limit: number, fits: (form: Form, distance: number) => boolean): Form | null {
  let found: { form: Form; distance: number } | null = null;
  let tie = false;
  for (const form of forms) {
    if (Math.abs(form.letters.length - letters.length) > limit) continue;
    const distance = editDistance(letters, form.letters, limit);
    if (distance > limit || distance === 0 || !fits(form, distance)) continue;
    if (!found || distance < found.distance) {
      found = { form, distance };
      tie = false;
    } else if (distance === found.distance && form.own !== found.form.own) {
      // Of two as near, the word of the pack is what people misspell.
      if (form.own) found = { form, distance };
    } else if (distance === found.distance && !(form.soft && found.form.soft)) tie = true;
  }
  return tie ? null : (found?.form ?? null);
}

/** More unknown words than this are not looked up. */
const MOST_SLIPS = 6;
/** Syllables a misspelt word may have; what is longer is no slip. */
const LONGEST = 8;

/**
 * Tries the stretches around an unknown syllable, longest first: of the words it stands in and of those before it
 * ("주문 건쑤"), since a blank may be part of what is meant.
 */
function nearHangul(at: number, symbols: Symbol[], lexicon: Lexicon): { edge: ExtraEdge; correction: Correction } | null {
  const hangul = (i: number): boolean => symbols[i]?.kind === 'hangul';
  let first = at;
  while (at - first < LONGEST && !symbols[first]!.spaced && hangul(first - 1)) first--;
  let from = first;
  while (at - from < LONGEST && hangul(from - 1)) from--;
  let to = at + 1;
  while (to - at < LONGEST && hangul(to) && !symbols[to]!.spaced) to++;
  const last = symbols.slice(to).every((s) => s.kind === 'sign');
  for (let length = Math.min(to - from, LONGEST); length >= 2; length--) {
    for (let start = Math.max(from, at - length + 1); start <= at && start + length <= to; start++) {
      // Over a blank, only whole words are put together.
      if (start < first && (!symbols[start]!.spaced || start + length < to)) continue;
      const typed = symbols.slice(start, start + length).map((s) => s.text).join('');
      const near = nearestHangul(typed, last && start >= first && start + length === to, lexicon);
      const entries = near ? entriesOf(near.key, lexicon) : [];
      if (near && entries.length > 0) return { edge: { from: start, to: start + length, entries }, correction: { typed, read: near.text } };
    }
  }
  return null;
}

/** One wrong key is forgiven in a word with a meaning; two in the request that ends a question ("보여조"). */
function nearestHangul(typed: string, ends: boolean, lexicon: Lexicon): Form | null {
  const letters = toLetters(typed);
  const limit = letters.length < 4 ? 0 : letters.length < 6 ? 1 : 2;
  if (limit === 0 || isOrdinary(typed)) return null;
  return closest(letters, lexicon.near(letters, true), limit, (form, distance) => (form.soft ? ends && form.text[0] === typed[0] && REQUEST.test(form.text) : distance === 1));
}

/** How a request or a question ends. */
const REQUEST = /[줘요까나라오어지래]$/;

/** An ordinary word as it stands, or with its particle. */
const isOrdinary = (typed: string): boolean => korean.has(typed) || (typed.length > 2 && korean.has(typed.slice(0, -1)));

function entriesOf(key: string[], lexicon: Lexicon): Entry[] {
  let node = lexicon.root;
  for (const symbol of key) {
    const next = node.next.get(symbol);
    if (!next) return [];
    node = next;
  }
  return node.entries.filter((e) => !e.bound);
}
