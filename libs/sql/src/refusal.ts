import type { RuleCode } from './rule-codes.js';

/** Why a text may not run. `at` is a UTF-16 offset into the text it is about. */
export interface Refusal {
  rule: RuleCode;
  message: string;
  at?: number;
  nearest?: string[];
}

/** Carries a {@link Refusal} out of the recursion of a reader, resolver or check. Never leaves this library. */
export class Refused extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.message);
  }
}

export function refuse(rule: RuleCode, message: string, at?: number, nearest?: string[]): never {
  throw new Refused({ rule, message, ...(at === undefined ? {} : { at }), ...(nearest?.length ? { nearest } : {}) });
}

/** Runs `work`; a refusal thrown inside comes back as a value. Any other error is a defect and passes through. */
export function attempt<T>(work: () => T): { ok: true; value: T } | { ok: false; refusal: Refusal } {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}
