/** Names, labels and synonyms of tables and columns, as people may say them. */
export interface Vocabulary {
  /** Of what the query touches, by name. */
  touched: ReadonlyMap<string, readonly string[]>;
  /** Of all that may be touched. */
  known: ReadonlyMap<string, readonly string[]>;
}

export interface Coverage {
  /** The smaller of the two shares says most. */
  value: number;
  /** Names that the question says and the query does not touch, and the other way round. */
  ignored: string[];
  unsaid: string[];
}

/**
 * Are the words of the question found in what the query touches, and is what it touches said in the question? Keys that only join
 * should not be in `touched`.
 *
 * @returns undefined when neither has anything to compare
 * @example schemaCoverage('average age of singers', { touched: new Map([['age', ['age']], ['singer', ['singer']]]), known })
 */
export function schemaCoverage(question: string, { touched, known }: Vocabulary): Coverage | undefined {
  const words = wordsIn(question);
  const says = (forms: readonly string[]): number => Math.max(0, ...forms.map((form) => shareSaid(form, words)));
  const unsaid = [...touched].filter(([, forms]) => says(forms) < 0.5).map(([name]) => name);
  const said = [...known].filter(([, forms]) => says(forms) === 1);
  // A word that two columns have is answered by either.
  const answered = new Set([...touched.values()].flat().flatMap(wordsIn).map(stem));
  const ignored = said.filter(([name, forms]) => !touched.has(name) && !forms.some((form) => wordsIn(form).every((word) => answered.has(stem(word))))).map(([name]) => name);
  if (touched.size === 0 && said.length === 0) return undefined;
  const touchedSaid = touched.size === 0 ? 1 : 1 - unsaid.length / touched.size;
  const saidTouched = said.length === 0 ? 1 : 1 - ignored.length / said.length;
  return { value: touchedSaid * saidTouched, ignored, unsaid };
}

function shareSaid(form: string, words: readonly string[]): number {
  const parts = wordsIn(form);
  const hits = parts.filter((part) => words.some((word) => sameWord(word, part))).length;
  return parts.length === 0 ? 0 : hits / parts.length;
}

/** Words of a text or a name: order_date, OrderDate and "order date" are two. */
function wordsIn(text: string): string[] {
  return text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase().normalize('NFC').split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
}

function sameWord(word: string, part: string): boolean {
  // Korean words carry their particles.
  return stem(word) === stem(part) || (/\p{Script=Hangul}/u.test(part) && part.length > 1 && word.startsWith(part));
}

/** Enough to let singers be a singer and countries a country. */
function stem(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (word.length > 4 && /(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word;
}
