import { describe, expect, it } from 'vitest';
import { factsOf } from '../trial/facts-of.js';
import { packTests } from '../trial/test-spec.js';
import { planQuery, resolveQuestion } from '../index.js';
import { commercePack, specFiles } from './commerce-pack.js';

const pack = commercePack();

describe.each(specFiles())('$name', ({ name, text }) => {
  const { tests, unreadable } = packTests({ [`tests/${name}`]: text });
  it('can be read', () => expect(unreadable).toEqual([]));
  it.each(tests.map((test) => [test.question, test] as const))('%s', (question, { locale, today, chosen, noPlan, facts }) => {
    const resolution = resolveQuestion(pack, { question, locale, today, choices: chosen });
    expect(factsOf(resolution)).toEqual(facts);
    const plan = resolution.outcome === 'resolved' ? planQuery(pack, resolution.interpretation).outcome : 'none';
    expect(plan).toBe(resolution.outcome !== 'resolved' ? 'none' : noPlan ? 'refuse' : 'planned');
  });
});
