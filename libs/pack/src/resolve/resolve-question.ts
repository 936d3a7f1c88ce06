import type { Clarification, Interpretation, Locale, Refusal } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { TIME, type Pack } from '../pack.js';
import { isHangul } from '../read/token.js';
import { askMeasure } from './ask-measure.js';
import { bindClauses } from './bind-clauses.js';
import { bindDimensions } from './bind-dimensions.js';
import { bindFilters, bindSides, bindThresholds, countMembers } from './bind-filters.js';
import { bindList } from './bind-list.js';
import { bindMetrics, countEntities } from './bind-metrics.js';
import { bindOverTime } from './bind-over-time.js';
import { bindPeriods } from './bind-periods.js';
import { bindRank } from './bind-rank.js';
import { bindSeries } from './bind-series.js';
import { keepGroups } from './bind-parts.js';
import { bindShare } from './bind-share.js';
import { bindTimes } from './bind-times.js';
import { bindValues } from './bind-values.js';
import { refuse, type Ask, type Draft, type Stop } from './draft.js';
import { exactAmounts } from './exact-amounts.js';
import { fitCurrencies } from './fit-currencies.js';
import { fitDefinitions } from './fit-definitions.js';
import { fitDimensions } from './fit-dimensions.js';
import { fitLimits } from './fit-limits.js';
import { fitMetrics } from './fit-metrics.js';
import { fitPeriods } from './fit-periods.js';
import { fitUnits } from './fit-units.js';
import { markGroups } from './grouping.js';
import { guard } from './guard.js';
import { likeWithLike } from './like-with-like.js';
import type { LiveValues } from './live-values.js';
import { checkLeftovers } from './leftovers.js';
import { bindUnknown } from './negation.js';
import { figuresAsked, oneQuestion } from './one-question.js';
import { noteNone } from './note-none.js';
import { readQuestion } from './read-question.js';
import { toSpans } from './spans.js';

export interface QuestionInput {
  question: string;
  /** Language of labels and notes; absent: that of the question. */
  locale?: Locale;
  /** Business date, 'YYYY-MM-DD', that "last month" is counted from. */
  today: string;
  /** What was chosen for terms asked about before: term → ref. */
  choices: Record<string, string>;
  /** Real values of the dimensions that the pack has looked up, as the asker may know them: for words that nothing declared explains. */
  live?: LiveValues;
}

export type Resolution =
  | { outcome: 'resolved'; interpretation: Interpretation }
  | { outcome: 'clarify'; clarification: Clarification; interpretation: Interpretation }
  | { outcome: 'refuse'; refusal: Refusal; interpretation: Interpretation };

/** The steps from words to meaning, in order. Each reads tokens, marks those it used, and may end the question. */
const STEPS: ((draft: Draft) => Stop | undefined | void)[] = [
  guard, markGroups, oneQuestion, bindUnknown, exactAmounts, bindClauses, bindMetrics, bindValues, bindList, askMeasure, countEntities, figuresAsked, bindFilters, bindDimensions, bindSides, bindSeries, bindPeriods, likeWithLike, bindOverTime, bindShare, fitPeriods,
  bindThresholds, bindRank, countMembers, fitLimits, bindTimes, fitDimensions, fitMetrics, fitDefinitions, fitUnits, fitCurrencies, keepGroups, noteNone, somethingAsked, checkLeftovers,
];

/**
 * What a question means in a pack: deterministic, in English and Korean. A word that could change the answer and has
 * found no meaning ends in a refusal; one with two meanings in a question back, with the usual choice marked.
 *
 * @returns `resolved`, `clarify` or `refuse`; the interpretation so far comes with all three, its spans covering the question
 * @example resolveQuestion(pack, { question: 'orders by month in 2025', today: '2026-06-30', choices: {} }).outcome // 'resolved'
 */
export function resolveQuestion(pack: Pack, input: QuestionInput): Resolution {
  const ask: Ask = { question: input.question, today: input.today, choices: input.choices, locale: input.locale ?? (isHangul(input.question) ? 'ko' : 'en'), ...(input.live ? { live: input.live } : {}) };
  const draft = readQuestion(pack, ask);
  for (const step of STEPS) {
    const stop = step(draft);
    if (stop && 'clarify' in stop) return { outcome: 'clarify', clarification: stop.clarify, interpretation: toInterpretation(draft) };
    if (stop) return { outcome: 'refuse', refusal: stop.refuse, interpretation: toInterpretation(draft) };
  }
  return { outcome: 'resolved', interpretation: toInterpretation(draft) };
}

function somethingAsked(draft: Draft): Stop | undefined {
  return draft.metrics.length === 0 && draft.entity === undefined ? refuse(draft, 'unanswerable', { term: draft.ask.question.trim().slice(0, 60) }) : undefined;
}

function toInterpretation(draft: Draft): Interpretation {
  const { pack, ask } = draft;
  const clean = <T extends object>(value: T): T => Object.fromEntries(Object.entries(value).filter(([, v]) => v !== undefined)) as T;
  for (const { typed, read } of draft.corrections) draft.notes.push({ code: 'typo', params: { typed, read } });
  return clean({
    locale: ask.locale, question: ask.question, today: ask.today, pack: { id: pack.id, version: pack.version },
    intent: intentOf(draft),
    metrics: draft.metrics.map(({ ref, label, span }) => clean({ ref, label, span })),
    dimensions: draft.dimensions,
    filters: draft.filters.map(({ token: _token, ...filter }) => clean(filter)),
    period: draft.period, compare: draft.compare, having: draft.having, order: draft.order, limit: draft.limit, limitWithin: draft.limitWithin,
    entity: draft.entity, distinct: draft.distinct, shareWithin: draft.shareWithin, series: draft.series, averageOver: draft.averageOver,
    spans: toSpans(draft.tokens), notes: draft.notes,
  });
}

function intentOf(draft: Draft): Interpretation['intent'] {
  if (draft.intent !== 'aggregate') return draft.intent;
  if (draft.dimensions.some((d) => d.ref === TIME)) return 'trend';
  const kinds = draft.metrics.map((m) => metricOf(draft.pack, m.ref)?.kind);
  return kinds.length > 0 && kinds.every((k) => k === 'count' || k === 'distinct') ? 'count' : 'aggregate';
}
