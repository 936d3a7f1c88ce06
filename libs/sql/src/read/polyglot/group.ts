import type { Expr, GroupItem } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { only, open, type Json, type Reading } from './context.js';
import { exprOf } from './expr.js';

export function groupOf(ctx: Reading, group: Json | null): GroupItem[] {
  if (!group) return [];
  only('GROUP BY', group, ['expressions']);
  const nodes = group['expressions'] as unknown[];
  const [lastKind, last] = open(nodes.at(-1));
  // GROUP BY a, b WITH ROLLUP puts the word behind the list.
  if ((lastKind === 'rollup' || lastKind === 'cube') && (last['expressions'] as unknown[] | undefined ?? []).length === 0) {
    return [{ kind: 'grouping-sets', type: lastKind, items: nodes.slice(0, -1).map((n) => [exprOf(ctx, n)]) }];
  }
  return nodes.map((n) => itemOf(ctx, n));
}

const SETS: Readonly<Record<string, 'rollup' | 'cube' | 'sets'>> = { rollup: 'rollup', cube: 'cube', 'grouping sets': 'sets', grouping_sets: 'sets' };

function itemOf(ctx: Reading, node: unknown): GroupItem {
  const [kind, fields] = open(node);
  if (kind === 'tuple') return { kind: 'group-tuple', items: tupleOf(ctx, fields) };
  const type = SETS[kind === 'function' ? String(fields['name']).toLowerCase() : kind];
  if (!type) return { kind: 'group-expr', expr: exprOf(ctx, node) };
  only(type, fields, kind === 'function' ? ['name', 'args'] : ['expressions']);
  const content = ((kind === 'function' ? fields['args'] : fields['expressions']) as unknown[] | undefined) ?? [];
  if (content.length === 0) refuse('unparseable', `${type.toUpperCase()} is empty`);
  return type === 'sets' ? { kind: 'grouping-sets', type, items: content.map((c) => setOf(ctx, c)) } : { kind: 'grouping-sets', type, items: content.map((c) => elementOf(ctx, c)) };
}

/** A set of one is the expression itself, as written with or without brackets. */
function setOf(ctx: Reading, node: unknown): GroupItem {
  const [kind, fields] = open(node);
  if (kind === 'paren') return { kind: 'group-expr', expr: exprOf(ctx, fields['this']) };
  const item = itemOf(ctx, node);
  return item.kind === 'group-tuple' && item.items.length === 1 ? { kind: 'group-expr', expr: item.items[0]! } : item;
}

function elementOf(ctx: Reading, node: unknown): Expr[] {
  const [kind, fields] = open(node);
  return kind === 'tuple' ? tupleOf(ctx, fields) : [exprOf(ctx, node)];
}

function tupleOf(ctx: Reading, fields: Json): Expr[] {
  only('GROUP BY', fields, ['expressions']);
  return ((fields['expressions'] as unknown[] | undefined) ?? []).map((e) => exprOf(ctx, e));
}
