import type { DeclaredAggregate, DeclaredMetric, Expr, Finding } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { replaceNodes } from '../walk.js';
import { proveRows, type Asked, type Ground } from './metric-proof.js';

/** A declared metric as an expression over the rows of a FROM, and what the approver should know about it. */
export function metricValue(asked: Asked, metric: DeclaredMetric): { value: Expr; notes: Finding[] } {
  if (!metric.value) return refuse('unresolved-metric', `${asked.said} is not an aggregate of one SELECT: it can't be written into one`, asked.at);
  const grounds = new Map(metric.parts.map((part) => [part.id, { part, ground: proveRows(asked, metric, part) }]));
  const notes = [...grounds.values()].flatMap(({ ground }) => ground.note ?? []);
  // A part of a formula is a column without a table; nothing else in it is a column. Each time it is a tree of its own.
  const value = replaceNodes(metric.value, (node) => {
    const one = node as Expr;
    const found = one.kind === 'column' ? grounds.get(one.name) : undefined;
    return found && aggregateOf(found.part, found.ground);
  });
  return { value, notes };
}

/** The aggregate under its own condition, so that those of one SELECT don't share theirs. */
function aggregateOf(part: DeclaredAggregate, ground: Ground): Expr {
  const { kind, value, where } = part;
  const filter = where ? { filter: placed(where, ground) } : {};
  const call = (name: string, arg: Expr, distinct = false): Expr => ({ kind: 'call', name, args: [arg], distinct, orderBy: [], withinGroup: [], ...filter });
  if (kind === 'count') return countOf(part, ground, call);
  return kind === 'distinct' ? call('count', placed(value!, ground), true) : call(kind, placed(value!, ground));
}

/** Rows that an outer join made up have no key, and are not counted. */
function countOf({ of }: DeclaredAggregate, { measured, repeated, column }: Ground, call: (name: string, arg: Expr, distinct?: boolean) => Expr): Expr {
  if (!repeated && !measured.optional) return call('count', { kind: 'star', qualifier: [] });
  return call('count', column(of, measured.entity!.key[0]!), repeated);
}

/** A declared expression with its columns where they are in this FROM. */
export function placed(declared: Expr, { column }: Pick<Ground, 'column'>): Expr {
  return replaceNodes(declared, (node) => {
    const one = node as Expr;
    return one.kind === 'column' ? column(one.qualifier[0]!, one.name) : undefined;
  });
}
