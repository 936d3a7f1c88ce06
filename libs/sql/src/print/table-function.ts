import type { TableColumn, TableFunction } from '@countersign/contracts';
import { isColumnType } from '../dialects/clauses.js';
import { refuse } from '../refusal.js';
import { printCall } from './expr.js';
import type { Printing } from './printing.js';

/** A function in FROM with the columns that it is asked for: `json_table(doc, '$' COLUMNS (…))`, `openjson(doc) WITH (…)`. */
export function printSet(p: Printing, { call, columns }: TableFunction): string {
  const printed = printCall(p, call);
  if (!columns?.some((c) => c.nested !== undefined || c.type !== undefined || c.how !== undefined || c.path !== undefined)) return printed;
  const list = columns.map((c) => printColumn(p, c)).join(', ');
  if (p.rules.name === 'tsql') return `${printed} WITH (${list})`;
  return `${printed.slice(0, -1)} COLUMNS (${list}))`;
}

function printColumn(p: Printing, { name, type, path, how, onError, onEmpty, nested }: TableColumn): string {
  if (nested) return `NESTED PATH ${p.rules.quoteString(path!)} COLUMNS (${nested.map((c) => printColumn(p, c)).join(', ')})`;
  if (type !== undefined && !isColumnType(type)) refuse('unknown-type', `type ${type} can't be said here`);
  const tsql = p.rules.name === 'tsql';
  const parts = [
    p.rules.quoteName(name), ...(how === 'ordinality' ? ['FOR ORDINALITY'] : []), ...(type !== undefined ? [type] : p.plainly && how !== 'ordinality' ? ['CLOB'] : []), ...(how === 'exists' ? ['EXISTS'] : []), ...(how === 'json' && !tsql && !p.plainly ? ['FORMAT JSON'] : []),
    ...(path === undefined ? [] : [tsql ? p.rules.quoteString(path) : `PATH ${p.rules.quoteString(path)}`]), ...(how === 'json' && tsql ? ['AS JSON'] : []),
    ...(onEmpty ? [`${onEmpty.toUpperCase()} ON EMPTY`] : []), ...(onError ? [`${onError.toUpperCase()} ON ERROR`] : []),
  ];
  return parts.join(' ');
}
