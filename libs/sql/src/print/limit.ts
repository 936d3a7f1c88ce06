import type { Query } from '@countersign/contracts';
import { refuse } from '../refusal.js';
import { syntaxOf, type Printing } from './printing.js';

/** Where an engine writes the row limit: behind SELECT, or in lines behind ORDER BY. */
export function printLimit(p: Printing, { limit, offset, body, orderBy }: Query): { top: string; lines: string[] } {
  switch (syntaxOf(p).limit) {
    case 'limit': return { top: '', lines: [...(limit === null ? [] : [`LIMIT ${limit}`]), ...(offset > 0 ? [`OFFSET ${offset}`] : [])] };
    case 'fetch': return { top: '', lines: [...(offset > 0 ? [`OFFSET ${offset} ROWS`] : []), ...(limit === null ? [] : [`FETCH FIRST ${limit} ROWS ONLY`])] };
    case 'top': {
      if (limit === null && offset === 0) return { top: '', lines: [] };
      if (offset === 0 && body.kind === 'select') return { top: `TOP (${limit}) `, lines: [] };
      if (orderBy.length === 0) return refuse('not-in-dialect', 'rows can\'t be skipped here without ORDER BY');
      return { top: '', lines: [`OFFSET ${offset} ROWS`, ...(limit === null ? [] : [`FETCH NEXT ${limit} ROWS ONLY`])] };
    }
    // `formLimits` has seen to it that a limit is only on queries whose WHERE can count.
    case 'none': return { top: '', lines: [] };
  }
}
