import type { DeclaredAggregate, DeclaredMetric, Expr, Finding } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { replaceNodes, sameTree, walk } from '../walk.js';
import { proveRows, type Asked, type Ground } from './metric-proof.js';

/** A declared metric as an expression over the rows of a FROM, and what the approver should know about it. */
export function metricValue(asked: Asked, metric: DeclaredMetric): { value: Expr; notes: Finding[] } {
  if (!metric.value) return refuse('unresolved-metric', `${asked.said} is not one aggregate over rows (a balance, a running total, a comparison of periods, amounts in several units or of versions): a query can't name it`, asked.at);
  const grounds = new Map(metric.parts.map((part) => [part.id, { part, ground: proveRows(asked, metric, part) }]));
  const notes = [...grounds.values()].flatMap(({ ground }) => ground.note ?? []);
  // A part of a formula is a column without a table; nothing else in it is a column. Each time it is a tree of its own.
  const value = replaceNodes(metric.value, (node) => {
    const one = node as Expr;
    const found = one.kind === 'column' ? grounds.get(one.name) : undefined;
    return found && aggregateOf(found.part, found.ground);
  });
  return { value: unlessFew(value, [...grounds.values()]), notes };
}

/** The aggregate under its own condition, so that those of one SELECT don't share theirs. */
function aggregateOf(part: DeclaredAggregate, ground: Ground): Expr {
  const { kind, value } = part;
  if (kind === 'count') return countOf(part, ground);
  const arg = placed(value!, ground);
  return kind === 'distinct' ? aggregate('count', arg, conditionOf(part, ground), true) : aggregate(kind, arg, conditionOf(part, ground));
}

const aggregate = (name: string, arg: Expr, filter: Expr | undefined, distinct = false): Expr => ({ kind: 'call', name, args: [arg], distinct, orderBy: [], withinGroup: [], ...(filter ? { filter } : {}) });

/** Rows that an outer join made up have no key, and are not counted. */
function countOf(part: DeclaredAggregate, ground: Ground): Expr {
  const { measured, repeated } = ground;
  const arg: Expr = repeated || measured.optional ? keyOf(part, ground) : { kind: 'star', qualifier: [] };
  return aggregate('count', arg, conditionOf(part, ground), repeated);
}

const keyOf = ({ of }: DeclaredAggregate, { measured, column }: Ground): Expr => column(of, measured.entity!.key[0]!);

function conditionOf(part: DeclaredAggregate, ground: Ground): Expr | undefined {
  const declared = part.where && placed(part.where, ground);
  // A value of what the rows point to may be there where an outer join made the row up.
  const ownValue = part.kind === 'count' || hasColumnOf(part.value, part.of);
  const there: Expr | undefined = ground.measured.optional && !ownValue ? { kind: 'null-test', operand: keyOf(part, ground), negated: true } : undefined;
  return declared && there ? { kind: 'logical', op: 'and', operands: [there, ...(declared.kind === 'logical' && declared.op === 'and' ? declared.operands : [declared])] } : (declared ?? there);
}

function hasColumnOf(value: Expr | undefined, entity: string): boolean {
  let found = false;
  walk<Expr>(value, (node) => void (found ||= node.kind === 'column' && node.qualifier[0] === entity));
  return found;
}

/** NULL where too few are behind the figure for it to be nobody's own. */
function unlessFew(value: Expr, grounds: readonly { part: DeclaredAggregate; ground: Ground }[]): Expr {
  const enough = grounds.flatMap(({ part, ground }): Expr[] => {
    const { smallGroup } = part;
    return smallGroup ? [{ kind: 'binary', op: '>=', left: aggregate('count', placed(smallGroup.of, ground), conditionOf(part, ground), true), right: { kind: 'number', text: String(smallGroup.least) } }] : [];
  });
  const different = enough.filter((e, i) => !enough.slice(0, i).some((other) => sameTree(e, other)));
  if (different.length === 0) return value;
  return { kind: 'case', branches: [{ when: different.length === 1 ? different[0]! : { kind: 'logical', op: 'and', operands: different }, then: value }] };
}

/** A declared expression with its columns where they are in this FROM. */
export function placed(declared: Expr, { column }: Pick<Ground, 'column'>): Expr {
  return replaceNodes(declared, (node) => {
    const one = node as Expr;
    return one.kind === 'column' ? column(one.qualifier[0]!, one.name) : undefined;
  });
}
