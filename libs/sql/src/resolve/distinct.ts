import type { NameKey } from './matching.js';

/** Output names with a number put to each that came before; undefined where all are different already. */
export function distinct(names: readonly string[], key: NameKey): string[] | undefined {
  const keyOf = key ?? ((name: string): string => name);
  const wanted = new Set(names.map(keyOf));
  if (wanted.size === names.length) return undefined;
  const taken = new Set<string>();
  const counts = new Map<string, number>();
  return names.map((name) => {
    let own = name;
    let n = counts.get(keyOf(name)) ?? 1;
    while (taken.has(keyOf(own)) || (own !== name && wanted.has(keyOf(own)))) own = `${name}_${++n}`;
    counts.set(keyOf(name), n);
    taken.add(keyOf(own));
    return own;
  });
}
