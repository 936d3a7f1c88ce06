import type { FrameBound, Window } from '@countersign/contracts';
import { printOperand } from './expr.js';
import { printOrder } from './query.js';
import type { Printing } from './printing.js';

const EXCLUDE = { 'current-row': 'CURRENT ROW', group: 'GROUP', ties: 'TIES' } as const;

/** The bracketed specification, as in WINDOW w AS (…). */
export function printWindow(p: Printing, window: Window): string {
  const parts: string[] = [];
  if (window.base) parts.push(p.rules.quoteName(window.base));
  if (window.partitionBy.length) parts.push(`PARTITION BY ${window.partitionBy.map((e) => printOperand(p, e)).join(', ')}`);
  if (window.orderBy.length) parts.push(`ORDER BY ${printOrder(p, window.orderBy)}`);
  if (window.frame) {
    const { unit, start, end, exclude } = window.frame;
    const range = end ? `BETWEEN ${bound(p, start)} AND ${bound(p, end)}` : bound(p, start);
    parts.push(`${unit.toUpperCase()} ${range}${exclude ? ` EXCLUDE ${EXCLUDE[exclude]}` : ''}`);
  }
  return `(${parts.join(' ')})`;
}

/** What follows OVER: the bare name when it only refers to a named window. */
export function printOver(p: Printing, window: Window): string {
  const bare = window.base && !window.partitionBy.length && !window.orderBy.length && !window.frame;
  return bare ? p.rules.quoteName(window.base!) : printWindow(p, window);
}

function bound(p: Printing, at: FrameBound): string {
  switch (at.kind) {
    case 'unbounded-preceding': return 'UNBOUNDED PRECEDING';
    case 'unbounded-following': return 'UNBOUNDED FOLLOWING';
    case 'current-row': return 'CURRENT ROW';
    case 'preceding': return `${printOperand(p, at.offset)} PRECEDING`;
    case 'following': return `${printOperand(p, at.offset)} FOLLOWING`;
  }
}
