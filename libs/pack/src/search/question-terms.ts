import { EMPTY_WORDS, MONTHS, WEAK_WORDS } from './language/question-words.js';
import { searchStem } from './search-stem.js';
import { splitWords } from './split-words.js';
import type { SearchTuning } from './tuning.js';

/** A word of the question. */
export interface Term {
  asked: string;
  stem: string;
  /** How much it counts among the question's words. */
  weight: number;
}

export interface QuestionWords {
  terms: Term[];
  /** All words in order, for phrases. */
  words: string[];
  /** Numbers a table's name may carry: years (those of a range too), years with month, other numbers as written. */
  numbers: Set<string>;
}

/** Keys, addresses and amounts: long runs that name nothing in a catalogue. */
const NOISE = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}\b/gi,
  /\b(?=[0-9a-f]*\d)(?=[0-9a-f]*[a-f])[0-9a-f]{12,}\b/gi,
  /\b\d+(?:\.\d+){2,}(?:\/\d+)?\b/g,
  /\b\d{1,3}(?:,\d{3})+(?:\.\d+)?\b/g,
];

/** Reads a question into the words that can meet a catalogue. `isWord`: the catalogue has this stem. */
export function readQuestionWords(question: string, isWord: (stem: string) => boolean, tuning: SearchTuning): QuestionWords {
  const text = NOISE.reduce((rest, noise) => rest.replace(noise, ' '), question);
  const words = splitWords(text);
  const numbers = numbersOf(text, words);
  const terms = new Map<string, Term>();
  const add = (asked: string, weight: number): void => {
    const stem = searchStem(asked);
    if (!terms.has(stem)) terms.set(stem, { asked, stem, weight });
  };
  for (const word of words) {
    if (EMPTY_WORDS.has(word) || /^[a-z]$/.test(word)) continue;
    if (/^\d{1,2}$/.test(word)) add(word, tuning.shortNumber);
    else if (IS_YEAR.test(word)) add(word, tuning.year);
    else add(word, WEAK_WORDS.has(word) ? tuning.weak : 1);
  }
  // The years between are together worth one: ten yearly tables are no ten words.
  for (const number of numbers) add(number, tuning.year / numbers.size);
  for (const pair of joinedPairs(words)) if (isWord(searchStem(pair))) add(pair, tuning.joined);
  return { terms: [...terms.values()], words, numbers };
}

/** "stack overflow" is written "stackoverflow" in names. */
function joinedPairs(words: readonly string[]): string[] {
  return words.slice(1).flatMap((second, i) => {
    const first = words[i] ?? '';
    const plain = [first, second].every((word) => /^[a-z]+$/.test(word) && !EMPTY_WORDS.has(word));
    return plain && first.length + second.length >= 5 ? [first + second] : [];
  });
}

const YEAR = '(1[89]\\d\\d|20\\d\\d)';
const IS_YEAR = new RegExp(`^${YEAR}$`);
const RANGE = new RegExp(`\\b${YEAR}(?:\\s*[-–~]\\s*|\\b[^.?!\\d]{0,40}\\b(?:to|through|until|and|till)\\b[^.?!\\d]{0,25})${YEAR}\\b`, 'g');
const MONTH = new RegExp(`\\b(${MONTHS.join('|')})\\s+(?:\\d{1,2}(?:st|nd|rd|th)?,?\\s+)?${YEAR}\\b`, 'gi');
const LONGEST_RANGE = 40;

function numbersOf(text: string, words: readonly string[]): Set<string> {
  const numbers = new Set(words.filter((word) => /^\d+$/.test(word)));
  for (const [, from = '', to = ''] of text.matchAll(RANGE)) {
    const [first, last] = [Number(from), Number(to)];
    if (last > first && last - first <= LONGEST_RANGE) for (let year = first; year <= last; year++) numbers.add(String(year));
  }
  for (const [, month = '', year = ''] of text.matchAll(MONTH)) numbers.add(`${year}${String(MONTHS.indexOf(month.toLowerCase()) + 1).padStart(2, '0')}`);
  return numbers;
}
