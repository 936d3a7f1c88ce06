/** What spellings of one name have in common; absent where the engine tells them apart. */
export type NameKey = ((name: string) => string) | undefined;

/** Those of this very name; where the engine does not tell spellings apart, those of the name in any spelling. */
export function sameName<T extends { name: string }>(list: readonly T[], name: string, key: NameKey): T[] {
  if (!key) return list.filter((item) => item.name === name);
  const wanted = key(name);
  return list.filter((item) => key(item.name) === wanted);
}

/**
 * As {@link sameName}, but the very name comes first: tables and aliases that differ in spelling only may be two, and
 * then each goes by its own.
 */
export function closestName<T extends { name: string }>(list: readonly T[], name: string, key: NameKey): T[] {
  const exact = list.filter((item) => item.name === name);
  return exact.length || !key ? exact : sameName(list, name, key);
}

/** Where a name stands in a list of plain names; -1 when it does not. */
export function indexOfName(names: readonly string[], name: string, key: NameKey): number {
  return key ? names.map(key).indexOf(key(name)) : names.indexOf(name);
}
