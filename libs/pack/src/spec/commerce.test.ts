import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planQuery, resolveQuestion } from '../index.js';
import { commercePack, specFiles } from './commerce-pack.js';
import { factsOf, type Facts } from './facts.js';

interface Spec {
  today: string;
  locale: 'en' | 'ko';
  questions: (Facts & { question: string; today?: string; chosen?: Record<string, string>; no_plan?: boolean })[];
}

const pack = commercePack();

describe.each(specFiles())('$name', ({ text }) => {
  const spec = parse(text) as Spec;
  it.each(spec.questions.map((q) => [q.question, q] as const))('%s', (question, { question: _, today, chosen, no_plan, ...facts }) => {
    const resolution = resolveQuestion(pack, { question, locale: spec.locale, today: today ?? spec.today, choices: chosen ?? {} });
    expect(factsOf(resolution)).toEqual(facts);
    const plan = resolution.outcome === 'resolved' ? planQuery(pack, resolution.interpretation).outcome : 'none';
    expect(plan).toBe(resolution.outcome !== 'resolved' ? 'none' : no_plan ? 'refuse' : 'planned');
  });
});
