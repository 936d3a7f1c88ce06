import type { Expr } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import type { Rule } from '../rule.js';

/** `metric('x')` and `filter('x')` stand for declared definitions; one that is still there has none. */
export const placeholders: Rule = {
  name: 'placeholders',
  check({ query }) {
    everyNode<Expr>(query).forEach((node) => {
      if (node.kind === 'metric') refuse('unresolved-metric', `there is no definition of the metric ${node.id}`, node.at);
      if (node.kind === 'named-filter') refuse('unresolved-filter', `there is no definition of the filter ${node.id}`, node.at);
    });
  },
};
