import path from 'node:path';
import { createDeadlinePool, type DeadlinePool } from '@countersign/platform';
import type { PolicyCheck } from '@countersign/sql';
import type { Predicates, PredicateQuestion } from './predicate-question.js';

const DEADLINE_MS = 2_000;
const STARTUP_MS = 20_000;

/** Predicates are read in a thread that is started for the first one: policies are written seldom, and parsers take memory. */
export function predicatesInThread(): Predicates & { close(): Promise<void> } {
  let pool: DeadlinePool<PredicateQuestion, PolicyCheck> | undefined;
  return {
    check(question) {
      pool ??= createDeadlinePool({ filename: path.join(__dirname, 'predicate-thread.js'), threads: 1, deadlineMs: DEADLINE_MS, startupMs: STARTUP_MS, fault: 'gate-unavailable' });
      return pool.run(question);
    },
    close: async () => pool?.close(),
  };
}
