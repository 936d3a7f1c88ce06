import type { Interpretation, QueryShape } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { type Assessed, assessAnswer } from './assess-answer.js';

const COUNT: QueryShape = { calls: ['count'], grouped: false, having: false, ordered: null, limit: null, distinct: false, negated: false, either: false, intersected: false, compared: [], values: [], columns: [], tables: ['orders'], nested: 0 };
const spans = (question: string, unbound?: string): Interpretation['spans'] => {
  const start = unbound === undefined ? -1 : question.indexOf(unbound);
  return [{ start: 0, end: 8, kind: 'filler' }, { start: 9, end: 15, kind: 'metric' }, ...(unbound === undefined ? [] : [{ start, end: start + unbound.length, kind: 'unbound' as const }])];
};
const MODEL = { origin: 'model', selfReport: 1 } as const;
const assessed = (question: string, { unbound, bound, ...given }: Partial<Assessed> & { unbound?: string; bound?: Partial<Interpretation> } = {}): ReturnType<typeof assessAnswer> => assessAnswer({
  interpretation: { question, locale: 'en', spans: spans(question, unbound), metrics: [], dimensions: [], filters: [], period: null, having: [], ...bound }, candidate: { origin: 'planner' }, shape: COUNT,
  columns: [{ name: 'n', type: 'int8', role: 'metric' }], rows: [['42']], ...given,
});
const of = (confidence: ReturnType<typeof assessAnswer>, name: string) => confidence.signals.find(({ signal }) => signal === name)!;

describe('what speaks for an answer', () => {
  it('is all that could be looked at, where a declared meaning was compiled and the rows look right', () => {
    const confidence = assessed('how many orders were there');
    expect(confidence).toMatchObject({ score: 1, probability: null });
    expect(confidence.signals.map(({ signal, value }) => [signal, value])).toEqual([['alignment', 1], ['wording', null], ['coverage', 1], ['agreement', null], ['sanity', 1], ['selfReport', null]]);
  });

  it('says which words were not understood, by their own', () => {
    const coverage = of(assessed('how many orders were gifted', { candidate: { origin: 'model', selfReport: 0.9 }, unbound: 'gifted' }), 'coverage');
    expect(coverage).toMatchObject({ value: 0.5, findings: [{ code: 'unbound', words: ['gifted'] }] });
  });

  it('takes a model’s word least, and compares its query with no plan', () => {
    const confidence = assessed('how many orders were there', { candidate: { origin: 'model', selfReport: 0 } });
    expect(of(confidence, 'alignment')).toMatchObject({ value: null, weight: 0 });
    expect(of(confidence, 'selfReport').value).toBe(0);
    expect(confidence.score).toBeGreaterThan(0.85);
  });

  it('holds a limit that nobody asked for against a model’s query, and an empty result against the rows', () => {
    const confidence = assessed('how many orders were there', { candidate: MODEL, shape: { ...COUNT, having: true, grouped: true }, rows: [] });
    expect(of(confidence, 'wording').findings.map(({ code }) => code)).toEqual(['group-unasked', 'having-unasked']);
    expect(of(confidence, 'sanity').findings).toEqual([{ code: 'empty', words: [] }]);
    expect(confidence.score).toBeLessThan(assessed('how many orders were there', { candidate: MODEL }).score!);
  });

  it('holds nothing against a query that an understood part of the question explains', () => {
    const shape: QueryShape = { ...COUNT, calls: ['sum'], grouped: true, compared: ['more', 'less'] };
    const codes = (bound?: Partial<Interpretation>): string[] => of(assessed('net revenue of vip channels', { candidate: MODEL, shape, ...(bound ? { bound } : {}) }), 'wording').findings.map(({ code }) => code);
    expect(codes()).toEqual(['sum-unasked', 'group-unasked', 'less-unasked']);
    expect(codes({ metrics: [{ ref: 'net_revenue', label: 'net revenue' }], dimensions: [{ ref: 'channel', label: 'channel' }], period: { from: '2025-01-01', to: '2026-01-01', label: '2025', assumed: false } })).toEqual([]);
  });

  it('leaves the wording out where an old report does not say what the query does', () => {
    expect(of(assessed('how many orders were there', { candidate: MODEL, shape: undefined }), 'wording')).toMatchObject({ value: null, findings: [] });
  });
});
