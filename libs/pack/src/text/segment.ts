import { COUNTER_AHEAD, NUMERAL_TAIL } from '../language/ko/numerals.js';
import { particles } from '../language/ko/filler.js';
import { ENDS, ENDS_WITH_PARTICLE, JOINS, NOUN_TAIL, STANDS_ALONE } from '../language/ko/short-words.js';
import type { Entry, Lex } from './lex.js';
import type { Lexicon } from './lexicon.js';
import type { Symbol } from './symbols.js';

/** A stretch of the question with one meaning. */
export interface Item {
  lex: Lex;
  /** Further meanings of the same words. */
  others: Lex[];
  start: number;
  end: number;
  text: string;
  spaced: boolean;
}

interface Edge {
  from: number;
  to: number;
  entry: Entry | null;
  others: Lex[];
  cost: number;
}

/** A way to read the symbols [from, to) that is in no lexicon as written: a corrected word. */
export interface ExtraEdge {
  from: number;
  to: number;
  entries: Entry[];
}

/** Signs of money and of arithmetic say something, known or not; a bar parts things. */
const SAYS_SOMETHING = /(?!\|)[\p{Sc}\p{Sm}]/u;
const NAMES: ReadonlySet<Lex['t']> = new Set(['metric', 'column', 'dimension', 'entity', 'value', 'filter']);
const UNKNOWN = 20;
/** A run of Hangul in no lexicon: dearer than words that cover it, cheaper than syllables that happen to. */
const UNKNOWN_RUN = { once: 2.5, syllable: 1.7 };
/** A lone syllable found inside a word. */
const COINCIDENCE = 5;
/** Dearer than leaving the syllables unknown. */
const NEVER = 15;
/** Syllables an unknown word is looked for in. */
const LONGEST_RUN = 12;

/**
 * Reads symbols as lexicon entries: the cover with the fewest, longest entries and the least unknown
 * (shortest path over the lattice of all matches). Blanks inside Hangul entries do not matter.
 */
export function segment(question: string, symbols: Symbol[], lexicon: Lexicon, extra: ExtraEdge[] = []): Item[] {
  const best: { cost: number; edge: Edge | null }[] = symbols.map(() => ({ cost: Infinity, edge: null }));
  best.push({ cost: Infinity, edge: null });
  best[0] = { cost: 0, edge: null };
  for (let i = 0; i < symbols.length; i++) {
    const here = best[i]!;
    for (const edge of edgesFrom(i, symbols, lexicon, extra)) {
      const total = here.cost + edge.cost;
      const target = best[edge.to]!;
      if (total < target.cost - 1e-9) best[edge.to] = { cost: total, edge };
    }
  }
  const path: Edge[] = [];
  for (let at = symbols.length; at > 0; at = path[0]!.from) path.unshift(best[at]!.edge!);
  return joinUnknown(question, symbols, path);
}

function edgesFrom(i: number, symbols: Symbol[], lexicon: Lexicon, extra: ExtraEdge[]): Edge[] {
  const first = symbols[i]!;
  const edges: Edge[] = [];
  const plain: Lex = first.kind === 'number' ? { t: 'number', value: Number(first.text) } : first.kind === 'date' ? { t: 'date', text: first.text } : { t: first.kind === 'sign' && !SAYS_SOMETHING.test(first.text) ? 'punctuation' : 'unknown' };
  const known = plain.t !== 'unknown';
  edges.push({ from: i, to: i + 1, entry: known ? { lex: plain } : null, others: [], cost: known ? 1 : UNKNOWN });
  let node = lexicon.root;
  let gaps = 0;
  for (let j = i; j < symbols.length; j++) {
    const next = node.next.get(symbols[j]!.text);
    if (!next) break;
    if (j > i && symbols[j]!.kind === 'hangul' && symbols[j]!.spaced) gaps++;
    node = next;
    // An entry whose surroundings are as it demands is surer than one that fits anywhere.
    const entries = node.entries.filter((entry) => fits(entry, i, j, symbols)).sort((a, b) => Number(b.bound !== undefined) - Number(a.bound !== undefined));
    if (entries.length > 0) edges.push(edgeOf(i, j + 1, entries, symbols, gaps * 0.2 + (gaps > 0 ? overBlank(symbols, i, j, entries[0]!) : 0)));
  }
  edges.push(...unknownRuns(i, symbols));
  for (const { from, to, entries } of extra) if (from === i) edges.push(edgeOf(from, to, entries, symbols, 4));
  return edges;
}

/** The syllables from here, up to the next blank, as a word that no lexicon has. */
function unknownRuns(from: number, symbols: Symbol[]): Edge[] {
  const edges: Edge[] = [];
  for (let to = from; to < symbols.length && symbols[to]!.kind === 'hangul' && (to === from || !symbols[to]!.spaced) && to - from < LONGEST_RUN; to++) {
    edges.push({ from, to: to + 1, entry: null, others: [], cost: UNKNOWN_RUN.once + UNKNOWN_RUN.syllable * (to - from + 1) });
  }
  return edges;
}

/** A word put together over a blank from the end of one word or the beginning of another ("2025년 도|매") is a coincidence. */
function overBlank(symbols: Symbol[], from: number, last: number, { lex }: Entry): number {
  const joined = (at: number): boolean => symbols[at]?.kind === 'hangul' && !symbols[at]!.spaced;
  // A verb may begin there: "주문|해 본".
  const begins = !['do', 'do-not', 'have', 'have-not', 'not'].includes(lex.t) && joined(from) && symbols[from - 1]?.kind === 'hangul' && symbols[from + 1]?.spaced === true;
  const ends = symbols[last]!.spaced && !particleAt(symbols, last + 1) && !/^[별당과와랑]$/.test(symbols[last + 1]?.text ?? '');
  return begins || ends ? NEVER : 0;
}

function edgeOf(from: number, to: number, entries: Entry[], symbols: Symbol[], penalty: number): Edge {
  const [entry, ...rest] = entries as [Entry, ...Entry[]];
  const length = to - from;
  const first = symbols[from]!;
  // A lone syllable inside a longer word is more often a coincidence than a word.
  const inside = length === 1 && first.kind === 'hangul' && !first.spaced && entry.lex.t !== 'particle' && !entry.bound && !JOINS.test(first.text) && !(ENDS.test(first.text) && wordEnds(symbols, from)) ? COINCIDENCE : 0;
  const soft = entry.lex.t === 'particle' || entry.lex.t === 'filler' ? 0.15 : 0;
  // Of two covers of the same length, the one with the longer words of meaning: "shipped to" + "the".
  const meaning = soft === 0 ? 0.02 : 0.01;
  // And of those, the one that keeps a name of the pack whole: "unit cost" + "over", not "unit" + "cost over".
  const named = NAMES.has(entry.lex.t) ? 0.001 * length : 0;
  return { from, to, entry, others: rest.map((e) => e.lex), cost: 1 + soft + inside + penalty - meaning * length - named };
}

function fits(entry: Entry, from: number, last: number, symbols: Symbol[]): boolean {
  const first = symbols[from]!;
  const before = symbols[from - 1];
  if (entry.bound === 'capitals') return first.capitals;
  if (entry.bound === 'shared-head') return SHARES.test(symbols[last + 1]?.text ?? '') && symbols[last + 3]?.text === entry.head && symbols[last + 2]?.kind === 'word';
  if (entry.bound === 'after-number') return before?.kind === 'number' || (before?.kind === 'hangul' && (first.spaced ? /[한두세네넷몇둘셋섯곱덟홉열십백천만억조]/.test(before.text) && particleAt(symbols, last + 1) : NUMERAL_TAIL.test(before.text)));
  if (entry.bound === 'after-amount') return before?.kind === 'number' || MULTIPLIER.test(before?.text ?? '');
  if (entry.bound === 'before-counter' || entry.bound === 'joined-counter') {
    const after = symbols.slice(last + 1, last + 4);
    if (before?.kind === 'number' || (entry.bound === 'joined-counter' && after[0]?.spaced)) return false;
    const ahead = after[0]?.kind === 'hangul' && COUNTER_AHEAD.test(after.map((s) => s.text).join(''));
    return ahead && (first.spaced || before?.kind !== 'hangul' || NUMERAL_TAIL.test(before.text));
  }
  if (from === last && first.kind === 'hangul' && first.spaced && ENDS_WITH_PARTICLE.test(first.text) && ownWord(entry) && !particleAt(symbols, last + 1)) return false;
  if (entry.bound === 'suffix') return !first.spaced || before?.kind === 'hangul';
  if (entry.lex.t === 'particle') return !first.spaced && before !== undefined && !(from === last && NOUN_TAIL.test(first.text) && before.kind === 'hangul' && before.spaced);
  // "중" is a word, the first syllable of "중단" is not.
  return !(from === last && first.kind === 'hangul' && first.spaced && STANDS_ALONE.test(first.text) && !wordEnds(symbols, last) && ownWord(entry));
}

const PARTICLES = new Set(particles.split('|'));
/** Nothing but a particle up to the next blank. */
function particleAt(symbols: Symbol[], from: number): boolean {
  let rest = '';
  for (let i = from; symbols[i]?.kind === 'hangul' && !symbols[i]!.spaced; i++) rest += symbols[i]!.text;
  return rest === '' || PARTICLES.has(rest);
}

const MULTIPLIER = /^(?:[십백천만억조]|hundred|thousand|million|billion|[km]|mn|bn)$/;
/** What stands between two words that share the one after them. */
const SHARES = /^(?:and|or|vs|versus|minus|less|,|&|\/|than)$/;
const wordEnds = (symbols: Symbol[], at: number): boolean => symbols[at + 1]?.kind !== 'hangul' || symbols[at + 1]!.spaced;

const OF_THE_PACK = ['metric', 'entity', 'dimension', 'term', 'column', 'cue', 'topic', 'personal', 'event', 'rank', 'filter', 'value'];
/** A word of the language; a pack's own words of one syllable are taken as declared. */
const ownWord = (entry: Entry): boolean => !OF_THE_PACK.includes(entry.lex.t);

function joinUnknown(question: string, symbols: Symbol[], path: Edge[]): Item[] {
  const items: Item[] = [];
  for (const edge of path) {
    const start = symbols[edge.from]!.start;
    const end = symbols[edge.to - 1]!.end;
    const spaced = symbols[edge.from]!.spaced;
    const last = items.at(-1);
    if (!edge.entry && last?.lex.t === 'unknown' && !spaced) {
      last.end = end;
      last.text = question.slice(last.start, end);
    } else items.push({ lex: edge.entry?.lex ?? { t: 'unknown' }, others: edge.others, start, end, text: question.slice(start, end), spaced });
  }
  return items;
}
