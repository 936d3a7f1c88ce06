// Days as numbers since 1970-01-01, without time zones in the results.
const DAY_MS = 86_400_000;
export const dayNumber = (iso) => Date.parse(`${iso}T00:00:00Z`) / DAY_MS;
export const isoDay = (day) => new Date(day * DAY_MS).toISOString().slice(0, 10);

/** Last day the data knows of. */
export const LAST_DAY = '2026-05-20';
