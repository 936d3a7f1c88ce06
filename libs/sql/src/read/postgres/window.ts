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

/** Which bits say what of one end of a frame. */
interface BoundBits {
  unbounded: number;
  current: number;
  preceding: number;
  following: number;
}
const START: BoundBits = { unbounded: FRAME.startUnboundedPreceding, current: FRAME.startCurrentRow, preceding: FRAME.startPreceding, following: FRAME.startFollowing };
const END: BoundBits = { unbounded: FRAME.endUnboundedFollowing, current: FRAME.endCurrentRow, preceding: FRAME.endPreceding, following: FRAME.endFollowing };

function frameOf(ctx: Reading, def: WindowDef): WindowFrame | undefined {
  const bits = def.frameOptions ?? 0;
  const has = (bit: number): boolean => (bits & bit) !== 0;
  if (!has(FRAME.nonDefault)) return undefined;
  const exclude = has(FRAME.excludeCurrentRow) ? 'current-row' : has(FRAME.excludeGroup) ? 'group' : has(FRAME.excludeTies) ? 'ties' : undefined;
  return {
    unit: has(FRAME.rows) ? 'rows' : has(FRAME.groups) ? 'groups' : 'range',
    start: boundOf(ctx, has, START, def.startOffset),
    ...(has(FRAME.between) ? { end: boundOf(ctx, has, END, def.endOffset) } : {}),
    ...(exclude ? { exclude } : {}),
  };
}

function boundOf(ctx: Reading, has: (bit: number) => boolean, bits: BoundBits, offset: Node | undefined): FrameBound {
  if (has(bits.unbounded)) return { kind: bits === START ? 'unbounded-preceding' : 'unbounded-following' };
  if (has(bits.current)) return { kind: 'current-row' };
  const preceding = has(bits.preceding);
  if (!offset || preceding === has(bits.following)) refuse('forbidden-node', 'this window frame is not allowed');
  return { kind: preceding ? 'preceding' : 'following', offset: exprOf(ctx, offset) };
}
