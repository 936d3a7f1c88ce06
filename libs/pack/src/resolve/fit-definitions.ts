import type { Expr } from '@countersign/contracts';
import { metricOf } from '../describe/refs.js';
import { leavesOf, refuse, type Draft, type Stop } from './draft.js';
import { REASONS } from './reasons.js';

/** "gross revenue of cancelled orders", where cancelled ones are no part of it by definition: an empty or partial figure would pass for the one that was asked for. */
export function fitDefinitions(draft: Draft): Stop | undefined {
  const { pack, metrics, filters, ask } = draft;
  for (const { ref, op, values, label } of filters) {
    const dimension = pack.dimensions.get(ref);
    if (!dimension || (op !== 'eq' && op !== 'in')) continue;
    for (const metric of metrics) {
      const defined = leavesOf(pack, metric.ref).flatMap((leaf) => leaf.where.map((id) => pack.filters.get(id)!.where));
      const leftOut = (value: string): boolean => defined.some((where) => excludes(where, dimension, value));
      if (values.some(leftOut)) return refuse(draft, 'no-correct-plan', { detail: REASONS.leftOutByDefinition(ask.locale, metricOf(pack, metric.ref)!.label[ask.locale], label) });
    }
  }
  return undefined;
}

/** Whether a condition can't hold where a column has a value; of what it can't be told, it may. */
function excludes(where: Expr, column: { entity: string; column: string }, value: string): boolean {
  const isColumn = (e: Expr): boolean => e.kind === 'column' && e.qualifier[0] === column.entity && e.name === column.column;
  const is = (e: Expr): boolean => e.kind === 'string' && e.value === value;
  if (where.kind === 'logical') return where.operands[where.op === 'and' ? 'some' : 'every']((part) => excludes(part, column, value));
  if (where.kind === 'binary' && (where.op === '=' || where.op === '<>') && isColumn(where.left) && where.right.kind === 'string') return is(where.right) !== (where.op === '=');
  return where.kind === 'in-list' && isColumn(where.operand) && where.items.every((item) => item.kind === 'string') && where.items.some(is) === where.negated;
}
