import type { BoundFilter, Expr, Period, Query } from '@countersign/contracts';
import { leavesOf } from '../describe/metric-parts.js';
import { balanceRows } from './balance.js';
import { COMPARE, conditionsOn, periodOn } from './conditions.js';
import { all, binary, item, number, query, select } from './expr.js';
import { aggregateOf } from './leaf.js';
import { metricExpr, needMetric } from './metric-expr.js';
import { commonFact, reaches } from './join-graph.js';
import { NoPlan } from './no-plan.js';
import { labelOf, WHY } from './why-not.js';
import { Source } from './source.js';

/** Keys of the members whose metric passes a threshold, one row each. */
export function membersHaving({ pack, today }: Pick<Source, 'pack' | 'today'>, member: { entity: string; key: string }, measure: NonNullable<BoundFilter['measure']>, where: Pick<BoundFilter, 'ref' | 'op' | 'values'>[], period: Period | null): Query {
  const leaves = leavesOf(pack, measure.ref);
  const [leaf] = leaves;
  // What a rate or an average is made of is taken over the same rows, or it is no one figure of a member.
  if (!leaf || leaves.some((l) => l.of !== leaf.of || l.time !== leaf.time || l.where.join() !== leaf.where.join() || (l.balance !== undefined && leaves.length > 1))) throw new NoPlan(WHY.noMemberFigure(needMetric(pack, measure.ref).label));
  // Different values may be counted over rows that repeat them; nothing else may.
  const base = reaches(pack, leaf.of, member.entity) ? leaf.of : leaf.kind === 'distinct' ? commonFact(pack, [leaf.of, member.entity]) : undefined;
  if (base === undefined) throw new NoPlan(WHY.notOfMember(leaf.label, labelOf(pack, member.entity)));
  const rows = balanceRows({ pack, today, dimensions: [], period }, leaf);
  const source = new Source(pack, base, today, rows ? { rows } : {});
  const key = source.column(member.entity, member.key);
  const value = metricExpr(pack, measure.ref, (part): Expr => aggregateOf(source, { leaf: part, base, distinctKey: null, proof: '' }, undefined));
  const nullable = pack.entities.get(member.entity)?.columns.get(member.key)?.nulls === 'allowed' || source.mayMiss(member.entity, member.key);
  const kept = all([...source.kept, ...conditionsOn(source, leaf.where.map((ref) => ({ ref, op: 'named' as const, values: [] }))), ...conditionsOn(source, where), ...(rows ? [] : periodOn(source, leaf.time, period)), ...(nullable ? [{ kind: 'null-test' as const, operand: key, negated: true }] : [])]);
  return query(select({ items: [item(key)], from: source.from, ...(kept ? { where: kept } : {}), groupBy: [{ kind: 'group-expr', expr: key }], having: binary(value, COMPARE[measure.op], number(measure.value)) }));
}
