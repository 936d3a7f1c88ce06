import type { Rewriting } from './steps.js';

/** The outermost query gets the row limit: put in when there is none, lowered when larger. Set operations too. */
export function limitRows(r: Rewriting): Rewriting {
  const maxRows = r.input.maxRows ?? 1000;
  const { limit } = r.query;
  if (limit !== null && limit <= maxRows) return r;
  const note = limit === null ? `limit ${maxRows} added` : `limit lowered from ${limit} to ${maxRows}`;
  return { ...r, query: { ...r.query, limit: maxRows }, notes: [...r.notes, note] };
}
