import type { Catalogue, CatalogueTable } from '@countersign/contracts';
import { fingerprintOf } from '../fingerprint.js';
import type { SourceConnection } from './connect.js';

const OWN = `('information_schema', 'mysql', 'performance_schema', 'sys')`;

const TABLES = `
SELECT t.TABLE_SCHEMA, t.TABLE_NAME, t.TABLE_TYPE, t.TABLE_COMMENT, t.TABLE_ROWS, t.CREATE_OPTIONS, v.VIEW_DEFINITION
FROM information_schema.TABLES t LEFT JOIN information_schema.VIEWS v ON v.TABLE_SCHEMA = t.TABLE_SCHEMA AND v.TABLE_NAME = t.TABLE_NAME
WHERE t.TABLE_SCHEMA NOT IN ${OWN} AND t.TABLE_TYPE IN ('BASE TABLE', 'VIEW', 'SYSTEM VERSIONED')
ORDER BY t.TABLE_SCHEMA, t.TABLE_NAME`;

/** Columns that the account may read; others show up too when it may do something else with them. */
const COLUMNS = `
SELECT TABLE_SCHEMA, TABLE_NAME, COLUMN_NAME, COLUMN_TYPE, IS_NULLABLE, COLUMN_COMMENT
FROM information_schema.COLUMNS WHERE TABLE_SCHEMA NOT IN ${OWN} AND FIND_IN_SET('select', PRIVILEGES) > 0
ORDER BY TABLE_SCHEMA, TABLE_NAME, ORDINAL_POSITION`;

/** Keys and other indexes. Over whole columns only: one over expressions or prefixes says nothing about a column. */
const KEYS = `
SELECT TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, COLUMN_NAME, SUB_PART, NON_UNIQUE
FROM information_schema.STATISTICS WHERE TABLE_SCHEMA NOT IN ${OWN}
ORDER BY TABLE_SCHEMA, TABLE_NAME, INDEX_NAME, SEQ_IN_INDEX`;

/** TABLE_CONSTRAINTS and REFERENTIAL_CONSTRAINTS are empty for an account that only reads; this is not. */
const FOREIGN_KEYS = `
SELECT TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_TABLE_SCHEMA, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME
FROM information_schema.KEY_COLUMN_USAGE WHERE TABLE_SCHEMA NOT IN ${OWN} AND REFERENCED_TABLE_NAME IS NOT NULL
ORDER BY TABLE_SCHEMA, TABLE_NAME, CONSTRAINT_NAME, ORDINAL_POSITION`;

type Row = (string | null)[];

/** What the account can read, with keys, comments and row estimates. Four statements, however many tables. */
export async function readCatalogue(connection: SourceConnection, engine: string, database: string): Promise<Catalogue> {
  const tables = await connection.ask(TABLES);
  const columns = grouped(await connection.ask(COLUMNS));
  const keys = grouped(await connection.ask(KEYS));
  const foreign = grouped(await connection.ask(FOREIGN_KEYS));
  return {
    engine,
    version: connection.version,
    searchPath: [database],
    tables: tables.flatMap((row): CatalogueTable[] => {
      const readable = columns.get(placeOf(row)) ?? [];
      return readable.length === 0 ? [] : [tableOf(row, readable, keys.get(placeOf(row)) ?? [], foreign.get(placeOf(row)) ?? [], columns)];
    }),
  };
}

function tableOf([schema = '', name = '', type, comment, rows, options, definition]: Row, columns: Row[], keys: Row[], foreign: Row[], all: Map<string, Row[]>): CatalogueTable {
  const kind = type === 'VIEW' ? 'view' : options?.includes('partitioned') ? 'partitioned-table' : 'table';
  const own = columns.map(([, , column = '', columnType = '', nullable, note]) => ({ name: column!, type: columnType!, nullable: nullable === 'YES', ...(note ? { comment: note } : {}) }));
  const whole = [...bySecond(keys).entries()].flatMap(([index, parts]) => {
    const found = parts.map(([, , , column, prefix]) => (prefix === null ? column : null));
    return found.every((column) => column !== null && own.some((o) => o.name === column)) ? [{ name: index, unique: parts[0]?.[5] === '0', columns: found as string[] }] : [];
  });
  return {
    schema: schema!,
    name: name!,
    kind,
    // For a view the server puts the word itself there.
    ...(comment && type !== 'VIEW' ? { comment } : {}),
    columns: own,
    primaryKey: whole.find(({ name: index }) => index === 'PRIMARY')?.columns ?? [],
    uniqueKeys: whole.flatMap((key) => (key.unique && key.name !== 'PRIMARY' ? [key.columns] : [])),
    indexes: whole,
    foreignKeys: [...bySecond(foreign).values()].flatMap((parts) => {
      const [, , , , refSchema, refTable] = parts[0]!;
      const to = all.get(placeOf([refSchema ?? '', refTable ?? '']));
      const pairs = parts.map(([, , , from, , , target]) => [from!, target!] as const);
      const visible = pairs.every(([from, target]) => own.some((o) => o.name === from) && to?.some(([, , column]) => column === target));
      return visible ? [{ columns: pairs.map(([from]) => from), refSchema: refSchema!, refTable: refTable!, refColumns: pairs.map(([, target]) => target) }] : [];
    }),
    ...(rows === null || rows === undefined || type === 'VIEW' ? {} : { rowEstimate: Math.min(Number(rows), Number.MAX_SAFE_INTEGER) }),
    // Without SHOW VIEW a definition is an empty string: then only its columns tell that a view changed.
    fingerprint: fingerprintOf({ schema: schema!, name: name!, kind, columns: own, definition: definition ?? null }),
  };
}

const placeOf = ([schema, name]: Row): string => JSON.stringify([schema, name]);

function grouped(rows: Row[], key: (row: Row) => string = placeOf): Map<string, Row[]> {
  const groups = new Map<string, Row[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

/** By the name of the index or constraint. */
const bySecond = (rows: Row[]): Map<string, Row[]> => grouped(rows, ([, , name]) => name ?? '');
