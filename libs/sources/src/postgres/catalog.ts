import type { Catalogue, CatalogueTable } from '@countersign/contracts';
import { fingerprintOf } from '../fingerprint.js';
import type { SourceClient } from './connect.js';
import { SEARCH_PATH } from './session-settings.js';

const KIND = { r: 'table', v: 'view', m: 'materialized-view', f: 'foreign-table', p: 'partitioned-table' } as const;

/** Relations the account may read anything of; a partition is reached through its parent. */
const TABLES = `
SELECT c.oid, n.nspname, c.relname, c.relkind, d.description, c.reltuples::float8,
       CASE WHEN c.relkind IN ('v', 'm') THEN pg_get_viewdef(c.oid) END
FROM pg_catalog.pg_class c
JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
LEFT JOIN pg_catalog.pg_description d ON d.objoid = c.oid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = 0
WHERE c.relkind IN ('r', 'v', 'm', 'f', 'p') AND NOT c.relispartition
  AND n.nspname <> 'information_schema' AND n.nspname !~ '^pg_' AND has_schema_privilege(n.oid, 'USAGE')
  AND (has_table_privilege(c.oid, 'SELECT') OR has_any_column_privilege(c.oid, 'SELECT'))
ORDER BY n.nspname, c.relname`;

const COLUMNS = `
SELECT a.attrelid, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), NOT a.attnotnull, d.description
FROM pg_catalog.pg_attribute a
LEFT JOIN pg_catalog.pg_description d ON d.objoid = a.attrelid AND d.classoid = 'pg_catalog.pg_class'::regclass AND d.objsubid = a.attnum
WHERE a.attrelid = ANY ($1::oid[]) AND a.attnum > 0 AND NOT a.attisdropped AND has_column_privilege(a.attrelid, a.attnum, 'SELECT')
ORDER BY a.attrelid, a.attnum`;

/** Keys and other indexes, of whole tables and columns. From pg_index and pg_constraint: information_schema shows a SELECT-only account no constraint at all. */
const KEYS = `
SELECT i.indrelid, i.indisprimary, i.indisunique, c.relname, (i.indkey::int2[])[0:i.indnkeyatts - 1]
FROM pg_catalog.pg_index i JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
WHERE i.indrelid = ANY ($1::oid[]) AND i.indisvalid AND i.indpred IS NULL AND i.indexprs IS NULL
ORDER BY i.indrelid, i.indexrelid`;

const FOREIGN_KEYS = `
SELECT conrelid, conkey, confrelid, confkey FROM pg_catalog.pg_constraint
WHERE contype = 'f' AND conrelid = ANY ($1::oid[]) AND confrelid = ANY ($1::oid[]) ORDER BY conrelid, conname`;

type TableRow = [oid: number, schema: string, name: string, kind: keyof typeof KIND, comment: string | null, rows: number, definition: string | null];
type KeyRow = [table: number, primary: boolean, unique: boolean, name: string, columns: number[]];
type ColumnRow = [table: number, number: number, name: string, type: string, nullable: boolean, comment: string | null];

/** What the account can read, with keys, comments and row estimates. Four statements, however many tables. */
export async function readCatalogue(client: SourceClient): Promise<Catalogue> {
  const ask = async <R extends unknown[]>(text: string, values: unknown[] = []) => (await client.query<R>({ text, values, rowMode: 'array' })).rows;
  const [[version] = ['']] = await ask<[string]>(`SELECT current_setting('server_version')`);
  const tables = await ask<TableRow>(TABLES);
  const oids = tables.map(([oid]) => oid);
  const columns = groupByTable(await ask<ColumnRow>(COLUMNS, [oids]));
  const keys = groupByTable(await ask<KeyRow>(KEYS, [oids]));
  const foreign = groupByTable(await ask<[number, number[], number, number[]]>(FOREIGN_KEYS, [oids]));
  const byOid = new Map(tables.map((row) => [row[0], row]));

  /** Names of columns by number; undefined when the account may not see one of them. */
  const namesOf = (table: number, numbers: number[]) => {
    const found = numbers.map((n) => columns.get(table)?.find((c) => c[1] === n)?.[2]);
    return found.every((name) => name !== undefined) ? (found as string[]) : undefined;
  };

  return {
    engine: 'postgres',
    version,
    searchPath: SEARCH_PATH,
    tables: tables.map(([oid, schema, name, kind, comment, rows, definition]): CatalogueTable => {
      const own = (columns.get(oid) ?? []).map(([, , column, type, nullable, note]) => ({ name: column, type, nullable, ...(note === null ? {} : { comment: note }) }));
      const indexes = (keys.get(oid) ?? []).flatMap(([, primary, unique, index, numbers]) => {
        const found = namesOf(oid, numbers);
        return found ? [{ primary, unique, name: index, columns: found }] : [];
      });
      return {
        schema,
        name,
        kind: KIND[kind],
        ...(comment === null ? {} : { comment }),
        columns: own,
        primaryKey: indexes.find((k) => k.primary)?.columns ?? [],
        uniqueKeys: indexes.flatMap((k) => (k.primary || !k.unique ? [] : [k.columns])),
        indexes: indexes.map(({ name: index, columns: found, unique }) => ({ name: index, columns: found, unique })),
        foreignKeys: (foreign.get(oid) ?? []).flatMap(([, numbers, refOid, refNumbers]) => {
          const [ref, from, to] = [byOid.get(refOid), namesOf(oid, numbers), namesOf(refOid, refNumbers)];
          return ref && from && to ? [{ columns: from, refSchema: ref[1], refTable: ref[2], refColumns: to }] : [];
        }),
        ...(rows < 0 ? {} : { rowEstimate: Math.min(Math.round(rows), Number.MAX_SAFE_INTEGER) }),
        fingerprint: fingerprintOf({ schema, name, kind: KIND[kind], columns: own, definition }),
      };
    }),
  };
}

function groupByTable<R extends [number, ...unknown[]]>(rows: R[]): Map<number, R[]> {
  const groups = new Map<number, R[]>();
  for (const row of rows) {
    const group = groups.get(row[0]);
    if (group) group.push(row);
    else groups.set(row[0], [row]);
  }
  return groups;
}
