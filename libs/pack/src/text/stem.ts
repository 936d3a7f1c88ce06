/**
 * Number-free form of a Latin word, lower case: plurals and possessives fall away, nothing else
 * ("ordered" and "order" stay different words).
 * @example stem("Countries'") // 'country'
 */
export function stem(word: string): string {
  let w = word.toLowerCase().replaceAll('.', '').replace(/'s$|s'$|'$/, (tail) => (tail === "s'" ? 's' : ''));
  if (w.length <= 3) return w;
  if (w.endsWith('ies') && w.length > 4) return `${w.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|zz)es$/.test(w)) return w.slice(0, -2);
  if (w.endsWith('s') && !/(?:ss|us|is)$/.test(w)) w = w.slice(0, -1);
  return w;
}
