import type { FrameBound, NamedWindow, OrderItem, Window, WindowFrame } from '@countersign/contracts';
import { refuse } from '../../refusal.js';
import { nameOf, only, type Json, type Reading } from './context.js';
import { exprOf } from './expr.js';

export function orderOf(ctx: Reading, list: unknown): OrderItem[] {
  return ((list as Json[] | null | undefined) ?? []).map((item) => {
    only('ORDER BY', item, ['this', 'desc', 'nulls_first']);
    const explicit = item['nulls_first'];
    if (typeof explicit === 'boolean' && !ctx.grammar.nullsOrder) refuse('forbidden-node', 'NULLS FIRST and NULLS LAST are not part of this dialect');
    const nulls = typeof explicit === 'boolean' ? { nulls: explicit ? ('first' as const) : ('last' as const) } : {};
    return { expr: exprOf(ctx, item['this']), direction: item['desc'] === true ? 'desc' : 'asc', ...nulls };
  });
}

/** What follows OVER, or a name in WINDOW. */
export function overOf(ctx: Reading, over: Json): Window {
  only('window', over, ['window_name', 'partition_by', 'order_by', 'frame']);
  const frame = over['frame'] ? { frame: frameOf(ctx, over['frame'] as Json) } : {};
  return {
    ...(over['window_name'] ? { base: nameOf(ctx, over['window_name']) } : {}),
    partitionBy: ((over['partition_by'] as unknown[] | null) ?? []).map((e) => exprOf(ctx, e)),
    orderBy: orderOf(ctx, over['order_by']),
    ...frame,
  };
}

export function namedWindowOf(ctx: Reading, node: Json): NamedWindow {
  only('WINDOW', node, ['name', 'spec']);
  return { name: nameOf(ctx, node['name']), window: overOf(ctx, node['spec'] as Json) };
}

const UNITS: Readonly<Record<string, WindowFrame['unit']>> = { Rows: 'rows', Range: 'range', Groups: 'groups' };
const EXCLUDED: Readonly<Record<string, WindowFrame['exclude']>> = { CurrentRow: 'current-row', Group: 'group', Ties: 'ties' };

function frameOf(ctx: Reading, frame: Json): WindowFrame {
  only('window frame', frame, ['kind', 'start', 'end', 'exclude']);
  const unit = UNITS[String(frame['kind'])] ?? refuse('forbidden-node', 'this window frame is not allowed');
  const exclude = frame['exclude'] && frame['exclude'] !== 'NoOthers' ? EXCLUDED[String(frame['exclude'])] ?? refuse('forbidden-node', 'this window frame is not allowed') : undefined;
  return { unit, start: boundOf(ctx, frame['start']), ...(frame['end'] ? { end: boundOf(ctx, frame['end']) } : {}), ...(exclude ? { exclude } : {}) };
}

const BARE: Readonly<Record<string, FrameBound>> = { CurrentRow: { kind: 'current-row' }, UnboundedPreceding: { kind: 'unbounded-preceding' }, UnboundedFollowing: { kind: 'unbounded-following' } };

function boundOf(ctx: Reading, bound: unknown): FrameBound {
  if (typeof bound === 'string') return BARE[bound] ?? refuse('forbidden-node', 'this window frame is not allowed');
  const { Preceding: preceding, Following: following } = bound as Json;
  if (preceding) return { kind: 'preceding', offset: exprOf(ctx, preceding) };
  if (following) return { kind: 'following', offset: exprOf(ctx, following) };
  return refuse('forbidden-node', 'this window frame is not allowed');
}
