import type { BoundFilter, Expr, Period } from '@countersign/contracts';
import { mapColumns } from '../load/walk-expr.js';
import { WEEKDAY, type Pack } from '../pack.js';
import { all, any, binary, call, cast, column, date, item, not, number, query, select, text } from './expr.js';
import { OPPOSITE, passesAtZero } from './at-zero.js';
import { commonFact } from './join-graph.js';
import { membersHaving } from './members.js';
import { NoPlan } from './no-plan.js';
import { labelOf, WHY } from './why-not.js';
import { Source } from './source.js';

type Condition = Pick<BoundFilter, 'ref' | 'op' | 'values'> & Pick<Partial<BoundFilter>, 'where' | 'period' | 'measure'>;

/** Entity whose rows a condition tests. */
export const entityOf = (pack: Pack, ref: string): string => target(pack, ref).entity;

/** Column a filter tests and the entity it belongs to; named filters test their own formula. */
function target(pack: Pack, ref: string): { entity: string; column: string } {
  const dimension = pack.dimensions.get(ref);
  if (dimension) return { entity: dimension.entity, column: dimension.column };
  const filter = pack.filters.get(ref);
  if (filter) return { entity: filter.entity, column: '' };
  const [entity = '', name = ''] = ref.split('.');
  if (!pack.entities.get(entity)?.columns.has(name)) throw new NoPlan(WHY.unknown(ref));
  return { entity, column: name };
}

/**
 * The conditions of a select. What the rows reach many-to-one is tested on the row; what they do not is tested
 * by membership, so that no row is repeated. Conditions on the same related rows are one membership. `time` dates the
 * rows, for days of the week.
 */
export function conditionsOn(source: Source, filters: Condition[], time?: string): Expr[] {
  const { pack } = source;
  const out: Expr[] = [];
  const related = new Map<string, Condition[]>();
  for (const filter of filters) {
    if (filter.op === 'exists' || filter.op === 'not-exists') {
      out.push(membership(source, filter));
      continue;
    }
    if (filter.ref === WEEKDAY) {
      out.push(onWeekdays(source, time, filter));
      continue;
    }
    const { entity } = target(pack, filter.ref);
    if (source.reaches(entity)) out.push(testOn(source, filter));
    else {
      const fact = commonFact(pack, [source.base, entity]);
      if (fact === undefined) throw new NoPlan(WHY.noSharedRows(labelOf(pack, source.base), labelOf(pack, entity)));
      if (isNegative(filter)) out.push(inRelated(source, fact, [positive(filter)], true));
      else related.set(fact, [...(related.get(fact) ?? []), filter]);
    }
  }
  for (const [fact, conditions] of related) out.push(inRelated(source, fact, conditions, false));
  return out;
}

const isNegative = ({ op }: Condition): boolean => op === 'ne' || op === 'not-in' || op === 'not-named';
const positive = (filter: Condition): Condition => ({ ...filter, op: filter.op === 'ne' ? 'eq' : filter.op === 'not-in' ? 'in' : 'named' });

/** base key [NOT] IN (related rows that pass). */
function inRelated(source: Source, fact: string, conditions: Condition[], negated: boolean): Expr {
  const { pack, base } = source;
  const [key, ...more] = pack.entities.get(base)!.grain;
  if (key === undefined || more.length > 0) throw new NoPlan(WHY.noSingleKey(labelOf(pack, base)));
  const inner = new Source(pack, fact, source.today);
  const keyThere = inner.column(base, key);
  const where = all([...conditionsOn(inner, conditions), ...(negated ? known(inner, base, key, keyThere) : [])]);
  return { kind: 'in-query', operand: column(key, base), query: query(select({ items: [item(keyThere)], from: inner.from, ...(where ? { where } : {}) })), negated };
}

/** NOT IN a list with one unknown key is true of nothing: where a key may be missing, only the known ones are listed. */
function known(inner: Source, entity: string, key: string, there: Expr): Expr[] {
  return inner.mayMiss(entity, key) ? [{ kind: 'null-test', operand: there, negated: true }] : [];
}

/** Members to which something did, or did not, happen. */
function membership(source: Source, filter: Condition): Expr {
  const { pack } = source;
  const dimension = pack.dimensions.get(filter.ref);
  const entity = dimension?.entity ?? filter.ref;
  const key = dimension?.column ?? pack.entities.get(entity)?.grain[0];
  if (key === undefined) throw new NoPlan(WHY.unknown(filter.ref));
  const operand = source.column(entity, key);
  const negated = filter.op === 'not-exists';
  if (filter.measure) {
    // One without any has no rows to be found among: it is not among those that have too many.
    const none = passesAtZero(pack, filter.measure);
    const measure = none ? { ...filter.measure, op: OPPOSITE[filter.measure.op] } : filter.measure;
    return { kind: 'in-query', operand, query: membersHaving(source, { entity, key }, measure, filter.where ?? [], filter.period ?? null), negated: negated !== none };
  }
  const rows = filter.values[0] ?? '';
  const inner = new Source(pack, rows, source.today);
  const there = inner.column(entity, key);
  const where = all([...conditionsOn(inner, filter.where ?? []), ...periodOn(inner, pack.entities.get(rows)?.time, filter.period ?? null), ...(negated ? known(inner, entity, key, there) : [])]);
  return { kind: 'in-query', operand, query: query(select({ items: [item(there)], from: inner.from, ...(where ? { where } : {}) })), negated };
}

function testOn(source: Source, filter: Condition): Expr {
  const { pack } = source;
  const named = pack.filters.get(filter.ref);
  if (named) {
    const test = mapColumns(named.where, (c) => source.column(c.qualifier[0] ?? '', c.name));
    return filter.op === 'not-named' ? not(test) : test;
  }
  const { entity, column: name } = target(pack, filter.ref);
  const operand = source.column(entity, name);
  const type = pack.entities.get(entity)?.columns.get(name)?.type;
  const literal = (value: string): Expr => (type === 'integer' || type === 'decimal' ? number(value) : type === 'date' || type === 'timestamp' ? date(value) : text(value));
  const [first = ''] = filter.values;
  switch (filter.op) {
    case 'is-null':
    case 'not-null':
      return { kind: 'null-test', operand, negated: filter.op === 'not-null' };
    case 'in':
    case 'not-in':
      return { kind: 'in-list', operand, items: filter.values.map(literal), negated: filter.op === 'not-in' };
    case 'eq':
      return binary(operand, '=', literal(first));
    case 'ne':
      return binary(operand, '<>', literal(first));
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return binary(operand, COMPARE[filter.op], literal(first));
    default:
      throw new NoPlan(WHY.condition(filter.op));
  }
}

function onWeekdays(source: Source, time: string | undefined, { op, values }: Condition): Expr {
  if (time === undefined) throw new NoPlan(WHY.noDate);
  return { kind: 'in-list', operand: weekdayOf(source, time), items: values.map(number), negated: op === 'not-in' };
}

/** Monday 1 to Sunday 7, on every engine. */
export function weekdayOf(source: Source, time: string): Expr {
  const [entity = '', name = ''] = time.split('.');
  return cast(call('extract', [text('isodow'), source.column(entity, name)]), 'integer');
}

export const COMPARE = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=', ne: '<>' } as const;

/** Half-open range on a time column, several when the period has parts. */
export function periodOn(source: Source, time: string | undefined, period: Period | null): Expr[] {
  if (!period || (period.from === null && period.to === null)) return [];
  if (time === undefined) throw new NoPlan(WHY.noDate);
  const [entity = '', name = ''] = time.split('.');
  const operand = source.column(entity, name);
  const range = ({ from, to }: { from: string | null; to: string | null }): Expr[] => [...(from ? [binary(operand, '>=', date(from))] : []), ...(to ? [binary(operand, '<', date(to))] : [])];
  if (!period.parts) return range(period);
  return [any(period.parts.map((part) => all(range(part))!))!];
}
