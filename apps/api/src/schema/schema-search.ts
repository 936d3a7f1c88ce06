import path from 'node:path';
import type { SchemaTable } from '@countersign/contracts';
import { packGlossary, type Pack, type SearchHits, type SearchTable } from '@countersign/pack';
import { createDeadlinePool, type DeadlinePool } from '@countersign/platform';
import type { SearchAnswer, SearchTask } from './search-task.js';

const DEADLINE_MS = 30_000;
/** A column is marked when it fits nearly as well as the best one of its table. */
const CLEARLY = 0.7;

export interface SchemaSearch {
  /** @param key names what is searched: the same key is the same tables and packs */
  find(key: string, tables: readonly SchemaTable[], packs: readonly Pack[], question: string, most: number): Promise<SearchHits>;
  close(): Promise<void>;
}

/** Searches in a thread that starts with the first search and keeps its indexes. */
export function searchInThread(): SchemaSearch {
  let pool: DeadlinePool<SearchTask, SearchAnswer> | undefined;
  return {
    async find(key, tables, packs, question, most) {
      pool ??= createDeadlinePool({ filename: path.join(__dirname, 'search-thread.js'), threads: 1, deadlineMs: DEADLINE_MS, startupMs: 10_000 });
      const known = await pool.run({ key, question, most });
      return known ?? (await pool.run({ key, question, most, content: contentOf(tables, packs) }))!;
    },
    close: async () => pool?.close(),
  };
}

export const contentOf = (tables: readonly SchemaTable[], packs: readonly Pack[]): NonNullable<SearchTask['content']> => ({ tables: tables.map(searchable), glossary: packs.flatMap((pack) => packGlossary(pack)) });

const fullName = ({ schema, name }: SchemaTable): string => `${schema}.${name}`;

function searchable(table: SchemaTable): SearchTable {
  const { comment, columns } = table;
  return {
    table: fullName(table), description: comment ?? undefined,
    columns: columns.map(({ name, type, comment: description }) => ({ name, type, description: description ?? undefined })),
    foreignKeys: columns.flatMap(({ name, references }) => {
      const to = references?.split('.') ?? [];
      return to.length === 3 ? [{ columns: [name], refTable: `${to[0]}.${to[1]}`, refColumns: [to[2] ?? ''] }] : [];
    }),
  };
}

/** The found tables, best first, with what they were found by. */
export function asFound(tables: readonly SchemaTable[], hits: SearchHits): SchemaTable[] {
  const byName = new Map(tables.map((table) => [fullName(table), table]));
  const best = new Map<string, number>();
  for (const { table, score } of hits.columns) best.set(table, Math.max(score, best.get(table) ?? 0));
  const meant = new Set(hits.columns.filter(({ table, score }) => score >= (best.get(table) ?? 0) * CLEARLY).map(({ table, name }) => `${table}.${name}`));
  return hits.tables.flatMap(({ name, why }) => {
    const table = byName.get(name);
    if (!table) return [];
    const found = new Map(why.flatMap((one) => (one.kind === 'word' ? [[`${one.asked}/${one.found}`, { asked: one.asked, met: one.found }] as const] : [])));
    return [{ ...table, found: [...found.values()], columns: table.columns.map((column) => ({ ...column, meant: meant.has(`${name}.${column.name}`) })) }];
  });
}
