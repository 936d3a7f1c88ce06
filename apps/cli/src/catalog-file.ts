import { createReadStream } from 'node:fs';
import type { Catalogue } from '@countersign/contracts';
import { createSchemaIndex, type DraftTable, type SchemaIndex } from '@countersign/pack';
import { z } from 'zod';
import { linesOf } from './lines.js';
import { UsageError } from './usage.js';

const text = z.string().nullish().transform((value) => value ?? undefined);
const CatalogLine = z.object({
  table: z.string().min(1),
  description: text,
  columns: z.array(z.object({
    name: z.string(), type: z.string().default(''), description: text, nullable: z.boolean().optional(),
    values: z.array(z.unknown()).nullish().transform((values) => values ?? undefined),
  })),
  primaryKey: z.array(z.string()).nullish().transform((key) => key ?? undefined),
  foreignKeys: z.array(z.object({ columns: z.array(z.string()), refTable: z.string(), refColumns: z.array(z.string()) })).nullish().transform((keys) => keys ?? undefined),
});
type CatalogTable = z.output<typeof CatalogLine>;

/**
 * Reads the file behind `--catalog`, one table a line, into an index; no more than a line is held besides it.
 *
 * @throws UsageError that names the line: a table left out would be searched for in vain
 */
export async function readCatalogFile(file: string): Promise<SchemaIndex> {
  const index = createSchemaIndex([]);
  await eachTable(file, (table) => index.set(table));
  if (index.size === 0) throw new UsageError(`--catalog ${file} has no table`);
  return index;
}

/** The same file as the catalogue of a data source, to hold a binding against. A column without `nullable` may be NULL nowhere. */
export async function readCatalogueFile(file: string): Promise<Catalogue> {
  const tables: Catalogue['tables'] = [];
  await eachTable(file, ({ table, description, columns }) => {
    tables.push({
      ...parted(table), kind: 'table', ...(description === undefined ? {} : { comment: description }),
      columns: columns.map(({ name, type, nullable = false, description: comment }) => ({ name, type, nullable, ...(comment === undefined ? {} : { comment }) })), primaryKey: [], uniqueKeys: [], foreignKeys: [], fingerprint: '',
    });
  });
  return { engine: 'file', version: '', searchPath: [''], tables };
}

/** The same file as tables to draft a pack from. */
export async function readDraftTables(file: string): Promise<DraftTable[]> {
  const tables: DraftTable[] = [];
  await eachTable(file, ({ table, description, columns, primaryKey, foreignKeys }) => {
    const { schema, name } = parted(table);
    tables.push({
      schema, name, comment: description, primaryKey, columns: columns.map(({ description: comment, ...column }) => ({ ...column, comment })),
      foreignKeys: foreignKeys?.map(({ columns: own, refTable, refColumns }) => {
        const to = parted(refTable);
        return { columns: own, refSchema: to.schema === '' ? schema : to.schema, refTable: to.name, refColumns };
      }),
    });
  });
  if (tables.length === 0) throw new UsageError(`--catalog ${file} has no table`);
  return tables;
}

/** What stands before the last dot is the schema. */
function parted(table: string): { schema: string; name: string } {
  const dot = table.lastIndexOf('.');
  return { schema: dot === -1 ? '' : table.slice(0, dot), name: table.slice(dot + 1) };
}

async function eachTable(file: string, take: (table: CatalogTable) => void): Promise<void> {
  let number = 0;
  try {
    for await (const line of linesOf(createReadStream(file))) {
      number += 1;
      if (line.kind === 'text' && line.text.trim() === '') continue;
      take(tableOf(line.kind === 'text' ? line.text : undefined, number === 1));
    }
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : (error as Error).message;
    throw new UsageError(number === 0 ? `--catalog ${file} can't be read: ${reason}` : `--catalog ${file}, line ${number}: ${reason}`);
  }
}

function tableOf(line: string | undefined, first: boolean): CatalogTable {
  if (line === undefined) throw new UsageError('the line is too long or not UTF-8');
  return CatalogLine.parse(JSON.parse(first ? line.replace(/^\ufeff/, '') : line));
}
