import type { Cte, Expr, Query, QueryBody, Select, TableRef } from '@countersign/contracts';
import { MAX_RECURSION } from '../../limits.js';
import { refuse } from '../../refusal.js';
import { walk } from '../../walk.js';
import { constantNumber } from '../constant.js';
import type { Rule } from '../rule.js';

/**
 * A recursive CTE must end by what it says: its repeated part compares something with <, <=, >, >= or BETWEEN (a
 * depth, a date), or it is a UNION of plain columns, which stops when no new row appears.
 */
export const unboundedRecursion: Rule = {
  name: 'unbounded-recursion',
  check({ query }) {
    walk<Query>(query, (node) => {
      if (node.kind === 'query' && node.with?.recursive) node.with.ctes.filter(refersToItself).forEach(checkCte);
    });
  },
};

function refersToItself(cte: Cte): boolean {
  return readsFrom(cte.query, cte.name);
}

function readsFrom(tree: unknown, name: string): boolean {
  let found = false;
  walk<TableRef>(tree, (node) => {
    if (node.kind === 'table' && node.name.length === 1 && node.name[0] === name) found = true;
  });
  return found;
}

function checkCte(cte: Cte): void {
  const body = cte.query.body;
  if (body.kind !== 'set-operation' || body.op !== 'union') refuse('unbounded-recursion', `${cte.name} refers to itself outside a UNION`, cte.at);
  const selects = selectsOf(body.right).filter((s) => readsFrom(s, cte.name));
  const ends = selects.every((s) => hasBound(s) || (!body.all && s.items.every((i) => i.expr.kind === 'column')));
  if (!ends) refuse('unbounded-recursion', `nothing ends the recursion of ${cte.name}: add a bound such as WHERE depth < 20`, cte.at);
}

function selectsOf(body: QueryBody): Select[] {
  if (body.kind === 'select') return [body];
  if (body.kind === 'query') return selectsOf(body.body);
  return body.kind === 'set-operation' ? [...selectsOf(body.left), ...selectsOf(body.right)] : [];
}

function hasBound(select: Select): boolean {
  let bound = false;
  const look = (tree: unknown): void => walk<Expr>(tree, (e) => {
    if (e.kind === 'binary' && ['<', '<=', '>', '>='].includes(e.op)) bound ||= [e.left, e.right].some(mentionsColumn) && [e.left, e.right].every(isNear);
    if (e.kind === 'between') bound ||= mentionsColumn(e.operand) && isNear(e.high);
  });
  look(select.where);
  walk<{ kind: string; on?: unknown }>(select.from, (node) => {
    if (node.kind === 'query') return false;
    if (node.kind === 'join') look(node.on);
  });
  return bound;
}

/** `n < 1000000000` ends the recursion when nobody waits for it any more. */
const isNear = (e: Expr): boolean => (constantNumber(e) ?? 0) <= MAX_RECURSION;

function mentionsColumn(tree: Expr): boolean {
  let found = false;
  walk<Expr>(tree, (e) => {
    if (e.kind === 'column') found = true;
  });
  return found;
}
