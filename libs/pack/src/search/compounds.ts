const SHORTEST = 3;

/**
 * Words written together, parted by the words of the catalogue itself: "countrylanguage" where "country" and "language" occur
 * on their own, each more often than the whole.
 *
 * @param count how often a word occurs in the catalogue
 */
export function createCompounds(count: (word: string) => number): (word: string) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (word) => {
    let parts = known.get(word);
    if (!parts) known.set(word, (parts = partsOf(word, count)));
    return parts;
  };
}

function partsOf(word: string, count: (word: string) => number): readonly string[] {
  if (word.length < 2 * SHORTEST || !/^[a-z]+$/.test(word)) return [];
  const own = Math.max(1, count(word));
  const isWord = (part: string): boolean => part.length >= SHORTEST && count(part) > own;
  let best: { parts: string[]; cost: number } = { parts: [], cost: Infinity };
  const offer = (parts: string[], extra: number): void => {
    const cost = Math.max(...parts.map((part) => rarity(part, count))) + extra;
    if (cost < best.cost) best = { parts, cost };
  };
  for (let i = SHORTEST; i <= word.length - SHORTEST; i++) {
    const first = word.slice(0, i);
    if (!isWord(first)) continue;
    const rest = word.slice(i);
    if (isWord(rest)) offer([first, rest], 0);
    for (let j = SHORTEST; j <= rest.length - SHORTEST; j++) {
      const [second, third] = [rest.slice(0, j), rest.slice(j)];
      if (isWord(second) && isWord(third)) offer([first, second, third], 3);
    }
  }
  return best.parts;
}

/** Short parts are often no words at all ("int" in "appointment"). */
function rarity(part: string, count: (word: string) => number): number {
  return 10 - Math.log(count(part)) + (part.length < 4 ? 3 : 0) - 0.1 * part.length;
}
