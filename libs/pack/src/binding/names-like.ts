import { splitWords } from '../search/split-words.js';
import { editDistance } from '../text/distance.js';

/** Below this a likeness is chance. */
const LIKE_ENOUGH = 0.45;

/** How alike two identifiers are, 0 to 1: by spelling without marks and capitals, or by the words in them. */
export function likeness(a: string, b: string): number {
  const [x, y] = [plain(a), plain(b)];
  if (x === y) return 1;
  const longest = Math.max(x.length, y.length);
  const spelling = longest === 0 ? 0 : 1 - editDistance(x, y, longest) / longest;
  return Math.max(spelling, overlap(splitWords(a), splitWords(b)));
}

/** Words in both over words in either; a word that begins the other counts half (`cust` and `customer`). */
export function overlap(a: readonly string[], b: readonly string[]): number {
  if (a.length === 0 || b.length === 0) return 0;
  const shared = a.reduce((sum, word) => sum + (b.includes(word) ? 1 : b.some((other) => begins(word, other)) ? 0.5 : 0), 0);
  return shared / Math.max(new Set(a).size, new Set(b).size);
}

const begins = (a: string, b: string): boolean => Math.min(a.length, b.length) >= 3 && (a.startsWith(b) || b.startsWith(a));

const plain = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');

/**
 * Up to three known names that `name` may have meant, best first.
 * @example namesLike('ordr_date', ['order_date', 'city']) // ['order_date']
 */
export const namesLike = (name: string, known: readonly string[]): string[] => best(known.map((candidate) => ({ name: candidate, score: likeness(name, candidate) })));

/** The names of the best scores, at most three, none below the threshold. */
export function best(scored: readonly { name: string; score: number }[]): string[] {
  return scored.filter(({ score }) => score >= LIKE_ENOUGH).sort((a, b) => b.score - a.score || (a.name < b.name ? -1 : 1)).slice(0, 3).map(({ name }) => name);
}
