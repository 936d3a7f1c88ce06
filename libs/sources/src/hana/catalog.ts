import type { Catalogue, CatalogueTable, Cell } from '@countersign/contracts';
import { fingerprintOf } from '../fingerprint.js';
import { grouped } from '../grouped.js';
import type { HanaSession } from './hana-session.js';

/** Schemas of the server itself. */
const OURS = (column: string) => `${column} NOT IN ('SYS', 'SYSTEM', 'PUBLIC', 'UIS') AND ${column} NOT LIKE '\\_SYS%' ESCAPE '\\' AND ${column} NOT LIKE 'SAP\\_XS%' ESCAPE '\\' AND ${column} NOT LIKE '%\\_SYS\\_%' ESCAPE '\\'`;

/** The SYS views show what the account may read anything of. */
const QUERIES = {
  version: 'SELECT VERSION FROM SYS.M_DATABASE',
  tables: `SELECT t.SCHEMA_NAME, t.TABLE_NAME, t.COMMENTS, m.RECORD_COUNT, p.PART_COUNT FROM SYS.TABLES t
    LEFT JOIN SYS.M_TABLES m ON m.SCHEMA_NAME = t.SCHEMA_NAME AND m.TABLE_NAME = t.TABLE_NAME
    LEFT JOIN (SELECT SCHEMA_NAME, TABLE_NAME, COUNT(*) AS PART_COUNT FROM SYS.TABLE_PARTITIONS GROUP BY SCHEMA_NAME, TABLE_NAME) p ON p.SCHEMA_NAME = t.SCHEMA_NAME AND p.TABLE_NAME = t.TABLE_NAME
    WHERE ${OURS('t.SCHEMA_NAME')} AND t.IS_TEMPORARY = 'FALSE' ORDER BY 1, 2`,
  views: `SELECT SCHEMA_NAME, VIEW_NAME, COMMENTS, DEFINITION FROM SYS.VIEWS WHERE ${OURS('SCHEMA_NAME')} AND IS_VALID = 'TRUE' ORDER BY 1, 2`,
  columns: `SELECT SCHEMA_NAME, TABLE_NAME, COLUMN_NAME, DATA_TYPE_NAME, LENGTH, SCALE, IS_NULLABLE, COMMENTS FROM SYS.TABLE_COLUMNS WHERE ${OURS('SCHEMA_NAME')}
    UNION ALL SELECT SCHEMA_NAME, VIEW_NAME, COLUMN_NAME, DATA_TYPE_NAME, LENGTH, SCALE, IS_NULLABLE, COMMENTS FROM SYS.VIEW_COLUMNS WHERE ${OURS('SCHEMA_NAME')}`,
  keys: `SELECT SCHEMA_NAME, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, IS_PRIMARY_KEY FROM SYS.CONSTRAINTS WHERE IS_UNIQUE_KEY = 'TRUE' AND ${OURS('SCHEMA_NAME')} ORDER BY 1, 2, 3, POSITION`,
  foreign: `SELECT SCHEMA_NAME, TABLE_NAME, CONSTRAINT_NAME, COLUMN_NAME, REFERENCED_SCHEMA_NAME, REFERENCED_TABLE_NAME, REFERENCED_COLUMN_NAME FROM SYS.REFERENTIAL_CONSTRAINTS WHERE ${OURS('SCHEMA_NAME')} ORDER BY 1, 2, 3, POSITION`,
} as const;

export type CatalogueRows = Record<keyof typeof QUERIES, Cell[][]>;

/** What the account can read, with keys, comments and row counts. */
export async function readCatalogue(session: HanaSession, schema: string): Promise<Catalogue> {
  const rows: Partial<CatalogueRows> = {};
  for (const name of Object.keys(QUERIES) as (keyof CatalogueRows)[]) rows[name] = await session.ask(QUERIES[name]);
  const { version, ...found } = rows as CatalogueRows;
  return { engine: 'hana', version: version[0]?.[0] ?? '', searchPath: [schema], tables: tablesOf(found) };
}

const keyOf = ([schema, table]: Cell[]) => JSON.stringify([schema, table]);

export function tablesOf(rows: Omit<CatalogueRows, 'version'>): CatalogueTable[] {
  const columns = grouped(rows.columns, keyOf);
  const keys = grouped(rows.keys, keyOf);
  const foreign = grouped(rows.foreign, keyOf);
  const tables = rows.tables.map(([schema, table, comment, count, parts]) => ({ schema, table, comment, count, definition: null, kind: Number(parts ?? 0) > 1 ? 'partitioned-table' : 'table' }) as const);
  const views = rows.views.map(([schema, table, comment, definition]) => ({ schema, table, comment, count: null, definition: definition ?? null, kind: 'view' }) as const);
  return [...tables, ...views].flatMap(({ schema, table, comment, count, definition, kind }): CatalogueTable[] => {
    const key = keyOf([schema!, table!]);
    const own = (columns.get(key) ?? []).map((c) => ({ name: String(c[2]), type: typeText(c), nullable: c[6] === 'TRUE', ...(c[7] ? { comment: c[7] } : {}) }));
    if (own.length === 0) return [];
    const unique = [...grouped(keys.get(key) ?? [], (row) => row[2]!).values()];
    const shown = { schema: String(schema), name: String(table), kind, columns: own };
    return [{
      ...shown,
      ...(comment ? { comment } : {}),
      primaryKey: unique.find((k) => k[0]![4] === 'TRUE')?.map((k) => String(k[3])) ?? [],
      uniqueKeys: unique.filter((k) => k[0]![4] !== 'TRUE').map((k) => k.map((c) => String(c[3]))),
      foreignKeys: [...grouped(foreign.get(key) ?? [], (row) => row[2]!).values()].map((k) => ({ columns: k.map((c) => String(c[3])), refSchema: String(k[0]![4]), refTable: String(k[0]![5]), refColumns: k.map((c) => String(c[6])) })),
      ...(count === null || count === undefined ? {} : { rowEstimate: Number(count) }),
      fingerprint: fingerprintOf({ ...shown, definition }),
    }];
  });
}

function typeText([, , , type, length, scale]: Cell[]): string {
  const name = String(type);
  if (name === 'DECIMAL' && scale !== null) return `DECIMAL(${length},${scale})`;
  return /CHAR|BINARY|SHORTTEXT|ALPHANUM/.test(name) ? `${name}(${length})` : name;
}
