/** The shortest text that reads back as the same 32-bit number. */
export function floatText(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  for (let digits = 1; digits <= 9; digits += 1) {
    const shorter = Number(value.toPrecision(digits));
    if (Math.fround(shorter) === Math.fround(value)) return String(shorter);
  }
  return String(value);
}

export function hexText(value: Buffer): string {
  return value.toString('hex').toUpperCase();
}
