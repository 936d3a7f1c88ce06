import { searchStem } from './search-stem.js';
import type { ColumnText } from './table-document.js';
import type { Vocabulary } from './vocabulary.js';

/** Columns that must agree before a short form is believed. */
const WITNESSES = 2;

/**
 * Abbreviations a house uses, learned from columns that spell their own name out in their description: with `dept_cd`
 * described as "department code", "dept" stands for "department" wherever it occurs.
 */
export function learnAbbreviations(columns: Iterable<ColumnText>, vocabulary: Vocabulary): Map<string, Set<string>> {
  const witnesses = new Map<string, Map<string, Set<string>>>();
  for (const { words, description, flat } of columns) {
    if (words.length > 6 || description.length > 12) continue;
    for (const short of words) {
      const name = vocabulary.word(short);
      if (name.length < 2 || name.length > 5) continue;
      for (const long of description) {
        const word = vocabulary.word(long);
        if (!abbreviates(name, word)) continue;
        const [from, to] = [searchStem(word), searchStem(name)];
        const shorts = witnesses.get(from) ?? new Map<string, Set<string>>();
        witnesses.set(from, shorts.set(to, (shorts.get(to) ?? new Set()).add(flat)));
      }
    }
  }
  const learned = new Map<string, Set<string>>();
  for (const [word, shorts] of witnesses) {
    const believed = [...shorts].filter(([, seen]) => seen.size >= WITNESSES).map(([short]) => short);
    if (believed.length > 0) learned.set(word, new Set(believed));
  }
  return learned;
}

/** The letters of the short form occur in order in the long one, beginning with the same: "dept", "dprtmt" for "department". */
function abbreviates(short: string, long: string): boolean {
  if (long.length < short.length + 3 || long[0] !== short[0] || !/^[a-z]+$/.test(long)) return false;
  let at = 0;
  for (const letter of long) if (letter === short[at]) at += 1;
  return at === short.length;
}
