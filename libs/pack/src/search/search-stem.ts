/**
 * Form under which words are compared: number, tense and a silent ending fall away. Coarser than the resolver's stem: a
 * search ranks and may meet too much, a resolver decides and may not.
 *
 * @param word lower case, as `splitWords` gives it
 * @example searchStem('companies') // 'compani'
 * @example searchStem('ordered') // 'order'
 */
export function searchStem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;
  let stem = singular(word);
  if (stem.endsWith('ing') && stem.length > 5) stem = undoubled(stem.slice(0, -3));
  else if (stem.endsWith('ied') && stem.length > 4) stem = `${stem.slice(0, -3)}y`;
  else if (stem.endsWith('ed') && stem.length > 4) stem = undoubled(stem.slice(0, -2));
  if (stem.endsWith('e') && stem.length > 4) stem = stem.slice(0, -1);
  return stem.endsWith('y') && stem.length > 3 ? `${stem.slice(0, -1)}i` : stem;
}

function singular(word: string): string {
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|x|ch|sh|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** "planned" comes from "plan"; "called" from "call". */
function undoubled(stem: string): string {
  return /([bdfgmnprt])\1$/.test(stem) ? stem.slice(0, -1) : stem;
}
