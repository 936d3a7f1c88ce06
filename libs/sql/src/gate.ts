import type { Finding, GateInput, GateReport, Query } from '@countersign/contracts';
import { RULES_AFTER_NAMES, RULES_BEFORE_NAMES } from './check/rules.js';
import type { CheckContext, Rule } from './check/rule.js';
import { judgeMetrics } from './check/declared/judge-metrics.js';
import { boundedTree } from './check/rules/bounded-tree.js';
import { boundedWork } from './check/rules/bounded-work.js';
import { isFilledIn, rulesOf } from './dialects/rules-of.js';
import { INPUT_CAPS } from './limits.js';
import { lower } from './lower/lower.js';
import { bodyNames } from './lower/names.js';
import { placeOf } from './place.js';
import { printWith } from './print/print-query.js';
import { withoutFences } from './read/fences.js';
import { readText } from './read/read-query.js';
import { readBack } from './readback/read-back.js';
import { queryShape } from './query-shape.js';
import { attempt, refuse, type Refusal } from './refusal.js';
import { outputName } from './resolve/output-name.js';
import { resolve, type Resolved } from './resolve/resolve.js';
import { reportedFacts } from './reported-facts.js';
import { assertGuarded } from './rewrite/assert-guarded.js';
import { sayFunctionColumns } from './rewrite/function-columns.js';
import { formLimits } from './rewrite/limit-form.js';
import { injectDeclared, type Injected } from './rewrite/metric-inject.js';
import { declaredNames } from './rewrite/metric-names.js';
import { REWRITES, type Rewriting } from './rewrite/steps.js';

type Accepted = Extract<GateReport, { verdict: 'accept' }>;
type Check = Accepted['checks'][number];

/**
 * The gate: whatever the text is, the answer is a positively known read, printed by us and read back by others, or a
 * named rejection. Pure: the same input gives the same report for ever. Source: SPEC §4.
 *
 * @throws TypeError before `loadParsers()`; `BrokenParser` when a parser broke and the thread must be replaced.
 * @example gate({ sql: 'SELECT a FROM t; DROP TABLE t', from: 'canonical', dialect: 'postgres' })
 * // { verdict: 'reject', rule: 'multiple-statements', at: { line: 1, column: 16, … }, … }
 */
export function gate(input: GateInput): GateReport {
  const result = attempt(() => examine(input));
  return result.ok ? result.value : rejection(input, result.refusal);
}

function rejection(input: GateInput, { rule, message, at, nearest }: Refusal): GateReport {
  return { verdict: 'reject', dialect: input.dialect, rule, message, ...(at === undefined ? {} : { at: placeOf(input.sql, at) }), nearest: nearest ?? [], findings: [] };
}

function examine(input: GateInput): Accepted {
  if (!isFilledIn(input.dialect)) refuse('dialect-unsupported', `queries can't be printed for ${input.dialect} yet`);
  if (input.from !== 'canonical' && input.from !== input.dialect) refuse('dialect-unsupported', `text written for ${input.from} can only run there`);
  if (!input.scope && (input.binding || input.rowFilters?.length || input.masks?.length)) refuse('scope-required', 'bindings, row filters and masks need a scope');
  const rules = rulesOf(input.dialect);
  const checks: Check[] = [];
  const text = withoutFences(input.sql);
  const { query: read } = readText(text, input.from, INPUT_CAPS);
  checks.push(text === input.sql ? { rule: 'text', status: 'pass' } : { rule: 'text', status: 'note', note: 'what stood around the query was left out' });
  pass(checks, 'single-statement', 'select-only', 'closed-tree');
  run(checks, RULES_BEFORE_NAMES, { query: read, input, rules });
  const resolved = input.scope ? resolve(read, input.scope, input.binding, input.from) : undefined;
  checks.push(scopeCheck(resolved));
  const declared = declare(checks, input, resolved);
  const query = declared?.query ?? resolved?.query ?? read;
  run(checks, RULES_AFTER_NAMES, { query, input, rules, ...(resolved ? { resolved } : {}) });
  const rewritten = rewrite(checks, { query, input, resolved, rowFilters: [], masks: [], notes: [] });
  // What policies put in is computed too, once for each row around it.
  if (rewritten.rowFilters.length || rewritten.masks.length) boundedWork.check({ query: rewritten.query, input, rules });
  // Native text says what its engine means by it; only the canonical meaning has to be made to hold there.
  const meant = input.from === 'canonical' ? lower(rewritten.query, { dialect: input.dialect, scope: input.scope }) : rewritten.query;
  const engineQuery = formLimits(sayFunctionColumns(meant, input.dialect), rules);
  const sql = printWith(engineQuery, rules);
  const findings = readBack(sql, engineQuery, rules);
  assertGuarded(rewritten);
  checks.push({ rule: 'read-back', status: findings.length ? 'note' : 'pass', ...(findings[0] ? { note: findings[0].message } : {}) });
  return {
    verdict: 'accept',
    dialect: input.dialect,
    sql,
    limit: rewritten.query.limit!,
    ...reportedFacts(query, resolved, input.from),
    // Names that were too long for the engine are its own by now.
    outputColumns: documentColumn(engineQuery) ?? bodyNames(engineQuery.body) ?? resolved?.outputColumns ?? outputColumns(query),
    rowFilters: rewritten.rowFilters,
    masks: rewritten.masks,
    ...(declared?.used.length ? { declared: declared.used } : {}),
    shape: queryShape(read),
    checks,
    findings: [...findings, ...narrowing(resolved), ...(declared?.notes ?? [])],
  };
}

function run(checks: Check[], rules: readonly Rule[], ctx: CheckContext): void {
  for (const rule of rules) {
    const note = rule.check(ctx);
    checks.push({ rule: rule.name, status: note === undefined ? 'pass' : 'note', ...(note === undefined ? {} : { note }) });
  }
}

const pass = (checks: Check[], ...names: string[]): void => void checks.push(...names.map((rule): Check => ({ rule, status: 'pass' })));

function scopeCheck(resolved: Resolved | undefined): Check {
  if (!resolved) return { rule: 'scope', status: 'note', note: 'no scope was given: names are not resolved' };
  return resolved.narrowed.size ? { rule: 'scope', status: 'note', note: `* leaves out ${[...resolved.narrowed].sort().join(', ')}` } : { rule: 'scope', status: 'pass' };
}

/** What the pack declares is put in where the query names it, before anything is decided by what the query reads. */
function declare(checks: Check[], input: GateInput, resolved: Resolved | undefined): Injected | undefined {
  const names = resolved && declaredNames(input);
  if (!resolved || !names) return undefined;
  const injected = injectDeclared(resolved, names);
  if (injected.query !== resolved.query) boundedTree.check({ query: injected.query, input, rules: rulesOf(input.dialect) });
  const judged = judgeMetrics(injected.query, resolved, names, injected.made);
  pass(checks, 'declared');
  const recognised = judged.used.filter(({ id }) => !injected.used.some((use) => use.kind === 'metric' && use.id === id));
  return { ...injected, used: [...injected.used, ...recognised], notes: [...injected.notes, ...judged.notes] };
}

function rewrite(checks: Check[], start: Rewriting): Rewriting {
  return REWRITES.reduce((before, step) => {
    const after = step.apply(before);
    const note = after.notes.length > before.notes.length ? after.notes.at(-1) : undefined;
    checks.push({ rule: step.name, status: note === undefined ? 'pass' : 'note', ...(note === undefined ? {} : { note }) });
    return after;
  }, start);
}

function narrowing(resolved: Resolved | undefined): Finding[] {
  return [...(resolved?.narrowed ?? [])].sort().map((column) => ({ rule: 'star-narrowed', severity: 'info', message: `* leaves out ${column}`, params: { column } }));
}

/** FOR XML and FOR JSON give one column of a name that the engine chose. */
function documentColumn({ document }: Query): string[] | undefined {
  return document && [document.language === 'json' ? 'JSON_F52E2B61-18A1-11d1-B105-00805F49916B' : 'XML_F52E2B61-18A1-11d1-B105-00805F49916B'];
}

function outputColumns(query: Query): string[] {
  let body = query.body;
  while (body.kind === 'query' || body.kind === 'set-operation') body = body.kind === 'query' ? body.body : body.left;
  if (body.kind === 'values') return body.rows[0]?.map((_, i) => `column${i + 1}`) ?? [];
  return body.items.map((item) => (item.expr.kind === 'star' ? '*' : outputName(item)));
}
