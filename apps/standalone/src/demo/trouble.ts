import { type Locale, type ProblemCode, PROBLEMS, problemText } from '@countersign/contracts';
import { CannotStart } from '../cannot-start.js';
import { ApiProblem } from './client.js';
import { type DemoOutcome, NO_OUTCOME } from './outcome.js';

/** A demo that came to no end of its own, in one line. */
export class DemoTrouble extends Error {
  constructor(readonly code: string, message: string, readonly exit: 1 | 2 = 1, readonly soFar: Partial<DemoOutcome> = {}) {
    super(message);
  }
}

/** Any error as trouble: known ones in the language of the question, others by their first line. */
export function troubleOf(error: unknown, locale: Locale): DemoTrouble {
  if (error instanceof DemoTrouble) return error;
  if (error instanceof ApiProblem) return new DemoTrouble(error.code, error.code in PROBLEMS ? problemText(error.code as ProblemCode, locale, error.params) : error.message);
  if (error instanceof CannotStart) return new DemoTrouble('cannot-start', error.message);
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
  const code = (cause as { code?: string } | undefined)?.code;
  return new DemoTrouble('trouble', `${message.split('\n')[0]}${code ? ` (${code})` : ''}`);
}

/** What --json prints then: the same members as ever, and the error. */
export const troubleObject = ({ code, message, soFar }: DemoTrouble): DemoOutcome & { error: { code: string; message: string } } => ({ ...NO_OUTCOME, ...soFar, error: { code, message } });
