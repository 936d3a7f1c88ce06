import type { Expr } from '@countersign/contracts';
import { MAX_PATTERN_COUNTS, MAX_PATTERN_LENGTH } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { everyNode } from '../../walk.js';
import type { Rule } from '../rule.js';

/**
 * A regular expression is a program: back-references and large counts in counts make it run for as long as one likes.
 * A pattern is written out, or comes out of a table.
 */
export const regularExpressions: Rule = {
  name: 'regular-expressions',
  check({ query }) {
    everyNode<Expr>(query).forEach((node) => {
      if (node.kind === 'like' && node.type !== 'like' && node.type !== 'ilike') checkPattern(node.pattern);
      if (node.kind === 'call' && node.name.startsWith('regexp_')) checkPattern(node.args[1]);
      if (node.kind === 'call' && node.name === 'substring' && node.args.length === 2 && node.args[1]?.kind === 'string') checkPattern(node.args[1]);
    });
  },
};

function checkPattern(pattern: Expr | undefined): void {
  if (!pattern) return;
  if (pattern.kind !== 'string') {
    if (!readsRows(pattern)) refuse('costly-pattern', 'write the regular expression as one string', pattern.at);
    return;
  }
  const text = pattern.value;
  if (text.length > MAX_PATTERN_LENGTH) refuse('costly-pattern', `a regular expression may have ${MAX_PATTERN_LENGTH} characters`, pattern.at);
  if (/\\[1-9]/.test(text)) refuse('costly-pattern', 'back-references are not allowed in a regular expression', pattern.at);
  const counts = [...text.matchAll(/\{(\d+)(?:,(\d*))?\}/g)].reduce((product, [, low, high]) => product * Math.max(1, Number(high || low)), 1);
  if (counts > MAX_PATTERN_COUNTS) refuse('costly-pattern', 'the counts in the regular expression multiply to too many', pattern.at);
}

function readsRows(tree: Expr): boolean {
  let found = false;
  everyNode<{ kind: string }>(tree).forEach((node) => {
    if (node.kind === 'column' || node.kind === 'table') found = true;
  });
  return found;
}
