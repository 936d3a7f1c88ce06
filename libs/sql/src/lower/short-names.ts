import { createHash } from 'node:crypto';
import type { Query } from '@countersign/contracts';

const bytesOf = (text: string): number => encodeURIComponent(text).replace(/%../g, '.').length;

/**
 * Names of the query that are longer than the engine takes, shortened wherever they stand: the beginning, and eight
 * digits of a digest so that two long names stay two. Tables and columns of the database are never that long.
 */
export function withShortNames(query: Query, bytes: number): Query {
  const named = (key: string, value: unknown): unknown => {
    if (typeof value === 'string') return NAMES.has(key) ? shortened(value, bytes) : value;
    if (Array.isArray(value)) return value.map((item) => (typeof item === 'string' ? (LISTS.has(key) ? shortened(item, bytes) : item) : named(key, item)));
    if (typeof value !== 'object' || value === null) return value;
    const { kind } = value as { kind?: unknown };
    // A function's name is not the query's to choose, and a string is no name.
    return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, (kind === 'call' && k === 'name') || kind === 'string' || kind === 'cast' && k === 'type' ? v : named(k, v)]));
  };
  return named('', query) as Query;
}

const NAMES = new Set(['name', 'alias']);
const LISTS = new Set(['name', 'qualifier', 'columns', 'columnAliases', 'using']);

function shortened(name: string, bytes: number): string {
  if (bytesOf(name) <= bytes) return name;
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  let start = name;
  while (bytesOf(start) > bytes - 9) start = [...start].slice(0, -1).join('');
  return `${start}_${digest}`;
}
