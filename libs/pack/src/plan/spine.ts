import type { Expr, Grain, Interpretation, Period, Query } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import { TIME, type Pack } from '../pack.js';
import { addUnits, startOf } from '../read/calendar.js';
import { binary, cast, column, date, item, number, query, select, table } from './expr.js';

/** The periods a breakdown by time must show, whether or not anything happened in them. */
export interface Spine {
  grain: Grain;
  /** First day of each period, in order. */
  starts: string[];
}

/** So many are listed; more are counted up, which some engines limit. */
const LISTED = 90;

/** The spine of a question: there is one where a metric says what its gaps show and the period says where to begin. */
export function spineOf(pack: Pack, i: Interpretation, period: Period | null): Spine | undefined {
  const times = i.dimensions.filter((d) => d.ref === TIME);
  const [time] = times;
  if (!time || times.length > 1 || !period?.from || !i.metrics.some((m) => leavesOf(pack, m.ref).some((leaf) => leaf.gaps))) return undefined;
  const grain = time.grain ?? 'month';
  const end = addUnits(i.today, 'day', 1);
  // Weeks begin on Monday in every engine's buckets, whatever the calendar says.
  const calendar = { ...pack.calendar, weekStart: 'monday' as const };
  const starts = (period.parts ?? [period]).flatMap(({ from, to }) => {
    const found: string[] = [];
    const last = to === null || to > end ? end : to;
    for (let day = startOf(from ?? period.from!, grain, calendar); day < last; day = addUnits(day, grain, 1)) found.push(day);
    return found;
  });
  return starts.length === 0 ? undefined : { grain, starts: [...new Set(starts)].sort() };
}

/** What a bucket of this grain holds for a day: years are numbers. */
export const bucketValue = (grain: Grain, day: string): Expr => (grain === 'year' ? number(day.slice(0, 4)) : date(day));

/** The spine as rows of one column, named after its grain. */
export function spineQuery({ grain, starts }: Spine): Query {
  if (starts.length > LISTED) return counted(grain, starts);
  const rows = starts.map((day) => select({ items: [item(bucketValue(grain, day), grain)] }));
  return query(rows.slice(1).reduce<Query['body']>((left, right) => ({ kind: 'set-operation', op: 'union', all: true, left, right }), rows[0]!));
}

function counted(grain: Grain, starts: string[]): Query {
  const at = column(grain, 'spine');
  const unit = grain === 'quarter' ? '3 month' : grain === 'week' ? '7 day' : `1 ${grain}`;
  const next = grain === 'year' ? binary(at, '+', number('1')) : cast(binary(at, '+', { kind: 'typed-literal', type: 'interval', value: unit }), 'date');
  const first = select({ items: [item(bucketValue(grain, starts[0]!), grain)] });
  const rest = select({ items: [item(next)], from: [table('spine')], where: binary(at, '<', bucketValue(grain, starts.at(-1)!)) });
  return query({ kind: 'set-operation', op: 'union', all: true, left: first, right: rest });
}
