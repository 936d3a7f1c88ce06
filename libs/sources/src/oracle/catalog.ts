import type { Catalogue, CatalogueTable, Cell } from '@countersign/contracts';
import { fingerprintOf } from '../fingerprint.js';
import { grouped } from '../grouped.js';
import { IS_SERVER_SCHEMA } from './grants-sql.js';
import type { OracleSession } from './oracle-session.js';

const CATALOGUE_MS = 60_000;
/** Recycle bin, and tables that belong to others: overflow segments, nested tables, the containers of materialized views. */
const OURS = (owner: string, name: string) => `NOT ${IS_SERVER_SCHEMA(owner)} AND ${name} NOT LIKE 'BIN$%' AND ${name} NOT LIKE 'SYS\\_%' ESCAPE '\\'`;

/** The ALL_ views show what the account may read anything of; each is asked once, however many tables there are. */
const QUERIES = {
  tables: `SELECT t.owner, t.table_name, t.partitioned, t.num_rows, CASE WHEN m.mview_name IS NULL THEN 'N' ELSE 'Y' END, CASE WHEN x.table_name IS NULL THEN 'N' ELSE 'Y' END
    FROM all_tables t LEFT JOIN all_mviews m ON m.owner = t.owner AND m.mview_name = t.table_name LEFT JOIN all_external_tables x ON x.owner = t.owner AND x.table_name = t.table_name
    WHERE ${OURS('t.owner', 't.table_name')} AND t.nested = 'NO' AND (t.iot_type IS NULL OR t.iot_type = 'IOT')
    ORDER BY t.owner, t.table_name`,
  /** The definition is a LONG, which no function takes: its length stands for it, with the columns. */
  views: `SELECT owner, view_name, text_length FROM all_views WHERE ${OURS('owner', 'view_name')} ORDER BY owner, view_name`,
  columns: `SELECT c.owner, c.table_name, c.column_name, c.data_type, c.data_precision, c.data_scale, c.char_length, c.char_used, c.data_length, c.nullable, m.comments
    FROM all_tab_columns c LEFT JOIN all_col_comments m ON m.owner = c.owner AND m.table_name = c.table_name AND m.column_name = c.column_name
    WHERE ${OURS('c.owner', 'c.table_name')} ORDER BY c.owner, c.table_name, c.column_id`,
  comments: `SELECT owner, table_name, comments FROM all_tab_comments WHERE comments IS NOT NULL AND ${OURS('owner', 'table_name')} ORDER BY owner, table_name`,
  keys: `SELECT k.owner, k.table_name, k.constraint_name, k.constraint_type, c.column_name FROM all_constraints k
    JOIN all_cons_columns c ON c.owner = k.owner AND c.constraint_name = k.constraint_name
    WHERE k.constraint_type IN ('P', 'U') AND k.status = 'ENABLED' AND ${OURS('k.owner', 'k.table_name')} ORDER BY k.owner, k.table_name, k.constraint_name, c.position`,
  indexes: `SELECT i.table_owner, i.table_name, i.owner || '.' || i.index_name, 'U', c.column_name FROM all_indexes i
    JOIN all_ind_columns c ON c.index_owner = i.owner AND c.index_name = i.index_name
    WHERE i.uniqueness = 'UNIQUE' AND i.index_type NOT LIKE 'FUNCTION-BASED%' AND ${OURS('i.table_owner', 'i.table_name')} ORDER BY i.table_owner, i.table_name, 3, c.column_position`,
  foreign: `SELECT k.owner, k.table_name, k.constraint_name, c.column_name, r.owner, r.table_name, rc.column_name FROM all_constraints k
    JOIN all_cons_columns c ON c.owner = k.owner AND c.constraint_name = k.constraint_name
    JOIN all_constraints r ON r.owner = k.r_owner AND r.constraint_name = k.r_constraint_name
    JOIN all_cons_columns rc ON rc.owner = r.owner AND rc.constraint_name = r.constraint_name AND rc.position = c.position
    WHERE k.constraint_type = 'R' AND k.status = 'ENABLED' AND ${OURS('k.owner', 'k.table_name')} ORDER BY k.owner, k.table_name, k.constraint_name, c.position`,
} as const;

export type CatalogueRows = Record<keyof typeof QUERIES, Cell[][]>;

/** What the account can read, with keys, comments and row estimates. */
export async function readCatalogue(session: OracleSession, schema: string): Promise<Catalogue> {
  const rows: Partial<CatalogueRows> = {};
  for (const name of Object.keys(QUERIES) as (keyof CatalogueRows)[]) rows[name] = await session.ask(QUERIES[name], {}, CATALOGUE_MS);
  return { engine: 'oracle', version: session.serverVersion, searchPath: [schema], tables: tablesOf(rows as CatalogueRows) };
}

const keyOf = (schema: Cell | undefined, table: Cell | undefined) => JSON.stringify([schema, table]);
const tableOf = ([schema, table]: Cell[]) => keyOf(schema, table);

export function tablesOf(rows: CatalogueRows): CatalogueTable[] {
  const columns = grouped(rows.columns, tableOf);
  const comments = new Map(rows.comments.map(([owner, table, comment]) => [keyOf(owner, table), comment]));
  const keys = grouped([...rows.keys, ...rows.indexes], tableOf);
  const foreign = grouped(rows.foreign, tableOf);
  const tables = rows.tables.map(([owner, table, partitioned, count, view, external]) => ({ owner, table, count, definition: null, kind: external === 'Y' ? 'foreign-table' : view === 'Y' ? 'materialized-view' : partitioned === 'YES' ? 'partitioned-table' : 'table' }) as const);
  const views = rows.views.map(([owner, table, length]) => ({ owner, table, count: null, definition: length ?? null, kind: 'view' }) as const);
  return [...tables, ...views].flatMap(({ owner, table, count, definition, kind }): CatalogueTable[] => {
    const key = keyOf(owner, table);
    const own = (columns.get(key) ?? []).map((c) => ({ name: String(c[2]), type: typeText(c), nullable: c[9] === 'Y', ...(c[10] ? { comment: c[10] } : {}) }));
    if (own.length === 0) return [];
    const unique = sets(keys.get(key) ?? []);
    const primary = unique.find((k) => k[0]?.[3] === 'P')?.map((k) => String(k[4])) ?? [];
    const others = unique.filter((k) => k[0]?.[3] === 'U').map((k) => k.map((c) => String(c[4])));
    const comment = comments.get(key);
    const shown = { schema: String(owner), name: String(table), kind, columns: own };
    return [{
      ...shown,
      ...(comment ? { comment } : {}),
      primaryKey: primary,
      // A key has an index of its own, on the same columns.
      uniqueKeys: [...new Map(others.map((k) => [JSON.stringify(k), k])).values()].filter((k) => JSON.stringify(k) !== JSON.stringify(primary)),
      foreignKeys: sets(foreign.get(key) ?? []).map((k) => ({ columns: k.map((c) => String(c[3])), refSchema: String(k[0]![4]), refTable: String(k[0]![5]), refColumns: k.map((c) => String(c[6])) })),
      ...(count === null || count === undefined ? {} : { rowEstimate: Math.min(Number(count), Number.MAX_SAFE_INTEGER) }),
      fingerprint: fingerprintOf({ ...shown, definition }),
    }];
  });
}

/** Rows of one table by the constraint in their third place. */
const sets = (rows: Cell[][]) => [...grouped(rows, (row) => row[2]!).values()];

/** As it is declared: NUMBER(12,2), VARCHAR2(20 CHAR), RAW(16). */
function typeText([, , , type, precision, scale, chars, used, length]: Cell[]): string {
  const name = String(type);
  if (name === 'NUMBER' && precision !== null) return scale === '0' || scale === null ? `NUMBER(${precision})` : `NUMBER(${precision},${scale})`;
  if (name === 'FLOAT') return `FLOAT(${precision})`;
  if (/CHAR/.test(name)) return `${name}(${chars}${used === 'B' ? ' BYTE' : used === 'C' && !name.startsWith('N') ? ' CHAR' : ''})`;
  return name === 'RAW' ? `RAW(${length})` : name;
}
