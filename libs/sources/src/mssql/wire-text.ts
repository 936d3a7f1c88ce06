/** The text of values as they lie on the wire, every digit of them. What the driver itself makes of these loses digits or zones. */

const pad = (n: number | bigint, width: number) => String(n).padStart(width, '0');

/** A whole number with a decimal point put before its last `scale` digits. */
export function decimalText(unscaled: bigint, scale: number): string {
  const digits = (unscaled < 0n ? -unscaled : unscaled).toString().padStart(scale + 1, '0');
  const sign = unscaled < 0n ? '-' : '';
  return scale === 0 ? sign + digits : `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

const DAY_MS = 86_400_000;
/** Days from 0001-01-01 to 1970-01-01, and from 1900-01-01. */
const EPOCH_FROM_YEAR_1 = 719_162;
export const YEAR_1900 = 693_595;

/** @param days since 0001-01-01 */
export function dateText(days: number): string {
  const date = new Date((days - EPOCH_FROM_YEAR_1) * DAY_MS);
  return `${pad(date.getUTCFullYear(), 4)}-${pad(date.getUTCMonth() + 1, 2)}-${pad(date.getUTCDate(), 2)}`;
}

/** @param ticks units of 10^-scale seconds since midnight */
export function timeText(ticks: number, scale: number): string {
  const unit = 10 ** scale;
  const seconds = Math.floor(ticks / unit);
  const clock = `${pad(Math.floor(seconds / 3600), 2)}:${pad(Math.floor(seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}`;
  return scale === 0 ? clock : `${clock}.${pad(ticks % unit, scale)}`;
}

/** On the wire the instant is in UTC; it is shown as the clock of its own zone showed it. */
export function zonedText(ticks: number, days: number, minutes: number, scale: number): string {
  const perDay = 86_400 * 10 ** scale;
  const local = ticks + minutes * 60 * 10 ** scale;
  const shift = Math.floor(local / perDay);
  const zone = `${minutes < 0 ? '-' : '+'}${pad(Math.floor(Math.abs(minutes) / 60), 2)}:${pad(Math.abs(minutes) % 60, 2)}`;
  return `${dateText(days + shift)} ${timeText(local - shift * perDay, scale)} ${zone}`;
}

/** @param ticks three hundredths of a second, shown in milliseconds as the server does */
export const datetimeText = (days: number, ticks: number): string => `${dateText(YEAR_1900 + days)} ${timeText(Math.round((ticks * 10) / 3), 3)}`;

export const smallDatetimeText = (days: number, minutes: number): string => `${dateText(YEAR_1900 + days)} ${timeText(minutes * 60, 0)}`;

/** The fewest digits that mean this double, or this single, and no other. */
export function floatText(value: number, single: boolean): string {
  if (Object.is(value, -0)) return '-0';
  if (!single) return String(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return String(short);
  }
  return String(Number(value.toPrecision(9)));
}

export const bytesText = (bytes: Buffer): string => `0x${bytes.toString('hex').toUpperCase()}`;
