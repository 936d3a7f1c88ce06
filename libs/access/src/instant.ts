/**
 * Is the instant reached? An instant that can't be read counts as reached, so that a damaged expiry never
 * prolongs a right.
 */
export function reached(instant: string, now: string): boolean {
  const [due, present] = [Date.parse(instant), Date.parse(now)];
  return !(present < due);
}
