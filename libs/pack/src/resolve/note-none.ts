import { passesAtZero } from '../plan/at-zero.js';
import { countsNone } from '../plan/with-none.js';
import type { Draft } from './draft.js';

/** "fewer than 3 orders" is true of those with none too: the reader is told that they are among them. */
export function noteNone({ pack, filters, dimensions, metrics, having, notes }: Draft): void {
  if (filters.some((f) => f.op === 'exists' && f.measure !== undefined && passesAtZero(pack, f.measure)) || countsNone(pack, { dimensions, metrics, having })) notes.push({ code: 'none-counted' });
}
