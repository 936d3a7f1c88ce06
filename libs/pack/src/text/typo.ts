import { editDistance, toLetters } from './distance.js';
import type { Entry } from './lex.js';
import type { Lexicon } from './lexicon.js';
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
 * A word with two equally near readings stays unknown.
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
      const near = nearest(symbol.text, lexicon, false);
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

function nearest(text: string, lexicon: Lexicon, hangul: boolean): { text: string; key: string[]; distance: number } | null {
  const letters = hangul ? toLetters(text) : text;
  // Two wrong keys are forgiven in a word that says nothing ("보여조"), one in a word that does.
  const limit = hangul ? (letters.length < 4 ? 0 : letters.length < 6 ? 1 : 2) : allowance(letters.length);
  if (limit === 0) return null;
  let found: { text: string; key: string[]; distance: number; soft: boolean } | null = null;
  let tie = false;
  for (const form of lexicon.near(letters, hangul)) {
    if (!hangul && form.text.length < 4) continue;
    if (Math.abs(form.letters.length - letters.length) > limit) continue;
    const distance = editDistance(letters, form.letters, limit);
    if (distance > limit || distance === 0 || (hangul && distance > 1 && !form.soft)) continue;
    if (!found || distance < found.distance) {
      found = { text: form.text, key: form.key, distance, soft: form.soft };
      tie = false;
    } else if (distance === found.distance && !(form.soft && found.soft)) tie = true;
  }
  return tie ? null : found;
}

/** More unknown words than this are not looked up. */
const MOST_SLIPS = 6;
/** Syllables a misspelt word may have; what is longer is no slip. */
const LONGEST = 8;

/** Tries the stretches of the blank-to-blank word around an unknown syllable, longest first. */
function nearHangul(at: number, symbols: Symbol[], lexicon: Lexicon): { edge: ExtraEdge; correction: Correction } | null {
  let from = at;
  while (from > 0 && at - from < LONGEST && !symbols[from]!.spaced && symbols[from - 1]!.kind === 'hangul') from--;
  let to = at + 1;
  while (to < symbols.length && to - at < LONGEST && !symbols[to]!.spaced && symbols[to]!.kind === 'hangul') to++;
  for (let length = Math.min(to - from, LONGEST); length >= 2; length--) {
    for (let start = Math.max(from, at - length + 1); start <= at && start + length <= to; start++) {
      const typed = symbols.slice(start, start + length).map((s) => s.text).join('');
      const near = nearest(typed, lexicon, true);
      const entries = near ? entriesOf(near.key, lexicon) : [];
      if (near && entries.length > 0) return { edge: { from: start, to: start + length, entries }, correction: { typed, read: near.text } };
    }
  }
  return null;
}

function entriesOf(key: string[], lexicon: Lexicon): Entry[] {
  let node = lexicon.root;
  for (const symbol of key) {
    const next = node.next.get(symbol);
    if (!next) return [];
    node = next;
  }
  return node.entries.filter((e) => !e.bound);
}
