import { planQuery } from '../plan/plan-query.js';
import type { Pack } from '../pack.js';
import { resolveQuestion } from '../resolve/resolve-question.js';

/** One thing two versions of a pack disagree on, in the words of the people who own the definitions. */
export interface PackChange {
  kind: 'added' | 'removed' | 'changed';
  /** What it is: a metric, a dimension, a table … */
  what: string;
  ref: string;
  label: string;
  /** What changed in it, a sentence each; none for what is new or gone. */
  details: string[];
}

/** A question asked of both versions. */
export interface AskedQuestion {
  question: string;
  locale: 'en' | 'ko';
  today: string;
}

const SECTIONS = { entities: 'table', roles: 'role', metrics: 'metric', bridges: 'bridge', dimensions: 'dimension', filters: 'named filter', values: 'value dictionary', terms: 'ambiguous term', events: 'event', ranks: 'ranking', topics: 'topic' } as const;
const FIELDS: Record<string, string> = {
  label: 'name', definition: 'definition', description: 'description', synonyms: 'other names', words: 'words', opposite: 'words for the opposite', cues: 'words that point at it', value: 'what is added up',
  formula: 'formula', where: 'conditions', of: 'rows', time: 'date', kind: 'kind', unit: 'unit', numerator: 'numerator', denominator: 'denominator', means: 'meanings', usual: 'usual meaning', columns: 'columns',
  grain: 'one row is', values: 'values', narrowed: 'what it becomes when narrowed', in_period: 'what it becomes in a period', balance: 'which balance counts', gaps: 'periods without rows', null_result: 'without rows', reset: 'starts again with each', against: 'set against', show: 'what is shown', weight: 'weight', from: 'from', to: 'to', by: 'ranked by', private: 'hidden',
};

type Plain = Record<string, unknown>;

/**
 * What changed between two versions of a pack, in business words.
 * @example diffPacks(before, after)[0] // { kind: 'changed', what: 'metric', ref: 'net_revenue', label: 'net revenue', details: ['conditions: realised → not_cancelled'] }
 */
export function diffPacks(before: Pack, after: Pack): PackChange[] {
  const changes: PackChange[] = [];
  for (const [section, what] of Object.entries(SECTIONS) as [keyof typeof SECTIONS, string][]) {
    const [old, now] = [before.source[section] as Record<string, Plain>, after.source[section] as Record<string, Plain>];
    for (const ref of new Set([...Object.keys(old), ...Object.keys(now)])) {
      const [a, b] = [old[ref], now[ref]];
      const label = labelOf(b ?? a!, ref);
      if (!a || !b) changes.push({ kind: a ? 'removed' : 'added', what, ref, label, details: [] });
      else if (!same(a, b)) changes.push({ kind: 'changed', what, ref, label, details: details(a, b) });
    }
  }
  const whole = details({ ...before.source.pack, relationships: before.source.relationships, per: before.source.per }, { ...after.source.pack, relationships: after.source.relationships, per: after.source.per });
  if (whole.length > 0) changes.push({ kind: 'changed', what: 'pack', ref: after.id, label: after.title.en, details: whole });
  return changes;
}

/**
 * The questions that the two versions answer differently: another query, or another end.
 * @example affectedQuestions(before, after, [{ question: 'net revenue in 2025', locale: 'en', today: '2026-06-30' }])
 */
export const affectedQuestions = (before: Pack, after: Pack, questions: AskedQuestion[]): AskedQuestion[] => questions.filter((asked) => answerTo(before, asked) !== answerTo(after, asked));

function answerTo(pack: Pack, asked: AskedQuestion): string {
  const resolution = resolveQuestion(pack, { ...asked, choices: {} });
  if (resolution.outcome === 'clarify') return JSON.stringify(resolution.clarification.choices.map((c) => c.ref));
  if (resolution.outcome === 'refuse') return resolution.refusal.code;
  const plan = planQuery(pack, resolution.interpretation);
  return plan.outcome === 'planned' ? JSON.stringify(plan.query) : plan.refusal.code;
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

function labelOf(thing: Plain, ref: string): string {
  const label = thing['label'] as { en?: string } | undefined;
  return label?.en ?? ref;
}

/** One sentence a field; what lies deeper is followed down to the value that changed. */
function details(a: Plain, b: Plain, path: string[] = []): string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].flatMap((field) => {
    const [x, y] = [a[field], b[field]];
    if (same(x, y)) return [];
    const name = [...path, FIELDS[field] ?? field.replaceAll('_', ' ')];
    if (isPlain(x) && isPlain(y)) return details(x, y, name);
    if (Array.isArray(x) && Array.isArray(y)) return [`${name.join(', ')}: ${listChange(x, y)}`];
    return [`${name.join(', ')}: ${show(x)} → ${show(y)}`];
  });
}

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value);
const show = (value: unknown): string => (value === undefined ? 'nothing' : typeof value === 'string' ? `“${value}”` : JSON.stringify(value));

function listChange(a: unknown[], b: unknown[]): string {
  const gone = a.filter((x) => !b.some((y) => same(x, y))).map(show);
  const come = b.filter((y) => !a.some((x) => same(x, y))).map(show);
  if (gone.length === 0 && come.length === 0) return 'in another order';
  return [...(come.length > 0 ? [`added ${come.join(', ')}`] : []), ...(gone.length > 0 ? [`removed ${gone.join(', ')}`] : [])].join('; ');
}
