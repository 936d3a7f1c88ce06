import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planQuery, resolveQuestion } from '../index.js';
import { factsOf, type Facts } from './facts.js';
import { universityPack, universitySpec } from './university-pack.js';

interface Spec {
  today: string;
  locale: 'en' | 'ko';
  questions: (Facts & { question: string; chosen?: Record<string, string>; no_plan?: boolean; sql?: string })[];
}

const pack = universityPack();

describe.each(['questions.en.yaml', 'questions.ko.yaml'])('%s', (name) => {
  const spec = parse(universitySpec(name)) as Spec;
  it.each(spec.questions.map((q) => [q.question, q] as const))('%s', (question, { question: _, chosen, no_plan, sql: _sql, ...facts }) => {
    const resolution = resolveQuestion(pack, { question, locale: spec.locale, today: spec.today, choices: chosen ?? {} });
    expect(factsOf(resolution)).toEqual(facts);
    const plan = resolution.outcome === 'resolved' ? planQuery(pack, resolution.interpretation).outcome : 'none';
    expect(plan).toBe(resolution.outcome !== 'resolved' ? 'none' : no_plan ? 'refuse' : 'planned');
  });
});
