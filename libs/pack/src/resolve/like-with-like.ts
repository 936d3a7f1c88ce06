import type { Period } from '@countersign/contracts';
import { addUnits } from '../read/calendar.js';
import { as, labelOfRange, type Draft, type Stop } from './draft.js';

/** A period that is not over yet against a whole one: what came in half a year is no fall from what came in a year. */
export function likeWithLike(draft: Draft): Stop | undefined {
  const { ask, period, compare } = draft;
  const tomorrow = addUnits(ask.today, 'day', 1);
  // A term has all its rows from its first day on.
  if (draft.words.some((t) => as(t, 'period')?.range.unit === 'term')) return undefined;
  if (!compare || !period || !running(period, tomorrow) || !compare.period.to || compare.period.to > tomorrow) return undefined;
  const back = shiftBetween(period, compare.period);
  if (!back) return undefined;
  const so = { from: period.from, to: tomorrow };
  const then = { from: compare.period.from, to: back(tomorrow) };
  const said = ask.choices[period.label];
  if (said === 'whole') return undefined;
  if (said === 'so-far') {
    draft.period = { ...period, ...so, label: span(so) };
    draft.compare = { ...compare, period: { ...compare.period, ...then, label: span(then) } };
    return undefined;
  }
  const ko = ask.locale === 'ko';
  return {
    clarify: {
      term: period.label, kind: 'period', ...(period.span ? { span: period.span } : {}),
      choices: [
        { ref: 'so-far', label: ko ? '같은 기간끼리' : 'the same part of both', definition: ko ? `${span(so)}을(를) ${span(then)}과(와) 비교` : `${span(so)} against ${span(then)}`, usual: true },
        { ref: 'whole', label: ko ? '지난 기간 전체와' : 'against the whole', definition: ko ? `아직 끝나지 않은 ${period.label}을(를) ${compare.period.label} 전체와 비교` : `${period.label} as far as it has come against all of ${compare.period.label}`, usual: false },
      ],
    },
  };
}

const span = (range: Pick<Period, 'from' | 'to'>): string => labelOfRange({ ...range, unit: 'span' });
const running = ({ from, to }: Period, tomorrow: string): boolean => from !== null && to !== null && from < tomorrow && to > tomorrow;

/** How a day of the one becomes its like in the other: months before, or days for what is equally long. Undefined where they are not alike. */
function shiftBetween(later: Period, former: Period): ((day: string) => string) | undefined {
  const months = monthsBetween(former.from, later.from);
  if (months !== undefined && addUnits(later.to!, 'month', -months) === former.to) return (day) => addUnits(day, 'month', -months);
  if (!former.from || !former.to) return undefined;
  const days = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
  return days(later.from!, later.to!) === days(former.from, former.to) ? (day) => addUnits(day, 'day', -days(former.from!, later.from!)) : undefined;
}

/** Months from one first of a month to another; undefined where the two do not begin alike. */
function monthsBetween(from: string | null, to: string | null): number | undefined {
  if (!from || !to) return undefined;
  const [[y1, m1, d1], [y2, m2, d2]] = [from, to].map((day) => day.split('-').map(Number)) as [number[], number[]];
  return d1 === d2 ? (y2! - y1!) * 12 + (m2! - m1!) : undefined;
}
