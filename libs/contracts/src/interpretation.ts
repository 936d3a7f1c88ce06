import { z } from 'zod';
import { Day, Locale } from './ids.js';

/** Half-open range of UTF-16 offsets in the question. */
export const Span = z.object({ start: z.int(), end: z.int() });
export type Span = z.infer<typeof Span>;

export const Grain = z.enum(['day', 'week', 'month', 'quarter', 'year']);
export type Grain = z.infer<typeof Grain>;

/** Half-open range of days [from, to); null ends are open. */
export const Period = z.object({
  from: Day.nullable(),
  to: Day.nullable(),
  label: z.string(),
  /** The words that said it are absent and a rule supplied it. */
  assumed: z.boolean().default(false),
  /** Disjoint ranges inside [from, to) when the words name several; absent: the whole range. */
  parts: z.array(z.object({ from: Day.nullable(), to: Day.nullable() })).optional(),
  span: Span.optional(),
});
export type Period = z.infer<typeof Period>;

export const FilterOp = z.enum(['eq', 'ne', 'in', 'not-in', 'gt', 'gte', 'lt', 'lte', 'between', 'is-null', 'not-null', 'named', 'not-named', 'exists', 'not-exists']);
export const BoundFilter = z.object({
  /** Dimension or column id; for `named`, the named filter's id. */
  ref: z.string(),
  op: FilterOp,
  values: z.array(z.string()).default([]),
  label: z.string(),
  span: Span.optional(),
  /** `exists`/`not-exists`: `ref` is the entity kept or dropped, `values[0]` the entity of the related rows; this narrows those rows. */
  where: z.array(z.object({ ref: z.string(), op: FilterOp, values: z.array(z.string()).default([]), label: z.string() })).optional(),
  /** When the related rows happened. */
  period: Period.optional(),
  /** How much of the related rows there must be (a metric over them); absent: at least one row. */
  measure: z.object({ ref: z.string(), op: z.enum(['gt', 'gte', 'lt', 'lte', 'eq', 'ne']), value: z.string() }).optional(),
  /** Narrows only the numerator of a share. */
  numerator: z.boolean().optional(),
});
export type BoundFilter = z.infer<typeof BoundFilter>;

export const BoundMetric = z.object({ ref: z.string(), label: z.string(), span: Span.optional() });
export type BoundMetric = z.infer<typeof BoundMetric>;
export const BoundDimension = z.object({ ref: z.string(), label: z.string(), grain: Grain.optional(), span: Span.optional() });
export type BoundDimension = z.infer<typeof BoundDimension>;

/** One coloured stretch of the question. Together the spans cover every non-blank character. */
export const QuestionSpan = Span.extend({
  kind: z.enum(['metric', 'dimension', 'filter', 'period', 'number', 'order', 'entity', 'comparison', 'filler', 'unbound']),
  ref: z.string().optional(),
});
export type QuestionSpan = z.infer<typeof QuestionSpan>;

/** What the question was understood to mean: every decision made, each with the words it came from. */
export const Interpretation = z.object({
  locale: Locale,
  question: z.string(),
  today: Day,
  pack: z.object({ id: z.string(), version: z.int() }),
  intent: z.enum(['aggregate', 'count', 'list', 'rank', 'trend', 'share', 'compare']),
  metrics: z.array(BoundMetric),
  dimensions: z.array(BoundDimension),
  filters: z.array(BoundFilter),
  period: Period.nullable(),
  /** Second period of a comparison, with what is asked of the pair. */
  compare: z.object({ period: Period, show: z.enum(['both', 'change', 'change-percent']) }).optional(),
  having: z.array(z.object({ ref: z.string(), op: z.enum(['gt', 'gte', 'lt', 'lte', 'eq', 'ne']), value: z.string(), label: z.string(), span: Span.optional() })).default([]),
  order: z.array(z.object({ ref: z.string(), direction: z.enum(['asc', 'desc']) })).default([]),
  limit: z.int().positive().optional(),
  /** The limit holds within each group of these dimensions ("top 3 in each category"). */
  limitWithin: z.array(z.string()).optional(),
  /** The entity a list is of. */
  entity: z.string().optional(),
  /** The list is of the different values that the dimensions have in the entity's rows, not of the rows. */
  distinct: z.boolean().optional(),
  /** `share`: the dimensions within which the parts make a whole; empty: the grand total. */
  shareWithin: z.array(z.string()).optional(),
  /** `trend`: each period against an earlier one, or a running total. `against`: how much earlier ("the same month last year"); absent: the one before. */
  series: z.object({ kind: z.enum(['change', 'change-percent', 'both', 'cumulative']), by: Grain.optional(), against: Grain.optional(), /** A running total starts again with each; never: it begins with the first row. Absent: with the period. */ reset: z.enum(['month', 'quarter', 'year', 'never']).optional() }).optional(),
  /** One figure: the mean of the metric over the periods of this grain. */
  averageOver: Grain.optional(),
  spans: z.array(QuestionSpan),
  /** Decisions the reader should know of, e.g. { code: 'all-time' }. */
  notes: z.array(z.object({ code: z.string(), params: z.record(z.string(), z.string()).optional() })).default([]),
});
export type Interpretation = z.infer<typeof Interpretation>;

export const Choice = z.object({
  /** What is sent back. */
  ref: z.string(),
  label: z.string(),
  definition: z.string(),
  /** The usual choice. */
  usual: z.boolean().default(false),
});
export type Choice = z.infer<typeof Choice>;

/** A question back to the asker: one term, two or more meanings. */
export const Clarification = z.object({
  term: z.string(),
  kind: z.enum(['term', 'value', 'join-path', 'role', 'period']),
  span: Span.optional(),
  choices: z.array(Choice).min(2),
});
export type Clarification = z.infer<typeof Clarification>;

/** An expected end: why, and what is near. */
export const Refusal = z.object({
  code: z.string(),
  params: z.record(z.string(), z.string()).default({}),
  nearest: z.array(z.object({ ref: z.string(), label: z.string() })).default([]),
});
export type Refusal = z.infer<typeof Refusal>;
