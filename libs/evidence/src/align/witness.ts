import type { Mentions } from './mentions.js';
import type { Relation } from './run/scope.js';
import { DAY_MS, Moment, type Value } from './run/value.js';
import type { WitnessColumn, WitnessSchema, WitnessTable } from './witness-schema.js';

/** A sequence that is the same for the same seed, everywhere (mulberry32). */
function sequence(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export interface WitnessPlan {
  seed: number;
  /** How much of the data is what the queries mention, 0–1. */
  focus: number;
  /** Quantities are this much larger. */
  scale: number;
  /** Quantities are mostly a limit that is mentioned, or half of it, so that sums meet it exactly. */
  meets: boolean;
}

const TOP_ROWS = 26;
const MOST_ROWS = 210;

/**
 * Made-up rows that tell queries apart: values and days the queries mention and their neighbours come up often, keys are
 * uneven, some parents have no children, columns that may be NULL sometimes are. The same input gives the same rows.
 */
export function makeWitness(schema: WitnessSchema, mentions: Mentions, { seed, focus, scale, meets }: WitnessPlan): Map<string, Relation> {
  const random = sequence(seed);
  const rows = new Map<string, Value[][]>();
  const make = (table: WitnessTable): void => {
    if (rows.has(table.name)) return;
    rows.set(table.name, []);
    for (const { table: parent } of table.references) {
      const found = schema.tables.find(({ name }) => name === parent);
      if (found) make(found);
    }
    rows.set(table.name, rowsOf(table, rows, { schema, random, mentions, focus, scale, meets }));
  };
  schema.tables.forEach(make);
  return new Map(schema.tables.map((table) => [table.name.toLowerCase(), { columns: table.columns.map(({ name }) => name), rows: rows.get(table.name) ?? [] }]));
}

interface Making {
  schema: WitnessSchema;
  random: () => number;
  mentions: Mentions;
  focus: number;
  scale: number;
  meets: boolean;
}

function rowsOf(table: WitnessTable, made: ReadonlyMap<string, Value[][]>, making: Making): Value[][] {
  const { random, schema } = making;
  const parents = table.references.map(({ column, table: name, to }) => {
    const parent = schema.tables.find((one) => one.name === name);
    const at = parent?.columns.findIndex((one) => one.name === to) ?? -1;
    return { column, keys: (made.get(name) ?? []).map((row) => row[at] ?? null), part: table.key.length > 1 && table.key.includes(column) };
  });
  const whole = parents.find(({ part }) => part);
  const most = Math.max(0, ...parents.map(({ keys }) => keys.length));
  const count = parents.length === 0 ? TOP_ROWS : Math.min(MOST_ROWS, Math.max(TOP_ROWS, most * (whole ? 1.6 : 5)));
  return Array.from({ length: Math.floor(count) }, (_, i) => {
    return table.columns.map((column): Value => {
      const parent = parents.find((one) => one.column === column.name);
      // A part has its whole, and no whole is without parts.
      if (parent) return parent.part && i < parent.keys.length ? (parent.keys[i] ?? null) : pickUneven(parent.keys, random);
      if (table.key.includes(column.name)) return keyValue(column, i, whole?.keys.length);
      return valueOf(column, `${table.name} ${i}`, making);
    });
  });
}

const keyValue = ({ type }: WitnessColumn, i: number, wholes: number | undefined): Value => (type === 'text' ? `k${i}` : wholes === undefined ? 1000 + i : 1 + i);

/** Early keys come up often, the last never. */
function pickUneven(keys: readonly Value[], random: () => number): Value {
  return keys[Math.floor(random() ** 1.7 * keys.length * 0.85)] ?? null;
}

function pickFrom<T>(values: readonly T[], random: () => number): T | undefined {
  return values[Math.floor(random() * values.length)];
}

function valueOf(column: WitnessColumn, name: string, making: Making): Value {
  const { random, mentions, focus, scale } = making;
  if (column.nullable && random() < 0.12) return null;
  switch (column.type) {
    case 'boolean': return random() < 0.6;
    case 'integer': return mentionedNumber(making) ?? 1 + Math.floor(random() * 9 * scale);
    case 'decimal': return mentionedNumber(making) ?? Math.round((1 + random() * 99) * scale * 100) / 100;
    case 'date': case 'timestamp': return dateIn(column.type === 'date', making);
    case 'text': {
      const free = column.values === undefined;
      const mentioned = (column.values ?? [...mentions.texts]).filter((value) => mentions.texts.has(value));
      if (mentioned.length > 0 && random() < (free ? 0.3 : focus)) return pickFrom(mentioned, random) ?? null;
      return column.values === undefined ? name : (pickFrom(column.values, random) ?? null);
    }
  }
}

/** A number the queries mention, or the next to it. */
function mentionedNumber({ random, mentions: { numbers }, meets }: Making): number | undefined {
  const limits = numbers.filter(isLimit);
  if (limits.length === 0 || random() > (meets ? 0.9 : 0.1)) return undefined;
  const limit = pickFrom(limits, random) ?? 0;
  if (meets) return limit % 2 === 0 && random() < 0.5 ? limit / 2 : limit;
  return limit + Math.floor(random() * 3 - 1);
}

/** Neither a place, a percentage nor a year. */
const isLimit = (n: number): boolean => n >= 3 && n !== 100 && !(n >= 1990 && n <= 2100);

const TIMES = [0, 0, 9.5, 12.58, 23.9997];

function dateIn(day: boolean, { random, mentions: { dates }, focus }: Making): Value {
  const first = dates[0] ?? Date.UTC(2024, 0, 1);
  const last = dates.at(-1) ?? Date.UTC(2026, 6, 1);
  const time = day ? 0 : (pickFrom(TIMES, random) ?? 0) * 3_600_000;
  const kind = random();
  const mentioned = pickFrom(dates, random);
  let ms: number;
  // Just before, on and after a day that is mentioned; between two of them; a year or a month off; anywhere.
  if (mentioned !== undefined && kind < 0.25) ms = mentioned + Math.floor(random() * 3 - 1) * DAY_MS;
  else if (mentioned !== undefined && kind < 0.25 + 0.6 * focus) { const other = pickFrom(dates, random) ?? mentioned; ms = mentioned + random() * (other - mentioned); }
  else if (mentioned !== undefined && kind < 0.9) ms = mentioned + (random() < 0.5 ? -1 : 1) * random() * (random() < 0.5 ? 40 : 400) * DAY_MS;
  else ms = first + random() * (last - first);
  return new Moment(Math.floor(ms / DAY_MS) * DAY_MS + time, day);
}

/** The data sets that two queries are compared on: the more so where sums have to come near a limit. */
export function witnessPlans({ numbers }: Mentions): WitnessPlan[] {
  const largest = Math.max(0, ...numbers.filter((n) => n >= 20 && isLimit(n)));
  const scales = [1, 1, 1, ...[100, 30, 10, 1_000, 10_000, 100_000].map((part) => largest / part).filter((scale) => scale > 1)];
  while (scales.length < 6) scales.push(1);
  const plans = scales.map((scale, i): WitnessPlan => ({ seed: 7919 * (i + 1), focus: [0.5, 0.75, 0.9, 0.6, 0.8, 0.4][i % 6] ?? 0.5, scale, meets: false }));
  return numbers.some(isLimit) ? [...plans, { seed: 1, focus: 0.3, scale: 1, meets: true }, { seed: 2, focus: 0.5, scale: 1, meets: true }] : plans;
}
