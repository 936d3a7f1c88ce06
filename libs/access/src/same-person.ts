/** UUIDs are equal whatever the case of their letters: four eyes must not be fooled by spelling. */
export function samePerson(a: string | null, b: string | null): boolean {
  return a !== null && b !== null && a.toLowerCase() === b.toLowerCase();
}
