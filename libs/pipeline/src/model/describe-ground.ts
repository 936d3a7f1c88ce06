import type { Ground, GroundTable } from './visible-ground.js';
import { untrusted } from './untrusted.js';

/** Bytes of catalogue that go into the first message; what is larger is looked up by tools. */
const FULL_BYTES = 16_000;

/** One table, a line a column. */
export function describeTable({ name, label, comment, rows, columns }: GroundTable): string {
  const head = `table ${name} ${untrusted(label)}${rows === null ? '' : ` about ${rows} rows`}${comment === null ? '' : ` comment ${untrusted(comment)}`}`;
  return [head, ...columns.map((column) => `  ${column.name} ${column.type}${column.key ? ' key' : ''}${column.references === null ? '' : ` -> ${column.references}`} ${untrusted(column.label, 60)}${column.comment === null ? '' : ` comment ${untrusted(column.comment)}`}`)].join('\n');
}

/** Names only. */
export function listTables({ tables }: Ground): string {
  return tables.map(({ name, label, rows }) => `${name} ${untrusted(label, 60)}${rows === null ? '' : ` about ${rows} rows`}`).join('\n');
}

/**
 * What a model is shown at once: everything where that is small, else as many names as fit.
 *
 * @example describeGround({ tables: [], metrics: [], filters: [] }) // '(nothing is granted)'
 */
export function describeGround(ground: Ground): string {
  if (ground.tables.length === 0) return '(nothing is granted)';
  const full = ground.tables.map(describeTable).join('\n');
  const tables = full.length <= FULL_BYTES ? full : `Too many tables to show in full; use search_schemas and fetch_schemas.\n${cut(listTables(ground), FULL_BYTES / 2)}`;
  const said = (kind: 'metric' | 'filter', all: Ground['metrics']): string => cut(all.map(({ id, label, definition }) => `${kind}('${id}') ${untrusted(label, 60)}: ${untrusted(definition, 200)}`).join('\n'), FULL_BYTES / 2);
  return [tables, said('metric', ground.metrics), said('filter', ground.filters)].filter((part) => part !== '').join('\n\n');
}

/** Whole lines only. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf('\n', most);
  return `${text.slice(0, end > 0 ? end : most)}\n(more was left out)`;
}
