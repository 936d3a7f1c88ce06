import type { Grain, Interpretation } from '@countersign/contracts';

/** Rows by time, as far as a sentence may compare them. */
export interface WholePeriods {
  /** Rows of periods that are over and lie wholly within what was asked, first to last. */
  rows: number[];
  /** None of the rows was left out. */
  all: boolean;
  /** Every whole period of what was asked has a row: what is lowest of the rows is lowest of the periods. */
  complete: boolean;
}

interface Timed {
  row: number;
  start: string;
  end: string;
}

/**
 * A period that is not over, or of which the question asked for a part, is no smaller than another: it is less of one. And one without a
 * row may be lower than any that has one.
 *
 * @param keys of every row, as the database wrote them: dates, or years
 * @param valued the rows that have a value
 * @returns undefined when the keys are no periods of this grain
 * @example wholePeriods({ period: null, today: '2026-06-30' }, 'month', ['2026-05-01', '2026-06-01'], [0, 1]) // { rows: [0], all: false, complete: true }
 */
export function wholePeriods({ period, today }: Pick<Interpretation, 'period' | 'today'>, grain: Grain, keys: readonly (string | null)[], valued: readonly number[]): WholePeriods | undefined {
  const timed: Timed[] = [];
  for (const row of valued) {
    const start = dayOf(keys[row] ?? null);
    if (start === undefined) return undefined;
    timed.push({ row, start, end: step(start, grain, 1) });
  }
  timed.sort((a, b) => (a.start < b.start ? -1 : a.start > b.start ? 1 : 0));
  // Rows outside the period are by another date than the period is: it says nothing of them.
  const applies = period !== null && timed.every(({ start, end }) => end > (period.from ?? '') && start < (period.to ?? '9999'));
  const from = applies ? period.from : null;
  const until = applies && period.to !== null && period.to < today ? period.to : today;
  const whole = timed.filter(({ start, end }) => start >= (from ?? '') && end <= until);
  return { rows: whole.map(({ row }) => row), all: whole.length === keys.length, complete: period?.parts === undefined && isUnbroken(whole, grain, from, until) };
}

/** One after the other, and no whole one before the first or after the last. */
function isUnbroken(whole: readonly Timed[], grain: Grain, from: string | null, until: string): boolean {
  const [first, last] = [whole[0], whole.at(-1)];
  if (!first || !last) return false;
  if (whole.some(({ start }, i) => i > 0 && start !== whole[i - 1]?.end)) return false;
  return (from === null || step(first.start, grain, -1) < from) && step(last.end, grain, 1) > until;
}

function dayOf(key: string | null): string | undefined {
  const [, year, month = '01', day = '01'] = /^(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ].*)?)?)?$/.exec(key ?? '') ?? [];
  return year === undefined ? undefined : `${year}-${month}-${day}`;
}

/** The day a number of periods later. */
function step(day: string, grain: Grain, by: 1 | -1): string {
  const at = new Date(`${day}T00:00:00Z`);
  if (grain === 'day' || grain === 'week') at.setUTCDate(at.getUTCDate() + by * (grain === 'day' ? 1 : 7));
  else at.setUTCMonth(at.getUTCMonth() + by * (grain === 'month' ? 1 : grain === 'quarter' ? 3 : 12));
  return at.toISOString().slice(0, 10);
}
