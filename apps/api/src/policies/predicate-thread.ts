import { checkPredicate, loadParsers, type PolicyCheck } from '@countersign/sql';
import type { PredicateQuestion } from './predicate-question.js';

async function ready(): Promise<(question: PredicateQuestion) => PolicyCheck> {
  await loadParsers();
  return ({ predicate, table, dialect }) => checkPredicate(predicate, table, dialect);
}

/** A worker-thread task: whoever writes a policy also writes text for a parser, and one that hangs must not hang the API. */
export default ready();
