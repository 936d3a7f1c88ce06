import { parse } from 'yaml';
import { z } from 'zod';
import type { AskedQuestion } from '../describe/diff-packs.js';
import type { Facts } from './facts-of.js';

/** A YAML file of questions that travels with a pack, under `tests/`. What is said of a question are its facts; a fact that is not said must be absent. */
const TestSpec = z.object({
  today: z.iso.date(),
  locale: z.enum(['en', 'ko']),
  questions: z.array(z.looseObject({ question: z.string().min(1), today: z.iso.date().optional(), chosen: z.record(z.string(), z.string()).optional(), no_plan: z.boolean().optional(), rows: z.string().optional() })),
});

/** One question with what is expected of it. */
export interface PackTest extends AskedQuestion {
  file: string;
  chosen: Record<string, string>;
  /** It has a meaning, and no correct plan. */
  noPlan: boolean;
  /** SQL written by hand that gives the right rows, where a database is at hand to compare them. */
  rows?: string;
  facts: Facts;
}

/**
 * The questions of the specs among a pack's files; other files under `tests/` (pairs of question and SQL) are none of them.
 * @param files relative path → text
 * @returns the tests, and files that say they are specs and can't be read as such
 * @example packTests({ 'tests/en.yaml': '…' }).tests[0]?.question
 */
export function packTests(files: Record<string, string>): { tests: PackTest[]; unreadable: { file: string; message: string }[] } {
  const tests: PackTest[] = [];
  const unreadable: { file: string; message: string }[] = [];
  for (const file of Object.keys(files).filter((path) => /^tests\/.+\.ya?ml$/.test(path)).sort()) {
    const content = read(files[file] ?? '');
    if (content === undefined || (typeof content === 'object' && content !== null && !('questions' in content))) {
      if (content === undefined) unreadable.push({ file, message: 'is not YAML' });
      continue;
    }
    const spec = TestSpec.safeParse(content);
    if (!spec.success) unreadable.push({ file, message: z.prettifyError(spec.error) });
    else tests.push(...spec.data.questions.map(({ question, today, chosen, no_plan, rows, ...facts }) => ({ file, question, locale: spec.data.locale, today: today ?? spec.data.today, chosen: chosen ?? {}, noPlan: no_plan ?? false, ...(rows === undefined ? {} : { rows }), facts: facts as Facts })));
  }
  return { tests, unreadable };
}

function read(text: string): unknown {
  try {
    return parse(text) as unknown;
  } catch {
    return undefined;
  }
}
