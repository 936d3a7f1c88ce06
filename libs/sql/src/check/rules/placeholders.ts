import type { Expr, GateInput } from '@countersign/contracts';
import { nearestNames } from '../../nearest.js';
import { MAX_NAMED } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import type { Rule } from '../rule.js';

/** `metric('x')` and `filter('x')` stand for declared definitions: whatever they name has to be declared. */
export const placeholders: Rule = {
  name: 'placeholders',
  check({ query, input }) {
    let count = 0;
    everyNode<Expr>(query).forEach((node) => {
      if ((node.kind === 'metric' || node.kind === 'named-filter') && ++count > MAX_NAMED) refuse('oversize', `more than ${MAX_NAMED} metrics and filters are named`, node.at);
      if (node.kind === 'metric') checkMetric(input, node.id, node.at);
      if (node.kind === 'named-filter') checkFilter(input, node.id, node.at);
    });
  },
};

function checkMetric({ declarations, scope }: GateInput, id: string, at: number | undefined): void {
  if (!declarations) return refuse('unresolved-metric', `there is no definition of the metric ${id}: no pack was given`, at);
  if (!scope) refuse('scope-required', 'metric(\'…\') needs a scope: its definition is bound to tables', at);
  const open = declarations.metrics.filter((metric) => !metric.private);
  if (!open.some((metric) => metric.id === id)) refuse('unresolved-metric', `the pack declares no metric ${id}`, at, nearestNames(id, open.map((metric) => metric.id)));
}

function checkFilter({ declarations, scope }: GateInput, id: string, at: number | undefined): void {
  if (!declarations) return refuse('unresolved-filter', `there is no definition of the filter ${id}: no pack was given`, at);
  if (!scope) refuse('scope-required', 'filter(\'…\') needs a scope: its definition is bound to tables', at);
  if (!declarations.filters.some((filter) => filter.id === id)) refuse('unresolved-filter', `the pack declares no filter ${id}`, at, nearestNames(id, declarations.filters.map((filter) => filter.id)));
}
