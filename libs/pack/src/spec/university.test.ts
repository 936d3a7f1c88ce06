import { describe, expect, it } from 'vitest';
import { planQuery, resolveQuestion } from '../index.js';
import { factsOf } from '../trial/facts-of.js';
import { packTests } from '../trial/test-spec.js';
import { universityPack, universitySpec } from './university-pack.js';

const pack = universityPack();

describe.each(['questions.en.yaml', 'questions.ko.yaml'])('%s', (name) => {
  const { tests, unreadable } = packTests({ [`tests/${name}`]: universitySpec(name) });
  it('can be read', () => expect(unreadable).toEqual([]));
  it.each(tests.map((test) => [test.question, test] as const))('%s', (question, { locale, today, chosen, noPlan, facts }) => {
    const resolution = resolveQuestion(pack, { question, locale, today, choices: chosen });
    expect(factsOf(resolution)).toEqual(facts);
    const plan = resolution.outcome === 'resolved' ? planQuery(pack, resolution.interpretation).outcome : 'none';
    expect(plan).toBe(resolution.outcome !== 'resolved' ? 'none' : noPlan ? 'refuse' : 'planned');
  });
});
