import { addTo, durationOf, field, formatted, intervalOf, isoWeek, madeDate, truncate, unitsBetween } from './dates.js';
import { CannotFollow, compareValues, DAY_MS, dateOf, Duration, Moment, momentOf, numberOf, textOf, type Value } from './value.js';

type Scalar = (args: readonly Value[], now: Moment) => Value;

/** NULL in, NULL out. */
const strict = (f: Scalar): Scalar => (args, now) => (args.some((arg) => arg === null) ? null : f(args, now));
const day = (m: Moment): Moment => new Moment(Math.floor(m.ms / DAY_MS) * DAY_MS, true);
const text = (args: readonly Value[], i: number): string => textOf(args[i] ?? null);
const num = (args: readonly Value[], i: number, absent = 0): number => (args[i] === undefined ? absent : numberOf(args[i]));
/** SQL Server counts days from 1900-01-01. */
const instant = (value: Value | undefined): Moment => (typeof value === 'number' ? new Moment(Date.UTC(1900, 0, 1) + value * DAY_MS, false) : dateOf(value ?? null));

function rounded(value: number, places: number, cut: (n: number) => number): number {
  const factor = 10 ** places;
  const scaled = Number((Math.abs(value) * factor).toPrecision(15));
  return (Math.sign(value) * cut(scaled)) / factor;
}

const roundHalfUp = (n: number): number => Math.floor(n + 0.5);

function cutOrTrim(args: readonly Value[]): Value {
  const [value, by] = args;
  if (value instanceof Moment || (typeof value === 'string' && momentOf(value))) return by === undefined ? day(dateOf(value)) : truncate(textOf(by), dateOf(value));
  return rounded(numberOf(value ?? null), num(args, 1), Math.floor);
}

function lastDay(value: Moment, months = 0): Moment {
  return new Moment(addTo(truncate('month', value), new Duration(months + 1, 0)).ms - DAY_MS, true);
}

const parse: Scalar = (args) => {
  const [value, format] = args;
  if (value instanceof Moment) return value;
  const written = text(args, 0);
  const read = momentOf(written);
  if (!read && typeof format === 'string' && /^(?:YYYY|%Y)-?(?:MM|%m)$/.test(format)) return momentOf(`${written.slice(0, 4)}-${written.slice(-2)}-01`) ?? null;
  if (!read) throw new CannotFollow(`the date '${written}'`);
  return read;
};

const now: Scalar = (_args, moment) => new Moment(moment.ms, false);
const today: Scalar = (_args, moment) => day(moment);

const DATES: Record<string, Scalar> = {
  current_date: today, curdate: today, utc_date: today,
  now, current_timestamp: now, localtimestamp: now, statement_timestamp: now, transaction_timestamp: now, clock_timestamp: now, sysdate: now, systimestamp: now, getdate: now, getutcdate: now, sysdatetime: now, utc_timestamp: now,
  extract: strict((a) => field(text(a, 0), dateOf(a[1] ?? null))),
  date_part: strict((a) => field(text(a, 0), dateOf(a[1] ?? null))),
  datepart: strict((a) => field(text(a, 0), dateOf(a[1] ?? null))),
  date_trunc: strict((a) => truncate(text(a, 0), dateOf(a[1] ?? null))),
  datetrunc: strict((a) => truncate(text(a, 0), dateOf(a[1] ?? null))),
  date: strict((a) => day(dateOf(a[0] ?? null))),
  to_char: strict((a) => (a[0] instanceof Moment ? formatted(a[0], text(a, 1)) : text(a, 0))),
  date_format: strict((a) => formatted(dateOf(a[0] ?? null), text(a, 1))),
  format_value: strict((a) => formatted(dateOf(a[0] ?? null), text(a, 1))),
  to_date: strict(parse), str_to_date: strict(parse), to_timestamp: strict(parse),
  make_date: strict(madeDate), datefromparts: strict(madeDate),
  make_timestamp: strict((a) => new Moment(madeDate(a.slice(0, 3)).ms + num(a, 3) * 3_600_000 + num(a, 4) * 60_000 + num(a, 5) * 1000, false)),
  last_day: strict((a) => lastDay(dateOf(a[0] ?? null))),
  eomonth: strict((a) => lastDay(dateOf(a[0] ?? null), num(a, 1))),
  add_months: strict((a) => addTo(dateOf(a[0] ?? null), new Duration(num(a, 1), 0))),
  interval: strict((a) => (typeof a[1] === 'string' && /[a-z]/i.test(a[1]) ? intervalOf(a[1]) : durationOf(num(a, 1), text(a, 0)))),
  make_interval: strict((a) => new Duration(num(a, 0) * 12 + num(a, 1), (num(a, 2) * 7 + num(a, 3)) * DAY_MS)),
  numtodsinterval: strict((a) => durationOf(num(a, 0), text(a, 1))), numtoyminterval: strict((a) => durationOf(num(a, 0), text(a, 1))),
  dateadd: strict((a) => addTo(instant(a[2]), durationOf(num(a, 1), text(a, 0)))),
  timestampadd: strict((a) => addTo(instant(a[2]), durationOf(num(a, 1), text(a, 0)))),
  datediff: strict((a) => (a.length === 2 ? unitsBetween('day', dateOf(a[1] ?? null), dateOf(a[0] ?? null)) : unitsBetween(text(a, 0), instant(a[1]), instant(a[2])))),
  weekday: strict((a) => field('isodow', dateOf(a[0] ?? null)) - 1),
  dayofweek: strict((a) => field('dow', dateOf(a[0] ?? null)) + 1),
  yearweek: strict((a) => { const { year, week } = isoWeek(dateOf(a[0] ?? null)); return year * 100 + week; }),
  monthname: strict((a) => formatted(dateOf(a[0] ?? null), 'Month')),
  weekofyear: strict((a) => isoWeek(dateOf(a[0] ?? null)).week), week: strict((a) => isoWeek(dateOf(a[0] ?? null)).week),
  ...Object.fromEntries(['year', 'month', 'day', 'quarter'].map((unit): [string, Scalar] => [unit, strict((a) => field(unit, dateOf(a[0] ?? null)))])),
};

const NUMBERS: Record<string, Scalar> = {
  abs: strict((a) => Math.abs(num(a, 0))),
  round: strict((a) => (a[0] instanceof Moment ? day(a[0]) : rounded(num(a, 0), num(a, 1), roundHalfUp))),
  trunc: strict(cutOrTrim), truncate: strict((a) => rounded(num(a, 0), num(a, 1), Math.floor)),
  ceil: strict((a) => Math.ceil(num(a, 0))), ceiling: strict((a) => Math.ceil(num(a, 0))), floor: strict((a) => Math.floor(num(a, 0))),
  sign: strict((a) => Math.sign(num(a, 0))), mod: strict((a) => num(a, 0) % num(a, 1)), div: strict((a) => Math.trunc(num(a, 0) / num(a, 1))),
  power: strict((a) => num(a, 0) ** num(a, 1)), pow: strict((a) => num(a, 0) ** num(a, 1)), sqrt: strict((a) => Math.sqrt(num(a, 0))), exp: strict((a) => Math.exp(num(a, 0))), ln: strict((a) => Math.log(num(a, 0))),
};

function pick(args: readonly Value[], better: (order: number) => boolean): Value {
  return args.reduce<Value>((best, arg) => (arg === null ? best : best === null || better(compareValues(arg, best) ?? 0) ? arg : best), null);
}

const CHOICES: Record<string, Scalar> = {
  coalesce: (a) => a.find((arg) => arg !== null) ?? null,
  ifnull: (a) => a.find((arg) => arg !== null) ?? null, nvl: (a) => a.find((arg) => arg !== null) ?? null, isnull: (a) => a.find((arg) => arg !== null) ?? null,
  nvl2: (a) => (a[0] === null ? (a[2] ?? null) : (a[1] ?? null)),
  nullif: (a) => (compareValues(a[0] ?? null, a[1] ?? null) === 0 ? null : (a[0] ?? null)),
  greatest: (a) => pick(a, (order) => order > 0), least: (a) => pick(a, (order) => order < 0),
  iif: (a) => (a[0] === true ? (a[1] ?? null) : (a[2] ?? null)),
  decode: ([subject, ...rest]) => {
    for (let i = 0; i + 1 < rest.length; i += 2) if ((rest[i] === null && subject === null) || compareValues(rest[i] ?? null, subject ?? null) === 0) return rest[i + 1] ?? null;
    return rest.length % 2 === 1 ? (rest.at(-1) ?? null) : null;
  },
};

const TEXTS: Record<string, Scalar> = {
  lower: strict((a) => text(a, 0).toLowerCase()), upper: strict((a) => text(a, 0).toUpperCase()), initcap: strict((a) => text(a, 0)),
  trim: strict((a) => text(a, 0).trim()), btrim: strict((a) => text(a, 0).trim()), rtrim: strict((a) => text(a, 0).trimEnd()), ltrim: strict((a) => text(a, 0).trimStart()),
  length: strict((a) => text(a, 0).length), char_length: strict((a) => text(a, 0).length), len: strict((a) => text(a, 0).trimEnd().length),
  concat: (a) => a.map((arg) => (arg === null ? '' : textOf(arg))).join(''),
  concat_ws: ([separator = null, ...rest]) => (separator === null ? null : rest.filter((arg) => arg !== null).map(textOf).join(textOf(separator))),
  substring: strict((a) => text(a, 0).slice(Math.max(0, num(a, 1, 1) - 1), a[2] === undefined ? undefined : Math.max(0, num(a, 1, 1) - 1 + num(a, 2)))),
  left: strict((a) => text(a, 0).slice(0, num(a, 1))), right: strict((a) => text(a, 0).slice(-num(a, 1))),
  replace: strict((a) => text(a, 0).replaceAll(text(a, 1), text(a, 2))),
  lpad: strict((a) => text(a, 0).padStart(num(a, 1), a[2] === undefined ? ' ' : text(a, 2)).slice(0, num(a, 1))),
};
TEXTS['substr'] = TEXTS['substring'] as Scalar;

const SCALARS = new Map(Object.entries({ ...DATES, ...NUMBERS, ...CHOICES, ...TEXTS }));

/** A function of values, by its name in the tree; functions that are not here can't be followed. */
export function scalarOf(name: string): Scalar {
  const scalar = SCALARS.get(name);
  if (!scalar) throw new CannotFollow(`${name}()`);
  return scalar;
}
