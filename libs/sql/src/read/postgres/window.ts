import type { FrameBound, Window, WindowFrame } from '@countersign/contracts';
import type { Node, WindowDef } from 'libpg-query';
import { refuse } from '../../refusal.js';
import { only, type Reading } from './context.js';
import { exprOf } from './expr.js';
import { orderOf } from './query.js';

/** Bits of PostgreSQL's `frameOptions` (nodes/parsenodes.h). */
const FRAME = {
  nonDefault: 0x1, rows: 0x4, groups: 0x8, between: 0x10, startUnboundedPreceding: 0x20, endUnboundedFollowing: 0x100,
  startCurrentRow: 0x200, endCurrentRow: 0x400, startPreceding: 0x800, endPreceding: 0x1000, startFollowing: 0x2000, endFollowing: 0x4000,
  excludeCurrentRow: 0x8000, excludeGroup: 0x10000, excludeTies: 0x20000,
} as const;

export function windowOf(ctx: Reading, def: WindowDef): Window {
  only('window', def, ['name', 'refname', 'partitionClause', 'orderClause', 'frameOptions', 'startOffset', 'endOffset']);
  const base = def.name ?? def.refname;
  const frame = frameOf(ctx, def);
  return {
    ...(base ? { base } : {}),
    partitionBy: (def.partitionClause ?? []).map((e) => exprOf(ctx, e)),
    orderBy: orderOf(ctx, def.orderClause),
    ...(frame ? { frame } : {}),
  };
}

function frameOf(ctx: Reading, def: WindowDef): WindowFrame | undefined {
  const bits = def.frameOptions ?? 0;
  const has = (bit: number): boolean => (bits & bit) !== 0;
  if (!has(FRAME.nonDefault)) return undefined;
  const exclude = has(FRAME.excludeCurrentRow) ? 'current-row' : has(FRAME.excludeGroup) ? 'group' : has(FRAME.excludeTies) ? 'ties' : undefined;
  return {
    unit: has(FRAME.rows) ? 'rows' : has(FRAME.groups) ? 'groups' : 'range',
    start: bound(ctx, def.startOffset, has(FRAME.startUnboundedPreceding), has(FRAME.startCurrentRow), has(FRAME.startPreceding), has(FRAME.startFollowing), 'unbounded-preceding'),
    ...(has(FRAME.between) ? { end: bound(ctx, def.endOffset, has(FRAME.endUnboundedFollowing), has(FRAME.endCurrentRow), has(FRAME.endPreceding), has(FRAME.endFollowing), 'unbounded-following') } : {}),
    ...(exclude ? { exclude } : {}),
  };
}

function bound(ctx: Reading, offset: Node | undefined, unbounded: boolean, current: boolean, preceding: boolean, following: boolean, name: 'unbounded-preceding' | 'unbounded-following'): FrameBound {
  if (unbounded) return { kind: name };
  if (current) return { kind: 'current-row' };
  if (!offset || preceding === following) refuse('forbidden-node', 'this window frame is not allowed');
  return { kind: preceding ? 'preceding' : 'following', offset: exprOf(ctx, offset) };
}
