import type { CallExpr } from '@countersign/contracts';
import { oneOf, type Estimate, type Level } from './estimate.js';
import { between, dividedBy, FROM_ROWS, minus, moved, NOW, plus, power, remainder, times, exactly, YEAR, type Range } from './range.js';
import { timeRange, unitSeconds, yearsRange } from './written.js';

type Known = Pick<Estimate, 'range' | 'as' | 'distinct'>;
type RangeOf = (args: readonly Estimate[], call: CallExpr, level: Level) => Known;

const DAY = 86_400;

/** The range of a call's value, where its function is one whose range is known; the others could give anything. */
export function rangeOfCall(level: Level, call: CallExpr, args: readonly Estimate[]): Known {
  return Object.hasOwn(RANGES, call.name) ? RANGES[call.name]!(args, call, level) : {};
}

const each = (names: readonly string[], of: RangeOf): Record<string, RangeOf> => Object.fromEntries(names.map((name) => [name, of]));
const first: RangeOf = ([a]) => ({ range: a?.range, as: a?.as });
const now = (as: 'date' | 'time'): RangeOf => () => ({ range: NOW, as });
const whole = (f: (r: Range) => Range): RangeOf => ([a]) => ({ range: a?.range && f(a.range) });
const unitOf = (call: CallExpr, i: number): number | undefined => {
  const arg = call.args[i];
  return arg?.kind === 'string' ? unitSeconds(arg.value) : undefined;
};
const amount = (n: Range | undefined, seconds: number | undefined): Range | undefined => (n && seconds !== undefined ? (n.base === 'text' ? times(n, exactly(seconds)) : { ...n, low: n.low * seconds, high: n.high * seconds }) : undefined);
/** A date moved on by so many units. */
const later = (date: Estimate | undefined, by: Range | undefined): Known => ({ range: plus(date?.range, by), as: date?.as ?? 'time' });
const anyOf = (args: readonly Estimate[]): Known => {
  const { range, as } = oneOf(args);
  return { range, as };
};

function smallest(args: readonly Estimate[]): Known {
  const all = anyOf(args);
  const written = args.flatMap((a) => (a.range?.base === 'text' ? a.range : []));
  if (!written.length) return all;
  return { ...all, range: { base: 'text', low: args.length === written.length ? Math.min(...written.map((r) => r.low)) : -Infinity, high: Math.min(...written.map((r) => r.high)) } };
}

/** A number of what a date or a time consists of; the epoch is all of it. */
const part = (field: string | undefined, of: Estimate | undefined): Known => (field === 'epoch' || field === 'julian' ? { range: of?.range?.base === 'text' ? of.range : of?.range && FROM_ROWS } : { range: between(field === 'year' || field === 'isoyear' ? 1_900 : 0, field === 'year' || field === 'isoyear' ? 2_200 : 10_000) });

/** Rows that an aggregate is over: what they add up to is known where no table decides. */
const added: RangeOf = ([a], _, level) => {
  if (level.rows.table) return { range: a?.range && (a.range.base !== 'text' || Math.max(-a.range.low, a.range.high) <= 1_000) ? FROM_ROWS : undefined };
  return { range: times(a?.range, between(0, level.rows.made)), as: a?.as };
};

const parsedTime: RangeOf = ([a, format]) => ({ range: a?.text === undefined ? a?.range && (a.range.base === 'text' && format ? undefined : a.range) : timeRange(a.text), as: 'time' });

const RANGES: Readonly<Record<string, RangeOf>> = {
  ...each(['current_date', 'utc_date', 'current_utcdate'], now('date')),
  ...each(['current_timestamp', 'now', 'localtimestamp', 'statement_timestamp', 'transaction_timestamp', 'clock_timestamp', 'sysdate', 'systimestamp', 'getdate', 'getutcdate', 'sysdatetime', 'sysutcdatetime', 'sysdatetimeoffset', 'utc_timestamp', 'current_utctimestamp'], now('time')),
  ...each(['min', 'max', 'any_value', 'first_value', 'last_value', 'nth_value', 'mode', 'percentile_disc', 'avg', 'last_day', 'next_day', 'isnull', 'collate', 'by_code_point'], first),
  ...each(['coalesce', 'greatest', 'ifnull', 'nvl'], anyOf),
  ...each(['lag', 'lead'], ([a, , otherwise]) => anyOf([a, otherwise].filter((x) => x !== undefined))),
  least: smallest,
  nullif: first,
  sum: added,
  count: (_, call, level) => ({ range: level.rows.table ? FROM_ROWS : between(0, level.rows.made * level.sets) }),
  ...each(['row_number', 'rank', 'dense_rank', 'ntile'], () => ({ range: FROM_ROWS })),
  abs: whole((r) => ({ ...r, low: Math.min(Math.abs(r.low), Math.abs(r.high)), high: Math.max(Math.abs(r.low), Math.abs(r.high)) })),
  ...each(['round', 'floor', 'ceil', 'ceiling', 'trunc'], ([a]) => ({ range: a?.range && a.as === undefined ? { ...a.range, low: Math.floor(a.range.low), high: Math.ceil(a.range.high) } : moved(a?.range, -YEAR, YEAR), as: a?.as })),
  mod: ([a, b]) => ({ range: remainder(a?.range, b?.range) }),
  div: ([a, b]) => ({ range: dividedBy(a?.range, b?.range) }),
  ...each(['power', 'pow'], ([a, b]) => ({ range: power(a?.range, b?.range) })),
  ...each(['sign', 'random', 'rand'], () => ({ range: between(-1, 1) })),
  ...each(['length', 'char_length', 'character_length', 'octet_length', 'len', 'lengthb', 'datalength', 'array_length', 'array_upper', 'cardinality', 'json_array_length', 'jsonb_array_length', 'json_length', 'position', 'strpos', 'instr', 'charindex', 'locate', 'regexp_count'], (args) => ({ range: between(0, Math.max(0, ...args.map((a) => a.size))) })),
  ...each(['extract', 'date_part', 'datepart'], (args, call) => part(call.args[0]?.kind === 'string' ? call.args[0].value : undefined, args[1])),
  ...each(['month', 'day', 'dayofmonth', 'dayofyear', 'week', 'hour', 'minute', 'second', 'quarter', 'weekday', 'dayofweek'], () => ({ range: between(0, 400) })),
  year: ([a]) => part('year', a),
  ...each(['date_trunc', 'datetrunc'], ([unit, a], call) => ({ range: moved(a?.range, -Math.max(unitOf(call, 0) ?? 1_000 * YEAR, unit ? 366 * DAY : 0), 0), as: 'time' })),
  date: ([a]) => ({ range: moved(a?.text === undefined ? a?.range : timeRange(a.text), -DAY, 0), as: 'date' }),
  ...each(['to_date', 'to_timestamp', 'to_seconddate', 'str_to_date', 'timestamp'], parsedTime),
  date_format: ([a]) => ({ range: moved(a?.range, -YEAR, 0), as: a?.as && 'date' }),
  ...each(['make_date', 'datefromparts', 'make_timestamp'], ([year]) => ({ range: year?.range?.base === 'text' ? yearsRange(year.range.low, year.range.high) : year?.range && FROM_ROWS, as: 'date' })),
  make_interval: (args) => ({ range: args.reduce<Range | undefined>((total, arg, i) => plus(total, amount(arg.range, [360 * DAY, 30 * DAY, 7 * DAY, DAY, 3600, 60, 1][i])), exactly(0)), as: 'span' }),
  interval: ([, n], call) => ({ range: amount(n?.range, unitOf(call, 0)), as: 'span' }),
  ...each(['numtodsinterval', 'numtoyminterval'], ([n], call) => ({ range: amount(n?.range, unitOf(call, 1)), as: 'span' })),
  ...each(['dateadd', 'timestampadd'], ([, n, date], call) => later(date, amount(n?.range, unitOf(call, 0)))),
  date_add: ([date, by]) => later(date, by?.range),
  date_subtract: ([date, by]) => ({ range: minus(date?.range, by?.range), as: 'time' }),
  ...each(['add_months', 'add_months_last'], ([date, n]) => later(date, amount(n?.range, 30 * DAY))),
  ...each(['add_days', 'add_workdays'], ([date, n]) => later(date, amount(n?.range, DAY))),
  add_years: ([date, n]) => later(date, amount(n?.range, 360 * DAY)),
  add_seconds: ([date, n]) => later(date, n?.range),
  eomonth: ([date, n]) => later(date, n ? amount(n.range, 30 * DAY) : between(0, 31 * DAY)),
  age: () => ({ range: FROM_ROWS, as: 'span' }),
};
