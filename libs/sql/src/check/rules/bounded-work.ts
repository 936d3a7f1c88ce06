import { estimateQuery } from '../estimate/query.js';
import type { Rule } from '../rule.js';

/**
 * A few characters may ask for gigabytes or for ever: `repeat('x', 1000000000)`, `generate_series(1, 1e12)`, a recursion that nothing
 * ends. What makes values longer, rows more or steps another has to say how many, in the text; no limit on rows or cost sees
 * it otherwise.
 */
export const boundedWork: Rule = {
  name: 'bounded-work',
  check({ query, rules, input }) {
    const nameKey = rules.nameKey?.bind(rules);
    estimateQuery({ digits: new Map(), dialect: input.dialect, nameKey, keyOf: nameKey ?? ((name): string => name) }, query, { ctes: undefined, parent: undefined, around: 1 });
  },
};
