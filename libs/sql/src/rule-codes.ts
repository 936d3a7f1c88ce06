/** Every reason for a rejection. The codes are a public contract (reports, logs, audit): never rename one. */
export const RULE_CODES = [
  // the text itself
  'empty', 'oversize', 'forbidden-character', 'executable-comment', 'nested-comment', 'unterminated', 'escape-string',
  'backslash-before-quote', 'placeholder', 'multiple-statements', 'unparseable',
  // what the closed tree can't say
  'not-select', 'forbidden-node', 'select-into', 'locking-clause', 'limit-not-literal', 'unknown-type', 'unknown-operator',
  'row-field-access',
  // names
  'unknown-table', 'unknown-column', 'ambiguous-column', 'duplicate-alias', 'column-count', 'system-catalogue', 'denied-column',
  'unknown-function', 'function-not-allowed', 'wrong-arguments', 'unresolved-metric', 'unresolved-filter',
  // shape
  'star-without-from', 'subquery-depth', 'cartesian-join', 'unbounded-recursion', 'fabricated-rows', 'oversized-value', 'costly-pattern',
  // what the pack declares
  'metric-place', 'metric-rows', 'metric-fan-out', 'metric-grain', 'metric-redefined',
  // policies and printing
  'scope-required', 'row-filter-invalid', 'mask-invalid', 'dialect-unsupported', 'not-in-dialect', 'meaning-differs', 'read-back-mismatch',
] as const;
export type RuleCode = (typeof RULE_CODES)[number];
