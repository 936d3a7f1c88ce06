import type { GateInput, Query } from '@countersign/contracts';
import type { DialectRules } from '../dialects/dialect.js';
import type { Resolved } from '../resolve/resolve.js';

export interface CheckContext {
  query: Query;
  input: GateInput;
  rules: DialectRules;
  /** Absent when no scope was given, and for the rules that run before names are resolved. */
  resolved?: Resolved;
}

/** One check. It refuses by throwing `Refused`; a returned text is a note for the approver. */
export interface Rule {
  name: string;
  check(ctx: CheckContext): string | void;
}
