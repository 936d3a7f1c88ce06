import { unreadableIn } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import type { Entry } from '../text/lex.js';
import type { Lexicon } from '../text/lexicon.js';
import type { Item } from '../text/segment.js';
import { toSymbols, type Symbol } from '../text/symbols.js';

/** Real values by column, 'entity.column'. They are data of strangers: they may say what a word means, and nothing else. */
export type LiveValues = Readonly<Record<string, readonly string[]>>;

/** A value that is longer is a text, and no name that anybody asks for. */
const LONGEST_VALUE = 60;

/**
 * The columns whose real values are looked up, 'entity.column' of the stored entity.
 * @example lookedUp(pack) // ['customers.city']
 */
export function lookedUp(pack: Pack): string[] {
  return [...new Set([...pack.dimensions.values()].flatMap((dimension) => (dimension.lookup === undefined ? [] : [columnOf(pack, dimension)])))];
}

const columnOf = (pack: Pack, { entity, column }: { entity: string; column: string }): string => `${pack.entities.get(entity)?.table ?? entity}.${column}`;

/**
 * The lexicon with the real values that stand in the question, each over a word that nothing declared explains. A value made of words that
 * mean something already ("orders by month") takes no part: data must not change what a question says.
 */
export function withLiveValues(pack: Pack, live: LiveValues, symbols: readonly Symbol[], items: readonly Item[]): Lexicon {
  const unknown = items.filter((item) => item.lex.t === 'unknown');
  const isUnknown = symbols.map(({ start }) => unknown.some((item) => start >= item.start && start < item.end));
  const standing = surfacesOf(pack, live).filter(([surface]) => standsOver(toSymbols(surface), symbols, isUnknown));
  return standing.length === 0 ? pack.lexicon : pack.lexicon.extended(standing);
}

/** With those that have a word nobody else has: a slip is looked for among these. */
export function withAllLiveValues(pack: Pack, live: LiveValues): Lexicon {
  const isStrange = (surface: string): boolean => {
    const symbols = toSymbols(surface);
    return symbols[0]?.kind === 'hangul' ? symbols.length > 1 : symbols.some(({ text, kind }) => kind === 'word' && !pack.lexicon.words.has(text));
  };
  return pack.lexicon.extended(surfacesOf(pack, live).filter(([surface]) => isStrange(surface)));
}

function standsOver(value: readonly Symbol[], symbols: readonly Symbol[], isUnknown: readonly boolean[]): boolean {
  if (value.length === 0) return false;
  return symbols.some((_, at) => value.every(({ text }, i) => symbols[at + i]?.text === text) && value.some((_each, i) => isUnknown[at + i]));
}

/** Each text once, with every dimension that it is a value of. */
function surfacesOf(pack: Pack, live: LiveValues): [string, Entry][] {
  const found = new Map<string, { surface: string; candidates: { dimension: string; value: string }[] }>();
  for (const dimension of pack.dimensions.values()) {
    if (dimension.lookup === undefined) continue;
    for (const value of live[columnOf(pack, dimension)] ?? []) {
      if (!isName(value)) continue;
      const key = toSymbols(value).map(({ text }) => text).join(' ');
      const known = found.get(key) ?? { surface: value, candidates: [] };
      // Spelt two ways in the data: one word can't mean both.
      if (!known.candidates.some((one) => one.dimension === dimension.id)) known.candidates.push({ dimension: dimension.id, value });
      else known.candidates = known.candidates.filter((one) => one.dimension !== dimension.id || one.value === value);
      found.set(key, known);
    }
  }
  return [...found.values()].flatMap(({ surface, candidates }): [string, Entry][] => (candidates.length === 0 ? [] : [[surface, { lex: { t: 'value', candidates, surface } }]]));
}

const isName = (value: string): boolean => value.length > 1 && value.length <= LONGEST_VALUE && /\p{L}/u.test(value) && unreadableIn(value) === undefined;
