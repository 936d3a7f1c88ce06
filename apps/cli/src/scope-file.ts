import { readFileSync } from 'node:fs';
import type { Scope } from '@countersign/contracts';
import { z } from 'zod';
import { UsageError } from './usage.js';

const ScopeFile = z.strictObject({
  /** 'table' or 'schema.table' → its columns and their types. */
  schema: z.record(z.string().min(1), z.object({ columns: z.record(z.string().min(1), z.string()) })),
  /** 'table.column' or 'schema.table.column'. */
  deny: z.object({ columns: z.array(z.string()).default([]) }).optional(),
  defaultSchema: z.string().optional(),
});
type ScopeFile = z.infer<typeof ScopeFile>;

/** Reads the file behind `--scope`. */
export function readScopeFile(file: string): Scope {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new UsageError(`--scope ${file} can't be read: ${(error as Error).message}`);
  }
  const parsed = ScopeFile.safeParse(content);
  if (!parsed.success) throw new UsageError(`--scope ${file}: ${z.prettifyError(parsed.error)}`);
  return scopeOf(parsed.data, file);
}

/** @throws UsageError when something is denied that the file does not hold: a typo must not open a column */
export function scopeOf({ schema, deny, defaultSchema }: ScopeFile, file = 'scope'): Scope {
  const denied = new Set(deny?.columns ?? []);
  const tables = Object.entries(schema).map(([key, { columns }]) => {
    const dot = key.indexOf('.');
    const [schemaName, name] = dot === -1 ? [defaultSchema, key] : [key.slice(0, dot), key.slice(dot + 1)];
    const names = Object.keys(columns);
    const spellings = [...new Set([key, name, ...(schemaName === undefined ? [] : [`${schemaName}.${name}`])])];
    const hit = names.filter((column) => spellings.some((table) => denied.has(`${table}.${column}`)));
    return { ...(schemaName === undefined ? {} : { schema: schemaName }), name, columns: names.map((column) => ({ name: column, type: columns[column] ?? '' })), denied: hit, spellings };
  });
  for (const ref of denied) {
    if (!tables.some(({ spellings, denied: hit }) => spellings.some((table) => hit.some((column) => ref === `${table}.${column}`)))) throw new UsageError(`--scope ${file}: "${ref}" is denied, but there is no such column`);
  }
  return { ...(defaultSchema === undefined ? {} : { defaultSchema }), tables: tables.map(({ spellings: _spellings, ...table }) => table) };
}
