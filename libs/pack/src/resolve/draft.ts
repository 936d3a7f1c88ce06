import type { LiveValues } from './live-values.js';
import type { BoundDimension, BoundFilter, BoundMetric, Clarification, Interpretation, Locale, Period, Refusal } from '@countersign/contracts';
import { countedBy, leavesOf } from '../describe/metric-parts.js';
import type { Pack, SeriesDef } from '../pack.js';
import type { DateRange, Reading, Token } from '../read/token.js';
import type { Lex } from '../text/lex.js';
import type { Correction } from '../text/typo.js';

/** What a step ends with when it cannot go on. */
export type Stop = { clarify: Clarification } | { refuse: Refusal };

export interface Ask {
  question: string;
  locale: Locale;
  today: string;
  choices: Record<string, string>;
  /** Real values of dimensions that are looked up. */
  live?: LiveValues;
}

/** A filter with what the later steps need to know of its words. */
export interface DraftFilter extends BoundFilter {
  token: Token | null;
}

/** The interpretation while it is being made. Steps read tokens, mark them used, and add decisions. */
export interface Draft {
  pack: Pack;
  ask: Ask;
  tokens: Token[];
  /** Tokens with a meaning, in order. */
  words: Token[];
  corrections: Correction[];
  metrics: (BoundMetric & { rankOnly?: boolean })[];
  dimensions: BoundDimension[];
  filters: DraftFilter[];
  having: Interpretation['having'];
  /** Figures that are limited by an amount of money, and the words that say it. */
  money: { ref: string; token: Token }[];
  period: Period | null;
  compare?: Interpretation['compare'];
  order: Interpretation['order'];
  limit?: number;
  limitWithin?: string[];
  entity?: string;
  distinct?: boolean;
  shareWithin?: string[];
  series?: Interpretation['series'];
  /** Asked of the metric by its name: a running total, or each period against an earlier one. */
  overTime?: SeriesDef;
  averageOver?: Interpretation['averageOver'];
  intent: Interpretation['intent'];
  notes: Interpretation['notes'];
}

export { countedBy, leavesOf };
export const spanOf = (token: Token): { start: number; end: number } => ({ start: token.start, end: token.end });

type Of<T, L = Lex | Reading> = L extends { t: infer K } ? (T extends K ? L : never) : never;
/** The token's meaning when it is of this kind. */
export function as<T extends (Lex | Reading)['t']>(token: Token | undefined, kind: T): Of<T> | undefined {
  return token?.lex.t === kind ? (token.lex as Of<T>) : undefined;
}
export const is = (token: Token | undefined, ...kinds: (Lex | Reading)['t'][]): boolean => token !== undefined && kinds.includes(token.lex.t);

export function toPeriod(range: DateRange, token: Token | null): Period {
  return { from: range.from, to: range.to, label: labelOfRange(range), assumed: range.assumed, ...(token ? { span: spanOf(token) } : {}) };
}

/** "2025", "2025-Q4", "2025-06", or the first and last day. */
export function labelOfRange(range: Pick<DateRange, 'from' | 'to' | 'unit'>): string {
  const { from, to, unit } = range;
  if (from && to && unit === 'year' && from.endsWith('-01-01')) return from.slice(0, 4);
  if (from && unit === 'quarter') return `${from.slice(0, 4)}-Q${Math.ceil(Number(from.slice(5, 7)) / 3)}`;
  if (from && unit === 'half') return `${from.slice(0, 4)}-H${Number(from.slice(5, 7)) > 6 ? 2 : 1}`;
  if (from && unit === 'month') return from.slice(0, 7);
  if (from && unit === 'day') return from;
  const last = to && new Date(Date.parse(to) - 86_400_000).toISOString().slice(0, 10);
  return `${from ?? ''} – ${last ?? ''}`.trim();
}

export const refuse = (draft: Draft, code: string, params: Record<string, string> = {}): Stop => ({ refuse: { code, params, nearest: nearest(draft) } });

/** What the pack can answer close to this: the metrics and dimensions it did recognise, then its first metrics. */
function nearest({ pack, tokens, ask }: Draft): Refusal['nearest'] {
  const seen = new Map<string, string>();
  for (const { lex } of tokens) {
    if ((lex.t === 'metric' || lex.t === 'dimension') && seen.size < 3) {
      const def = pack.metrics.get(lex.ref) ?? pack.dimensions.get(lex.ref);
      if (def) seen.set(lex.ref, def.label[ask.locale]);
    }
    const count = lex.t === 'entity' ? pack.entities.get(lex.ref)?.count : undefined;
    if (count) seen.set(count, pack.metrics.get(count)?.label[ask.locale] ?? count);
  }
  for (const metric of pack.metrics.values()) if (!metric.private && seen.size < 3) seen.set(metric.id, metric.label[ask.locale]);
  return [...seen].map(([ref, label]) => ({ ref, label }));
}
