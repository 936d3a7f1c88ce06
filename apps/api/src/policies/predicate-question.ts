import type { PolicyTable } from '@countersign/access';
import type { Dialect } from '@countersign/contracts';
import type { PolicyCheck } from '@countersign/sql';

export interface PredicateQuestion {
  predicate: string;
  table: PolicyTable;
  dialect: Dialect;
}

/** Reads a predicate as the gate will. */
export interface Predicates {
  check(question: PredicateQuestion): Promise<PolicyCheck>;
}
