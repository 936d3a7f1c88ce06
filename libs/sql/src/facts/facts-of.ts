import type { BinaryExpr, CallExpr, ColumnExpr, ConditionFact, Expr, FactsSchema, FromItem, GroupFact, MeasureFact, OrderItem, Query, QueryBody, Select, SqlFacts } from '@countersign/contracts';
import { FUNCTIONS } from '../registry/functions.js';
import { walk } from '../walk.js';
import { conditionOf, rangeOf } from './conditions.js';
import { columnName, columnsIn, namesOf, textOf, type Names } from './names.js';

/**
 * What a query does, in facts: what it measures, by what, under which conditions, from when to when, in which order, how many
 * rows. Read from its tree; names are looked up in `schema`. Nothing is worked out: a text of the same meaning may have other facts.
 *
 * @example factsOf(query, schema).periods // [{ column: 'orders.order_date', from: '2025-01-01', before: '2026-01-01' }]
 */
export function factsOf(query: Query, schema: FactsSchema): SqlFacts {
  const facts: SqlFacts = { ...noFacts(), limit: query.limit };
  readQueryFacts(query, undefined, { facts, schema });
  const main = mainSelect(query.body);
  const names = main ? namesOf(main, undefined, schema) : { aliases: new Map<string, string>(), outer: undefined, schema };
  facts.order = query.orderBy.map(({ expr, direction }) => ({ text: textOf(expr, names), direction }));
  facts.distinct = main?.distinct === true;
  facts.shown = main?.items.map(({ alias, expr }) => (alias ?? (expr.kind === 'column' ? expr.name : textOf(expr, names))).toLowerCase()) ?? [];
  facts.tables = [...new Set(facts.tables)].sort();
  facts.joins = [...new Set(facts.joins)].sort();
  facts.periods = mergedPeriods(facts.periods);
  return facts;
}

const noFacts = (): SqlFacts => ({ tables: [], measures: [], groups: [], conditions: [], periods: [], exists: [], joins: [], order: [], limit: null, distinct: false, shown: [] });

interface Reading {
  facts: SqlFacts;
  schema: FactsSchema;
  /** Of the query around; it measures too. */
  orderBy?: OrderItem[];
}

function mainSelect(body: QueryBody): Select | undefined {
  if (body.kind === 'select') return body;
  if (body.kind === 'query') return mainSelect(body.body);
  return body.kind === 'set-operation' ? mainSelect(body.left) : undefined;
}

function readQueryFacts(query: Query, outer: Names | undefined, reading: Reading): void {
  for (const cte of query.with?.ctes ?? []) readQueryFacts(cte.query, outer, reading);
  readBody(query.body, outer, { ...reading, orderBy: query.orderBy });
}

function readBody(body: QueryBody, outer: Names | undefined, reading: Reading): void {
  if (body.kind === 'query') readQueryFacts(body, outer, reading);
  else if (body.kind === 'set-operation') { readBody(body.left, outer, reading); readBody(body.right, outer, reading); }
  else if (body.kind === 'select') readSelect(body, outer, reading);
}

function readSelect(select: Select, outer: Names | undefined, reading: Reading): void {
  const names = namesOf(select, outer, reading.schema);
  const { facts } = reading;
  const tables = [...names.aliases.values()].filter((table) => table !== undefined);
  facts.tables.push(...tables);
  const conditions = [...select.from.flatMap((item) => onConditions(item, names, reading)), ...conjuncts(select.where)];
  conditions.forEach((expr) => readCondition(expr, names, { ...reading, ofGroups: false }));
  conjuncts(select.having).forEach((expr) => readCondition(expr, names, { ...reading, ofGroups: true }));
  const groups = select.groupBy.flatMap((item) => (item.kind === 'group-expr' ? [item.expr] : item.kind === 'group-tuple' ? item.items : item.type === 'sets' ? [] : item.items.flat()));
  for (const expr of groups) facts.groups.push(groupOf(named(expr, select), names));
  for (const measured of [select.items, select.having, reading.orderBy]) {
    walk<Expr | Query>(measured, (node) => {
      if (node.kind === 'query') { readQueryFacts(node, names, reading); return false; }
      if (node.kind === 'call' && !node.over && FUNCTIONS.get(node.name)?.kind === 'aggregate') {
        const where = [...conjuncts(node.filter), ...node.args.flatMap((arg) => (arg.kind === 'case' && !arg.operand ? arg.branches.flatMap(({ when }) => conjuncts(when)) : []))];
        const own = where.filter((expr) => !isJoin(expr)).map((expr) => ({ ...conditionOf(expr, names, false), inside: true }));
        facts.measures.push(measureOf(node, names, tables, own));
        facts.conditions.push(...own);
      }
      return true;
    });
  }
}

/** GROUP BY 1, GROUP BY alias. */
function named(expr: Expr, { items }: Select): Expr {
  if (expr.kind === 'number') return items[Number(expr.text) - 1]?.expr ?? expr;
  return expr.kind === 'column' && expr.qualifier.length === 0 ? (items.find(({ alias }) => alias === expr.name)?.expr ?? expr) : expr;
}

const conjuncts = (expr: Expr | undefined): Expr[] => (expr === undefined ? [] : expr.kind === 'logical' && expr.op === 'and' ? expr.operands.flatMap(conjuncts) : [expr]);

function onConditions(item: FromItem, names: Names, reading: Reading): Expr[] {
  if (item.kind === 'derived-table') readQueryFacts(item.query, names.outer, reading);
  if (item.kind !== 'join') return [];
  return [...onConditions(item.left, names, reading), ...onConditions(item.right, names, reading), ...conjuncts(item.on)];
}

function readCondition(expr: Expr, names: Names, reading: Reading & { ofGroups: boolean }): void {
  const { facts, ofGroups } = reading;
  if (isJoin(expr)) {
    facts.joins.push([columnName(expr.left, names), columnName(expr.right, names)].sort().join(' = '));
    return;
  }
  const membership = membershipOf(expr);
  if (membership) {
    const inner = noFacts();
    readQueryFacts(membership.query, names, { facts: inner, schema: reading.schema });
    addInner(facts, inner);
    facts.exists.push({ tables: [...new Set(inner.tables)].sort(), holds: membership.holds, conditions: inner.conditions, periods: mergedPeriods(inner.periods) });
    return;
  }
  const fact = conditionOf(expr, names, ofGroups);
  const range = ofGroups ? undefined : rangeOf(expr, fact);
  if (range) facts.periods.push({ ...range, ...(fact.at === undefined ? {} : { at: fact.at }) });
  else facts.conditions.push(fact);
  walk<Expr | Query>(expr, (node) => {
    if (node.kind !== 'query') return true;
    readQueryFacts(node, names, reading);
    return false;
  });
}

/** What holds of rows that must or must not exist is known of the query, but not of its rows. */
function addInner(facts: SqlFacts, inner: SqlFacts): void {
  facts.tables.push(...inner.tables);
  facts.joins.push(...inner.joins);
  facts.measures.push(...inner.measures);
  facts.groups.push(...inner.groups);
  facts.exists.push(...inner.exists);
  facts.conditions.push(...inner.conditions.map((one) => ({ ...one, inside: true })));
  facts.periods.push(...mergedPeriods(inner.periods).map((one) => ({ ...one, inside: true })));
}

const isJoin = (expr: Expr): expr is BinaryExpr & { left: ColumnExpr; right: ColumnExpr } => expr.kind === 'binary' && expr.op === '=' && expr.left.kind === 'column' && expr.right.kind === 'column';

function membershipOf(expr: Expr): { query: Query; holds: boolean } | undefined {
  if (expr.kind === 'exists') return { query: expr.query, holds: true };
  if (expr.kind === 'in-query') return { query: expr.query, holds: !expr.negated };
  if (expr.kind !== 'unary' || expr.op !== 'not') return undefined;
  const inner = membershipOf(expr.operand);
  return inner && { query: inner.query, holds: !inner.holds };
}

function groupOf(expr: Expr, names: Names): GroupFact {
  const unit = /"kind":"string","value":"(year|quarter|month|week|day)"/.exec(JSON.stringify(expr))?.[1];
  return { columns: columnsIn(expr, names), ...(unit === undefined ? {} : { unit }), text: textOf(expr, names), ...(expr.at === undefined ? {} : { at: expr.at }) };
}

function measureOf(call: CallExpr, names: Names, tables: readonly string[], where: ConditionFact[]): MeasureFact {
  // Of CASE WHEN … THEN x END, x is measured; the rest are conditions.
  const args = call.args.flatMap((arg) => (arg.kind === 'case' ? [...arg.branches.map(({ then }) => then), ...(arg.otherwise ? [arg.otherwise] : [])] : arg.kind === 'star' ? [] : [arg]));
  const columns = [...new Set(args.flatMap((arg) => columnsIn(arg, names)))].sort();
  const base = [...new Set(columns.flatMap((column) => (column.includes('.') ? [column.split('.')[0] ?? ''] : [])))];
  const one = base.find((table) => base.every((other) => other === table || reaches(names.schema, table, other)));
  const counted = one ?? (base.length === 0 ? tables.find((table) => tables.every((other) => other === table || reaches(names.schema, table, other))) : undefined);
  const repeats = call.distinct || call.name === 'min' || call.name === 'max' || one === undefined ? [] : tables.filter((table) => table !== one && !reaches(names.schema, one, table));
  return { call: call.name, distinct: call.distinct, columns, text: textOf(call, names), ...(counted === undefined ? {} : { of: counted }), where, repeatedBy: [...new Set(repeats)].sort(), ...(call.at === undefined ? {} : { at: call.at }) };
}

/** Does each row of the one lead to one row of the other? */
function reaches(schema: FactsSchema, from: string, to: string, seen: readonly string[] = []): boolean {
  const table = schema.tables.find(({ name }) => name.toLowerCase() === from);
  return table?.references.some(({ table: next }) => next.toLowerCase() === to || (!seen.includes(next) && reaches(schema, next.toLowerCase(), to, [...seen, next]))) ?? false;
}

/** `>= a` and `< b` on one column are one period. */
function mergedPeriods(periods: SqlFacts['periods']): SqlFacts['periods'] {
  const merged: SqlFacts['periods'] = [];
  for (const period of periods) {
    const open = period.inside ? undefined : merged.find((one) => !one.inside && one.column === period.column && ((one.from === null && period.from !== null && period.before === null) || (one.before === null && period.before !== null && period.from === null)));
    if (open) Object.assign(open, { from: open.from ?? period.from, before: open.before ?? period.before });
    else merged.push({ ...period });
  }
  return merged;
}
