/** A text as a machine names things rather than as people say them: CUST_ORD_DT, ordAmt2, QTY, "amt cd". */
export function looksAbbreviated(text: string): boolean {
  const said = text.trim();
  if (said === '' || /[^\x20-\x7e]/.test(said)) return false;
  if (/^[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+$/.test(said)) return true;
  const words = said.split(/[\s_]+/);
  if (words.length === 1) return /^[A-Z][A-Z0-9]{1,}$/.test(said) || /^[a-z]+(?:[A-Z][a-z0-9]*)+\d*$/.test(said) || isShort(said);
  return words.every(isShort);
}

/** A word without its vowels, or a stump: "dt", "cust", "qty". */
const isShort = (word: string): boolean => word.length <= 4 && /^[A-Za-z]+\d*$/.test(word) && !/^(?:a|an|and|at|by|city|code|cost|date|day|days|email|for|from|has|id|in|is|item|line|list|name|no|not|of|on|or|per|rank|rate|role|row|rows|sex|sku|size|tax|team|term|the|time|to|type|unit|user|was|week|year|zip)$/i.test(word);

/** The script that most of its letters are of. */
export function scriptOf(text: string): 'hangul' | 'latin' | 'han' | 'other' {
  const count = (pattern: RegExp): number => text.match(pattern)?.length ?? 0;
  const counts = [['hangul', count(/\p{Script=Hangul}/gu)], ['latin', count(/\p{Script=Latin}/gu)], ['han', count(/\p{Script=Han}/gu)]] as const;
  const [best] = [...counts].sort((a, b) => b[1] - a[1]);
  return best && best[1] > 0 ? best[0] : 'other';
}
