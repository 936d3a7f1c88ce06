import type { Candidate, Cell, Confidence, Interpretation, QueryShape, ResultColumn } from '@countersign/contracts';
import { resultSanity } from './result-sanity.js';
import { type SignalName, type Signals, USUAL_WEIGHTS } from './signals.js';
import { weighSignals } from './weigh-signals.js';
import { judgeWording, type Wording } from './wording.js';

export interface Assessed {
  interpretation: Pick<Interpretation, 'question' | 'locale' | 'spans' | 'metrics' | 'dimensions' | 'filters' | 'period' | 'having' | 'limit'>;
  candidate: Pick<Candidate, 'origin' | 'selfReport'>;
  /** What the query does; absent: its report is an old one. */
  shape: QueryShape | undefined;
  columns: readonly ResultColumn[];
  /** The first rows, as they came. */
  rows: readonly (readonly Cell[])[];
}

type Finding = Confidence['signals'][number]['findings'][number];

/**
 * What speaks for an answer and what against it, before anybody judged it. A query compiled from the interpretation says what its plan says;
 * one that a model proposed has no plan to be held against. No probability: that takes labelled answers (see `confidenceOf`).
 *
 * @example assessAnswer({ interpretation, candidate: { origin: 'planner' }, shape, columns, rows }).score // 0.97
 */
export function assessAnswer({ interpretation, candidate, shape, columns, rows }: Assessed): Confidence {
  const compiled = candidate.origin === 'planner' || candidate.origin === 'verified';
  // What a declaration compiles to is the declaration's to say, not the question's.
  const wording = compiled ? undefined : shape && wordingOf(interpretation, shape);
  const understood = coverageOf(interpretation);
  const sanity = resultSanity({ columns: columns.map(({ name }) => name), rows });
  const signals: Signals = {
    alignment: compiled ? 1 : null, wording: wording?.value ?? null, coverage: understood?.value ?? null, agreement: null, sanity: sanity.value,
    selfReport: candidate.origin === 'model' ? candidate.selfReport ?? null : null,
  };
  const findings: Partial<Record<SignalName, Finding[]>> = {
    wording: wording?.findings.map(({ cue, problem }) => ({ code: `${cue}-${problem}`, words: [] })),
    coverage: understood && understood.unbound.length > 0 ? [{ code: 'unbound', words: understood.unbound }] : [],
    sanity: sanity.findings.map((code) => ({ code, words: [] })),
  };
  const { score, parts } = weighSignals(signals, USUAL_WEIGHTS);
  return { score, probability: null, signals: parts.map((part) => ({ ...part, findings: findings[part.signal] ?? [] })) };
}

/** The findings that count, but for those which an understood part of the question explains: net revenue is a sum unasked. */
function wordingOf(interpretation: Assessed['interpretation'], shape: QueryShape): Wording {
  const { question, locale, metrics, dimensions, filters, period, having, limit } = interpretation;
  const explained = new Set([
    ...(metrics.length > 0 ? ['sum', 'count', 'average', 'distinct'] : []), ...(dimensions.length > 0 ? ['group', 'order'] : []), ...(period ? ['more', 'less'] : []),
    ...(filters.length > 0 ? ['either', 'negation', 'more', 'less', 'value'] : []), ...(having.length > 0 ? ['having', 'group'] : []), ...(limit === undefined ? [] : ['extreme', 'order', 'ranked']),
  ]);
  const findings = judgeWording(question, locale, shape).findings.filter(({ cue, problem, cost }) => cost > 0 && !(problem === 'unasked' && explained.has(cue)));
  return { value: Math.exp(-findings.reduce((sum, { cost }) => sum + cost, 0)), findings };
}

/** The share of the words that mean something which were understood. */
function coverageOf({ question, spans }: Pick<Interpretation, 'question' | 'spans'>): { value: number; unbound: string[] } | undefined {
  const told = spans.filter(({ kind }) => kind !== 'filler');
  const unbound = told.filter(({ kind }) => kind === 'unbound').map(({ start, end }) => question.slice(start, end));
  return told.length === 0 ? undefined : { value: 1 - unbound.length / told.length, unbound };
}
