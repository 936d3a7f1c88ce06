import { z } from 'zod';
import { Span } from './interpretation.js';

/** Exact cell: text as the driver gave it, or NULL. */
export const Cell = z.string().nullable();
export type Cell = z.infer<typeof Cell>;

export const ResultColumn = z.object({
  name: z.string(),
  /** Engine type name, e.g. 'numeric', 'int8', 'date', 'text'. */
  type: z.string(),
  role: z.enum(['dimension', 'metric', 'label', 'other']).default('other'),
  /** Pack object this column shows, when known. */
  ref: z.string().optional(),
  label: z.string().optional(),
  /** 'USD', 'percent', 'count', … */
  unit: z.string().optional(),
  grain: z.enum(['day', 'week', 'month', 'quarter', 'year']).optional(),
});
export type ResultColumn = z.infer<typeof ResultColumn>;

export const CellRef = z.object({ row: z.int().nonnegative(), column: z.int().nonnegative() });
export type CellRef = z.infer<typeof CellRef>;

/** One figure of the answer's text and what it stands on. */
export const Claim = z.object({
  /** The figure as printed in the text. */
  text: z.string(),
  span: Span,
  /** Exact value, decimal string, before rounding. */
  value: z.string(),
  unit: z.string().optional(),
  operation: z.enum(['cell', 'sum', 'average', 'difference', 'change-percent', 'share-percent', 'ratio', 'row-count', 'min', 'max', 'rank']),
  operands: z.array(CellRef),
  /** Decimal places the text shows; the value is rounded half away from zero to these. */
  scale: z.int().nonnegative(),
  /** The text shows value / 10^exponent (thousands 3, 만 4, millions 6, 억 8). */
  exponent: z.int().nonnegative().default(0),
  status: z.enum(['grounded', 'ungrounded']),
});
export type Claim = z.infer<typeof Claim>;

/** Closed chart vocabulary; columns by index. */
export const ChartSpec = z.object({
  kind: z.enum(['bar', 'line', 'number', 'grouped-bar']),
  x: z.int().nonnegative().nullable(),
  y: z.array(z.int().nonnegative()),
  series: z.int().nonnegative().nullable().default(null),
  unit: z.string().optional(),
});
export type ChartSpec = z.infer<typeof ChartSpec>;

/**
 * What speaks for an answer, each from 0 to 1: the query says what the plan of the question says (`alignment`), its shape is the one the
 * words call for (`wording`), the words were understood (`coverage`), an independent query gives the same (`agreement`), the rows look like
 * an answer (`sanity`), a model's own word (`selfReport`).
 */
export const SIGNALS = ['alignment', 'wording', 'coverage', 'agreement', 'sanity', 'selfReport'] as const;

export const Confidence = z.object({
  /** Weighed sum of what ran; null: nothing did. No probability. */
  score: z.number().min(0).max(1).nullable(),
  /** Measured on labelled answers; null: too few of them. */
  probability: z.number().min(0).max(1).nullable(),
  signals: z.array(z.object({
    signal: z.enum(SIGNALS),
    /** null: could not run; its weight went to the others. */
    value: z.number().min(0).max(1).nullable(),
    weight: z.number().min(0).max(1),
    /** What speaks against it: a code, and the words of the question it is about. */
    findings: z.array(z.object({ code: z.string(), words: z.array(z.string()).default([]) })),
  })),
});
export type Confidence = z.infer<typeof Confidence>;

export const Answer = z.object({
  /** null: prose withheld because a figure was not grounded. */
  text: z.string().nullable(),
  chart: ChartSpec.nullable(),
  claims: z.array(Claim),
  withheld: z.array(z.string()).default([]),
  /** Absent: a person wrote the query, and the question is their own. */
  confidence: Confidence.optional(),
});
export type Answer = z.infer<typeof Answer>;
