import type { Grain } from '@countersign/contracts';

const DAY = /^(\d{4})-(\d{2})-(\d{2})/;

/**
 * A period's first day as a person says it: '2025-01-01' by month is 'Jan 2025' or '2025년 1월'.
 * A value that is no day (a year as a number) comes back unchanged.
 */
export function formatPeriod(text: string, grain: Grain, language: string): string {
  const match = DAY.exec(text);
  if (!match) return text;
  const [, year = '', month = '', day = ''] = match;
  if (grain === 'year') return year;
  if (grain === 'quarter') {
    const quarter = Math.floor((Number(month) - 1) / 3) + 1;
    return language === 'ko' ? `${year}년 ${quarter}분기` : `Q${quarter} ${year}`;
  }
  if (grain === 'month') return inUtc(`${year}-${month}-01`, language, { year: 'numeric', month: 'short' });
  return `${year}-${month}-${day}`;
}

function inUtc(day: string, language: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
}

/** An instant in the reader's own time zone. */
export function formatInstant(instant: string, language: string): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
}

export function formatClock(instant: string, language: string): string {
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }).format(new Date(instant));
}

/** Elapsed time in at most two parts: '0.2 s', '12 s', '4 min 5 s', '2 h 3 min'. */
export function formatElapsed(ms: number, language: string): string {
  const unit = (value: number, name: 'millisecond' | 'second' | 'minute' | 'hour' | 'day', digits = 0) =>
    new Intl.NumberFormat(language, { style: 'unit', unit: name, unitDisplay: 'short', minimumFractionDigits: digits, maximumFractionDigits: digits }).format(value);
  const safe = Math.max(0, ms);
  if (safe < 99.5) return unit(Math.round(safe), 'millisecond');
  if (safe < 9_950) return unit(safe / 1000, 'second', 1);
  const seconds = Math.round(safe / 1000);
  if (seconds < 60) return unit(seconds, 'second');
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return pair(unit(minutes, 'minute'), seconds % 60 ? unit(seconds % 60, 'second') : '');
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return pair(unit(hours, 'hour'), minutes % 60 ? unit(minutes % 60, 'minute') : '');
  return unit(Math.floor(hours / 24), 'day');
}

function pair(first: string, second: string): string {
  return second ? `${first} ${second}` : first;
}

/** 'in 26 minutes' / '4 minutes ago', coarse. */
export function formatRelative(instant: string, now: number, language: string): string {
  const apart = Math.round((Date.parse(instant) - now) / 1000);
  // The server's clock and the screen's, which ticks once a second, differ a little: what just happened is not "in 1 second".
  const seconds = apart > 0 && apart <= 2 ? 0 : apart;
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
  const size = Math.abs(seconds);
  if (size < 60) return relative.format(seconds, 'second');
  if (size < 3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (size < 86_400) return relative.format(Math.round(seconds / 3600), 'hour');
  return relative.format(Math.round(seconds / 86_400), 'day');
}
