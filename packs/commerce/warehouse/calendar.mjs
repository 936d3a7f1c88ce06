// Days as numbers since 1970-01-01, without Date's time zones in the results.

const DAY_MS = 86_400_000;

export const dayNumber = (iso) => Date.parse(`${iso}T00:00:00Z`) / DAY_MS;
export const isoDay = (day) => new Date(day * DAY_MS).toISOString().slice(0, 10);

export const FIRST_DAY = dayNumber('2024-01-01');
export const LAST_DAY = dayNumber('2026-06-30');

/** The thirty months of the range, each with its first and last day. */
export const MONTHS = Array.from({ length: 30 }, (_, index) => {
  const at = (months) => Date.UTC(2024, months, 1) / DAY_MS;
  return { index, month: index % 12, first: at(index), last: at(index + 1) - 1 };
});

const two = (n) => String(n).padStart(2, '0');
/** 'YYYY-MM-DD HH:MM:SS' */
export const stamp = (day, secondOfDay) =>
  `${isoDay(day)} ${two(Math.floor(secondOfDay / 3600))}:${two(Math.floor(secondOfDay / 60) % 60)}:${two(secondOfDay % 60)}`;
