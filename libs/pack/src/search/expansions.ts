import { ABBREVIATIONS } from './language/abbreviations.js';
import { STARTER_GLOSSARY } from './language/starter-glossary.js';
import { SYNONYMS } from './language/synonyms.js';
import { holds, type Postings } from './postings.js';
import type { Term } from './question-terms.js';
import { searchStem } from './search-stem.js';
import type { Glossary } from './search-table.js';
import { splitWords } from './split-words.js';
import type { SearchTuning } from './tuning.js';

/** Stems of the catalogue a word may mean, and how surely: 1 for itself. */
export type Meanings = Map<number, number>;

const GENERAL_SYNONYMS = pairs(SYNONYMS);
const GENERAL_ABBREVIATIONS = pairs(ABBREVIATIONS.flatMap(([short, words]) => words.map((word) => [short, word])));
const STARTER_PHRASES = readPhrases(STARTER_GLOSSARY);
/** Words of one family share at least so much of their beginning. */
const KIN_BEGINNING = 5;
const KIN_ENDING = 4;

function pairs(groups: readonly (readonly string[])[]): Map<string, Set<string>> {
  const met = new Map<string, Set<string>>();
  for (const group of groups) {
    const stems = group.map(searchStem);
    for (const one of stems) {
      const others = met.get(one) ?? new Set();
      met.set(one, others);
      for (const other of stems) if (other !== one) others.add(other);
    }
  }
  return met;
}

/** Expands words of questions into the words of one catalogue. */
export function createExpansions(postings: Postings, abbreviations: Map<string, Set<string>>, glossary: Glossary, tuning: SearchTuning): (terms: readonly Term[], words: readonly string[]) => Meanings[] {
  const { stems, compounds } = postings;
  const sorted = [...stems.words.keys()].filter((id) => holds(postings, id) && /^[a-z]{5,}$/.test(stems.word(id))).sort((a, b) => (stems.word(a) < stems.word(b) ? -1 : 1));
  const declared = readPhrases(glossary);
  const expand = ({ asked, stem }: Term, said: readonly string[], translated: readonly string[]): Meanings => {
    const meanings: Meanings = new Map();
    const add = (other: string, weight: number): void => {
      const id = stems.find(other);
      if (holds(postings, id) && (meanings.get(id) ?? 0) < weight) meanings.set(id, weight);
    };
    add(stem, 1);
    // In a catalogue that has the very word, what it mostly means elsewhere counts less.
    const translation = meanings.size > 0 ? tuning.synonym : tuning.glossary;
    for (const other of translated) add(other, translation);
    for (const other of said) add(other, tuning.glossary);
    for (const part of compounds(asked)) add(searchStem(part), tuning.part);
    for (const [words, weight] of [[GENERAL_SYNONYMS, tuning.synonym], [GENERAL_ABBREVIATIONS, tuning.abbreviation], [abbreviations, tuning.abbreviation]] as const) {
      for (const other of words.get(stem) ?? []) add(other, weight);
    }
    for (const other of kin(stem, stems.words, sorted)) add(other, tuning.kin);
    return meanings;
  };
  return (terms, words) => {
    const [stemmed, asked] = [words.map(searchStem), new Set(terms.map(({ stem }) => stem))];
    const said = phrasesIn(stemmed, asked, declared);
    const translated = phrasesIn(stemmed, asked, STARTER_PHRASES);
    return terms.map((term) => expand(term, said.get(term.stem) ?? [], translated.get(term.stem) ?? []));
  };
}

/** Stems that begin alike and end differently: "prescribed", "prescriber". */
function* kin(stem: string, words: readonly string[], sorted: readonly number[]): Generator<string> {
  if (stem.length < KIN_BEGINNING || !/^[a-z]+$/.test(stem)) return;
  const beginning = stem.slice(0, KIN_BEGINNING);
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((words[sorted[middle] ?? 0] ?? '') < beginning) low = middle + 1;
    else high = middle;
  }
  for (let at = low; at < sorted.length; at++) {
    const other = words[sorted[at] ?? 0] ?? '';
    if (!other.startsWith(beginning)) return;
    if (other !== stem && isKin(stem, other)) yield other;
  }
}

function isKin(one: string, other: string): boolean {
  let same = KIN_BEGINNING;
  while (same < one.length && one[same] === other[same]) same += 1;
  const longer = Math.max(one.length, other.length);
  return longer - same <= KIN_ENDING && same >= 0.6 * longer;
}

interface Phrase {
  stems: string[];
  /** Stems of the other phrases of the same meaning, and of its names. */
  others: string[];
}

function readPhrases(glossary: Glossary): Map<string, Phrase[]> {
  const byFirst = new Map<string, Phrase[]>();
  const stemsOf = (phrase: string): string[] => splitWords(phrase).map(searchStem);
  for (const { phrases, names = [] } of glossary) {
    const all = phrases.map(stemsOf).filter(({ length }) => length > 0);
    const meant = [...all, ...names.map(stemsOf)].flat();
    for (const stems of all) {
      const own = new Set(stems);
      const others = [...new Set(meant)].filter((stem) => !own.has(stem));
      const first = stems[0] ?? '';
      byFirst.set(first, [...(byFirst.get(first) ?? []), { stems, others }]);
    }
  }
  return byFirst;
}

/** Glossary phrases said in the question: what the first word of each stands for, for the whole phrase. */
function phrasesIn(words: readonly string[], terms: ReadonlySet<string>, phrases: Map<string, Phrase[]>): Map<string, string[]> {
  const said = new Map<string, string[]>();
  words.forEach((word, at) => {
    for (const { stems, others } of phrases.get(word) ?? []) {
      if (stems.some((stem, i) => words[at + i] !== stem)) continue;
      const speaker = stems.find((stem) => terms.has(stem));
      if (speaker !== undefined) said.set(speaker, [...(said.get(speaker) ?? []), ...others]);
    }
  });
  return said;
}
