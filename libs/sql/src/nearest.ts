/** Edit distance with adjacent swaps (optimal string alignment), cut off above `limit`. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const change = a[i - 1] === b[j - 1] ? 0 : 1;
      let best = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + change);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, beforeLast[j - 2]! + 1);
      row.push(best);
    }
    if (Math.min(...row) > limit) return limit + 1;
    beforeLast = last;
    last = row;
  }
  return last[b.length]!;
}

/**
 * Up to three known names that `name` may have meant, best first: close spelling, or one contained in the other.
 *
 * @example nearestNames('order_dat', ['order_date', 'city']) // ['order_date']
 */
export function nearestNames(name: string, known: Iterable<string>): string[] {
  const wanted = name.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  const scored: { known: string; score: number }[] = [];
  for (const candidate of new Set(known)) {
    const lower = candidate.toLowerCase();
    const bare = lower.slice(lower.lastIndexOf('.') + 1);
    const distance = Math.min(editDistance(wanted, lower, limit), editDistance(wanted, bare, limit));
    if (distance <= limit) scored.push({ known: candidate, score: distance });
    else if (wanted.length >= 3 && bare.length >= 3 && (bare.includes(wanted) || wanted.includes(bare))) scored.push({ known: candidate, score: limit + Math.abs(bare.length - wanted.length) / 10 });
  }
  return scored.sort((a, b) => a.score - b.score || (a.known < b.known ? -1 : 1)).slice(0, 3).map((s) => s.known);
}
