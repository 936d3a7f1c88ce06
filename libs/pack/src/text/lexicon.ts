import { toLetters } from './distance.js';
import type { Entry, LexiconLine } from './lex.js';
import { toSymbols } from './symbols.js';

export interface TrieNode {
  next: Map<string, TrieNode>;
  entries: Entry[];
}

/** A word form of the lexicon, kept for finding typing slips. */
export interface Form {
  text: string;
  key: string[];
  hangul: boolean;
  /** Says nothing by itself. */
  soft: boolean;
  /** A word of the pack. */
  own: boolean;
  /** What is compared: letters as typed. */
  letters: string;
}

/** Short Hangul words of time, number and negation are too near to other words to be guessed. */
const CORRECTABLE = new Set<string>(['metric', 'entity', 'dimension', 'term', 'column', 'value', 'filter', 'filler', 'share', 'rank', 'unit', 'trend']);

const copyOf = ({ next, entries }: TrieNode): TrieNode => ({ next: new Map(next), entries: [...entries] });

/** Every surface the pack and the languages know, as a trie over symbols. */
export class Lexicon {
  /** Single Latin words and whole Hangul surfaces. */
  readonly words = new Map<string, Form>();
  private readonly byLetter = new Map<string, Form[]>();

  constructor(readonly root: TrieNode = { next: new Map(), entries: [] }) {}

  /** Adds a surface; a meaning already there for it keeps its place in front. */
  add(surface: string, entry: Entry): void {
    const symbols = toSymbols(surface);
    let node = this.root;
    for (const symbol of symbols) {
      let next = node.next.get(symbol.text);
      if (!next) node.next.set(symbol.text, (next = { next: new Map(), entries: [] }));
      node = next;
    }
    if (node === this.root) return;
    node.entries.push(entry);
    if (entry.lex.t === 'particle' || entry.bound) return;
    if (symbols[0]!.kind === 'hangul' && !CORRECTABLE.has(entry.lex.t)) return;
    const soft = entry.lex.t === 'filler';
    const own = 'ref' in entry.lex || entry.lex.t === 'value' || entry.lex.t === 'rank';
    for (const symbol of symbols) if (symbol.kind === 'word') this.words.set(symbol.text, { text: symbol.text, key: [symbol.text], hangul: false, soft: soft && this.words.get(symbol.text)?.soft !== false, own: own || this.words.get(symbol.text)?.own === true, letters: symbol.text });
    if (symbols.length > 1 && symbols.every((s) => s.kind === 'hangul')) {
      const text = symbols.map((s) => s.text).join('');
      if (!this.words.has(text)) this.words.set(text, { text, key: symbols.map((s) => s.text), hangul: true, soft, own, letters: toLetters(text) });
    }
  }

  /** Words that a slip may have been meant as: they begin with the same letter, or with the first two swapped. */
  near(letters: string, hangul: boolean): Form[] {
    if (this.byLetter.size === 0) {
      for (const form of this.words.values()) {
        const key = `${form.hangul}${form.letters[0]}`;
        this.byLetter.set(key, [...(this.byLetter.get(key) ?? []), form]);
      }
    }
    const swapped = (this.byLetter.get(`${hangul}${letters[1]}`) ?? []).filter((f) => f.letters[1] === letters[0] && letters[0] !== letters[1]);
    return [...(this.byLetter.get(`${hangul}${letters[0]}`) ?? []), ...swapped];
  }

  /** This lexicon with more surfaces, which come after every meaning that is there already. What is not touched is shared. */
  extended(surfaces: readonly (readonly [surface: string, entry: Entry])[]): Lexicon {
    const copy = new Lexicon(copyOf(this.root));
    for (const [text, form] of this.words) copy.words.set(text, form);
    const own = new Set([copy.root]);
    for (const [surface, entry] of surfaces) {
      let node = copy.root;
      for (const { text } of toSymbols(surface)) {
        const next = node.next.get(text);
        if (!next) break;
        if (!own.has(next)) {
          const mine = copyOf(next);
          own.add(mine);
          node.next.set(text, mine);
        }
        node = node.next.get(text)!;
      }
      copy.add(surface, entry);
    }
    return copy;
  }

  addLines(lines: LexiconLine[]): void {
    for (const [lex, surfaces, bound] of lines) for (const surface of surfaces.split('|')) this.add(surface, bound ? { lex, bound } : { lex });
  }
}
