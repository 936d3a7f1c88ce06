import type { Pack } from '../pack.js';
import { planQuery } from '../plan/plan-query.js';
import { resolveQuestion } from '../resolve/resolve-question.js';
import { factsOf } from './facts-of.js';
import { packTests, type PackTest } from './test-spec.js';

/** A test that the pack does not hold, with what it makes of the question instead. */
export interface FailedTest {
  file: string;
  question: string;
  locale: 'en' | 'ko';
  /** Facts that differ: what was expected of each and what is. */
  differences: { fact: string; expected: string; got: string }[];
}

export interface PackTestReport {
  total: number;
  failed: FailedTest[];
  unreadable: { file: string; message: string }[];
}

/**
 * Asks a pack the questions that travel with it: does each mean what its spec says, and has it a plan? No database is needed.
 * @param files the pack's files, relative path → text
 * @example runPackTests(pack, files).failed // []
 */
export function runPackTests(pack: Pack, files: Record<string, string>): PackTestReport {
  const { tests, unreadable } = packTests(files);
  const failed = tests.flatMap((test) => {
    const differences = differencesOf(pack, test);
    return differences.length === 0 ? [] : [{ file: test.file, question: test.question, locale: test.locale, differences }];
  });
  return { total: tests.length, failed, unreadable };
}

function differencesOf(pack: Pack, { question, locale, today, chosen, noPlan, facts }: PackTest): FailedTest['differences'] {
  const resolution = resolveQuestion(pack, { question, locale, today, choices: chosen });
  const got = factsOf(resolution) as Record<string, unknown>;
  const expected = facts as Record<string, unknown>;
  const differences = [...new Set([...Object.keys(expected), ...Object.keys(got)])]
    .filter((fact) => JSON.stringify(expected[fact]) !== JSON.stringify(got[fact]))
    .map((fact) => ({ fact, expected: say(expected[fact]), got: say(got[fact]) }));
  if (resolution.outcome !== 'resolved') return differences;
  const plan = planQuery(pack, resolution.interpretation);
  const planned = plan.outcome === 'planned';
  return planned === noPlan ? [...differences, { fact: 'plan', expected: noPlan ? 'none' : 'one', got: plan.outcome === 'planned' ? 'one' : (plan.refusal.params['detail'] ?? 'none') }] : differences;
}

const say = (value: unknown): string => (value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value));
