import type { Dialect, Expr, Place, Query, Scope } from '@countersign/contracts';
import { boundedWork } from '../check/rules/bounded-work.js';
import { isFilledIn, rulesOf } from '../dialects/rules-of.js';
import { lower } from '../lower/lower.js';
import { placeOf } from '../place.js';
import { printWith } from '../print/print-query.js';
import { attempt, refuse } from '../refusal.js';
import { visibleCatalogue } from '../resolve/catalogue.js';
import type { Resolution } from '../resolve/resolution.js';
import type { RuleCode } from '../rule-codes.js';
import { walk } from '../walk.js';
import { isCondition, readPolicyExpression, resolvePolicyExpression } from './policy-expression.js';

export type PolicyCheck =
  | { ok: true; /** Real names of the columns it uses, sorted. */ columns: string[] }
  | { ok: false; rule: RuleCode; message: string; at?: Place; nearest: string[] };

type PolicyTable = Omit<Scope['tables'][number], 'denied'> & { denied?: string[] };

/**
 * May this text be a row filter on the table? The same reading as when the filter is put into a query: one condition on
 * one row in the canonical dialect, its columns the table's, its functions from the registry, its work bounded, sayable in `dialect`.
 *
 * @throws TypeError before `loadParsers()`.
 * @example checkPredicate("ship_country_code = 'KR') or (1=1", table, 'postgres') // { ok: false, rule: 'unparseable', … }
 */
export function checkPredicate(predicate: string, table: PolicyTable, dialect: Dialect): PolicyCheck {
  return checkExpression(predicate, table, dialect, 'condition');
}

/**
 * May this text stand in the place of a masked column? Like {@link checkPredicate}, for a value of any type.
 *
 * @throws TypeError before `loadParsers()`.
 * @example checkMask("left(phone, 3) || '****'", table, 'postgres') // { ok: true, columns: ['phone'] }
 */
export function checkMask(expression: string, table: PolicyTable, dialect: Dialect): PolicyCheck {
  return checkExpression(expression, table, dialect, 'value');
}

function checkExpression(text: string, table: PolicyTable, dialect: Dialect, as: 'condition' | 'value'): PolicyCheck {
  const scope = { tables: [{ ...table, denied: table.denied ?? [] }] };
  const catalogue = visibleCatalogue(scope, undefined, 'canonical', undefined);
  const known = catalogue.find(table.schema === undefined ? [table.name] : [table.schema, table.name])!;
  const r: Resolution = { catalogue, nameKey: undefined, outputNames: false, impliedNames: true, tables: new Map(), columns: new Set(), narrowed: new Set() };
  const result = attempt(() => {
    if (!isFilledIn(dialect)) refuse('dialect-unsupported', `queries can't be printed for ${dialect} yet`);
    const expr = resolvePolicyExpression(r, readPolicyExpression(text), known, table.name);
    if (as === 'condition' && !isCondition(expr, (column) => table.columns.find((c) => c.name === column)?.type)) refuse('row-filter-invalid', 'is not a condition');
    const item = as === 'condition' ? { items: [{ expr: { kind: 'number' as const, text: '1' } }], where: expr } : { items: [{ expr }] };
    const query: Query = { kind: 'query', body: { kind: 'select', distinct: false, from: [{ kind: 'table', name: known.parts, columnAliases: [] }], groupBy: [], windows: [], ...item }, orderBy: [], limit: null, offset: 0 };
    boundedWork.check({ query, rules: rulesOf(dialect), input: { sql: text, from: 'canonical', dialect } });
    printWith(lower(query, { dialect, scope }), rulesOf(dialect));
    return expr;
  });
  if (result.ok) return { ok: true, columns: columnsOf(result.value) };
  const { rule, message, at, nearest } = result.refusal;
  return { ok: false, rule, message, ...(at === undefined ? {} : { at: placeOf(text, at) }), nearest: nearest ?? [] };
}

function columnsOf(expr: Expr): string[] {
  const names = new Set<string>();
  walk<Expr>(expr, (node) => {
    if (node.kind === 'column') names.add(node.name);
  });
  return [...names].sort();
}
