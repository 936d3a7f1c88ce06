import { z } from 'zod';
import { BalanceSource, BridgeSource, GapsSource, seriesKinds, UnitSource } from './metric-kinds.js';

/** A text in each language of the product. */
export const Bilingual = z.object({ en: z.string().min(1), ko: z.string().min(1) });
export type Bilingual = z.infer<typeof Bilingual>;

const Words = z.object({ en: z.array(z.string().min(1)).default([]), ko: z.array(z.string().min(1)).default([]) });
const words = Words.default({ en: [], ko: [] });
export type Words = z.infer<typeof Words>;

const Ref = z.string().regex(/^[a-z][a-z0-9_]*$/, 'must be lower case words joined by _');
const ColumnRef = z.string().regex(/^[a-z][a-z0-9_]*\.[a-z][a-z0-9_]*$/, 'must be entity.column');
const record = <T extends z.ZodType>(value: T) => z.record(Ref, value).default({} as never);

export const ColumnSource = z.strictObject({
  type: z.enum(['integer', 'decimal', 'text', 'date', 'timestamp', 'boolean']),
  role: z.enum(['key', 'foreign', 'measure', 'time', 'attribute', 'label']),
  unit: UnitSource.optional(),
  /** Named alone, its sum is meant. */
  additive: z.boolean().default(false),
  nulls: z.enum(['never', 'allowed']).default('allowed'),
  sensitivity: z.enum(['public', 'internal', 'personal']).default('internal'),
  /** Not stored: the number that the value dictionary gives for the text of another column ("A0" → 4.0). */
  scored: z.strictObject({ from: Ref, by: Ref }).optional(),
  label: Bilingual.optional(),
  synonyms: words,
});
export type ColumnSource = z.infer<typeof ColumnSource>;

export const EntitySource = z.strictObject({
  label: Bilingual,
  synonyms: words,
  description: Bilingual,
  grain: z.array(Ref).min(1),
  /** Column the rows are dated by; of another entity as entity.column. */
  time: z.union([Ref, ColumnRef]).optional(),
  /** Metric that "how many …" binds to. */
  count: Ref.optional(),
  /** Dimension that stands for one row. */
  dimension: Ref.optional(),
  /** Column that an amount of money beside the entity limits ("products over $100"). */
  amount: Ref.optional(),
  /** A row holds for a stretch of days, `from` included and `to` not (NULL: still holds); `of` says what it is a version of. */
  versions: z.strictObject({ of: Ref, from: Ref, to: Ref }).optional(),
  /** Its rows may be shown one by one; grades of students may not. */
  listed: z.boolean().default(true),
  columns: z.record(Ref, ColumnSource),
});
export type EntitySource = z.infer<typeof EntitySource>;

/** An entity in one of the parts it plays ("the department that offers a course"): joined by itself, under its own name. */
export const RoleSource = z.strictObject({ of: Ref, label: Bilingual, synonyms: words, description: Bilingual, dimension: Ref.optional() });
export type RoleSource = z.infer<typeof RoleSource>;

export const RelationshipSource = z.strictObject({
  from: ColumnRef,
  to: ColumnRef,
  optional: z.boolean(),
  /** To something kept in versions: the day whose version is meant, a column or the day of the question. */
  at: z.union([z.literal('today'), ColumnRef]).optional(),
});

const metricText = { label: Bilingual, synonyms: words, definition: Bilingual, private: z.boolean().default(false), /** The best of it is the least. */ lower_is_better: z.boolean().default(false) };
const aggregate = {
  ...metricText,
  unit: UnitSource,
  of: Ref,
  where: z.array(Ref).default([]),
  time: ColumnRef.optional(),
  /** Further dates a question may name instead ("by due date"). */
  times: z.array(ColumnRef).default([]),
  /** With several dates, a period alone is not enough. */
  ask_time: z.boolean().default(false),
  /** Dimension → the one it means for this metric ("graduates by term": the term of the graduation). */
  instead: record(Ref),
  /** Groups with fewer members of the entity behind them are left out, so that no figure is one person's. */
  small_group: z.strictObject({ of: Ref, least: z.int().min(2) }).optional(),
  /** Metric this one becomes when related rows of the named entity narrow the question. */
  narrowed: record(Ref),
  /** Choices when a period is given to a metric without a date. */
  in_period: z.array(Ref).default([]),
};
const figure = {
  ...aggregate,
  balance: BalanceSource.optional(),
  gaps: GapsSource.optional(),
  /** What it is where there are no rows at all; absent: unknown. */
  null_result: z.literal('zero').optional(),
};
export const MetricSource = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('count'), ...figure }),
  z.strictObject({ kind: z.literal('sum'), value: z.string().min(1), ...figure }),
  /** Counts different values; `counts` names the entity they identify. */
  z.strictObject({ kind: z.literal('distinct'), value: z.union([Ref, ColumnRef]), counts: Ref.optional(), ...figure }),
  /** Σ value × weight ÷ Σ weight over the rows where both are known; without a weight every row weighs the same. */
  z.strictObject({ kind: z.literal('average'), value: z.string().min(1), weight: z.string().min(1).optional(), ...aggregate }),
  z.strictObject({ kind: z.literal('ratio'), numerator: Ref, denominator: Ref, percent: z.boolean().default(false), unit: z.string(), ...metricText }),
  z.strictObject({ kind: z.literal('derived'), formula: z.string().min(1), unit: UnitSource, ...metricText }),
  z.strictObject({ ...seriesKinds.cumulative, ...metricText }),
  z.strictObject({ ...seriesKinds.periodOverPeriod, ...metricText }),
]);
export type MetricSource = z.infer<typeof MetricSource>;

export const DimensionSource = z.strictObject({
  of: ColumnRef,
  /** Further columns shown beside it. */
  show: z.array(ColumnRef).default([]),
  values: Ref.optional(),
  label: Bilingual,
  synonyms: words,
  cues: words,
  definition: Bilingual,
  /** Its values say what became of a row ("F", "cancelled"), so one of them alone counts such rows. */
  state: z.boolean().default(false),
  /** Has no words of its own. */
  hidden: z.boolean().default(false),
  /** Words of a question that nothing declared explains are looked up among its real values, when they are no more than `most`; they are read with every proof of the pack. */
  lookup: z.strictObject({ most: z.int().min(1).max(500) }).optional(),
});
export type DimensionSource = z.infer<typeof DimensionSource>;

export const FilterSource = z.strictObject({ where: z.string().min(1), label: Bilingual, words, opposite: words, definition: Bilingual });
export type FilterSource = z.infer<typeof FilterSource>;

export const ValuesSource = z.strictObject({
  /** The stored values are codes that people write in capitals. */
  codes: z.boolean().default(false),
  /** Other values may be stored as well: questions can't name them, and finding one is worth a note only. */
  open: z.boolean().default(false),
  values: z.record(z.string(), z.strictObject({
    label: Bilingual,
    synonyms: words,
    /** What the value is worth, for columns `scored` by this dictionary; without one it is worth nothing known. */
    score: z.number().optional(),
  })),
});

export const TermSource = z.strictObject({
  words: Words,
  means: z.array(Ref).min(2),
  usual: Ref,
  ambiguous: z.literal('ask'),
  unless: z.literal('fits-subject').optional(),
});
export type TermSource = z.infer<typeof TermSource>;

export const EventSource = z.strictObject({
  words,
  /** Forms that say it did not happen. */
  opposite: words,
  /** Nouns that become the event with a light verb ("주문" + "하다"). */
  nouns: words,
  rows: record(Ref),
  metric: record(Ref),
  /** Metric a bare number measures ("sold more than 50"); else the rows are counted. */
  measure: record(Ref),
  time: ColumnRef.optional(),
});
export type EventSource = z.infer<typeof EventSource>;

const MonthDay = z.string().regex(/^(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/, 'must be a day that every year has, MM-DD');

/** The year of a school: terms in order, the first beginning with the year. */
export const AcademicSource = z.strictObject({
  terms: z.array(z.strictObject({
    id: Ref,
    from: MonthDay,
    /** Counted by "this term" and "last term"; sessions between terms are not. */
    regular: z.boolean().default(true),
    words: Words,
  })).min(1),
  dimension: Ref,
  year_dimension: Ref,
  /** Figures "by year" are asked about: the calendar's or the academic one. */
  year: z.literal('ask').optional(),
});
export type AcademicSource = z.infer<typeof AcademicSource>;

/** The whole of a pack's YAML, every section of every file put together. */
export const PackSource = z.strictObject({
  pack: z.strictObject({
    id: z.string().regex(/^[a-z][a-z0-9-]*$/),
    title: Bilingual,
    description: Bilingual,
    currency: z.string(),
    calendar: z.strictObject({ timezone: z.string(), week_start: z.enum(['monday', 'sunday', 'saturday']), fiscal_year_start: z.string().regex(/^\d\d-01$/, 'must be the first day of a month, MM-01'), academic: AcademicSource.optional() }),
    starters: z.object({ en: z.array(z.string()), ko: z.array(z.string()) }),
  }),
  entities: record(EntitySource),
  roles: record(RoleSource),
  relationships: z.array(RelationshipSource).default([]),
  /** By the entity whose rows tie the two sides together. */
  bridges: record(BridgeSource),
  metrics: record(MetricSource),
  /** Entities for which "per" means an average rather than a breakdown. */
  per: z.array(Ref).default([]),
  dimensions: record(DimensionSource),
  filters: record(FilterSource),
  values: record(ValuesSource),
  terms: record(TermSource),
  events: record(EventSource),
  /** Words that ask for a ranking by something ("best-selling"). */
  ranks: record(z.strictObject({ by: z.union([Ref, ColumnRef]), direction: z.enum(['asc', 'desc']), words: Words })),
  /** Things the data does not know; `personal`: nor should (telephone numbers). */
  topics: z.record(z.string(), z.strictObject({ words: Words, personal: z.boolean().default(false) })).default({}),
});
export type PackSource = z.infer<typeof PackSource>;
