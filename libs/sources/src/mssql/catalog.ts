import type { Catalogue, CatalogueTable, Cell } from '@countersign/contracts';
import { fingerprintOf } from '../fingerprint.js';
import { COLUMNS_SQL, FOREIGN_KEYS_SQL, KEYS_SQL, SERVER_SQL, TABLES_SQL } from './catalog-sql.js';
import type { SqlServerClient } from './connect.js';

interface Column { number: string; name: string; type: string; nullable: boolean; comment: string | null }
type Kind = CatalogueTable['kind'];

/** What the account can read, with keys, comments and row counts. Five statements, however many tables. */
export async function readCatalogue(client: SqlServerClient): Promise<Catalogue> {
  const ask = async (sql: string) => (await client.ask(sql)).rows;
  const [[version, own] = []] = await ask(SERVER_SQL);
  const tables = await ask(TABLES_SQL);
  const columns = grouped(await ask(COLUMNS_SQL), 0);
  const keys = grouped(await ask(KEYS_SQL), 0);
  const foreign = grouped(await ask(FOREIGN_KEYS_SQL), 0);
  const columnsOf = new Map([...columns].map(([table, rows]) => [table, rows.map(columnFrom)]));
  const nameOf = new Map(tables.map(([id, schema, name]) => [id ?? '', { schema: schema ?? '', name: name ?? '' }]));

  /** Names of columns by number; undefined when the account may not see one of them. */
  const namesOf = (table: string, numbers: Cell[]) => {
    const found = numbers.map((number) => columnsOf.get(table)?.find((c) => c.number === number)?.name);
    return found.every((name) => name !== undefined) ? (found as string[]) : undefined;
  };

  function tableFrom([id, schema, name, kind, comment, rows, definition]: Cell[]): CatalogueTable[] {
    const own = columnsOf.get(id ?? '');
    if (!own) return [];
    const table = { schema: schema ?? '', name: name ?? '', kind: kind as Kind, columns: own.map(({ name: column, type, nullable, comment: note }) => ({ name: column, type, nullable, ...(note === null ? {} : { comment: note }) })) };
    const unique = [...grouped(keys.get(id ?? '') ?? [], 1).values()].map((parts) => ({ primary: parts[0]?.[2] === 'true', columns: namesOf(id ?? '', parts.map((part) => part[3] ?? null)) }));
    return [{
      ...table,
      ...(comment == null ? {} : { comment }),
      primaryKey: unique.find((key) => key.primary)?.columns ?? [],
      uniqueKeys: unique.flatMap((key) => (key.primary || !key.columns ? [] : [key.columns])),
      foreignKeys: [...grouped(foreign.get(id ?? '') ?? [], 1).values()].flatMap((parts) => {
        const other = parts[0]?.[3] ?? '';
        const [ref, from, to] = [nameOf.get(other), namesOf(id ?? '', parts.map((part) => part[2] ?? null)), namesOf(other, parts.map((part) => part[4] ?? null))];
        return ref && from && to ? [{ columns: from, refSchema: ref.schema, refTable: ref.name, refColumns: to }] : [];
      }),
      ...(rows == null ? {} : { rowEstimate: Math.min(Number(rows), Number.MAX_SAFE_INTEGER) }),
      fingerprint: fingerprintOf({ ...table, definition: definition ?? null }),
    }];
  }

  return { engine: 'mssql', version: version ?? '', searchPath: [...new Set([own ?? 'dbo', 'dbo'])], tables: tables.flatMap(tableFrom) };
}

function columnFrom([, number, name, type, length, precision, scale, nullable, comment]: Cell[]): Column {
  return { number: number ?? '', name: name ?? '', type: typeText(type ?? '', Number(length), Number(precision), Number(scale)), nullable: nullable === 'true', comment: comment ?? null };
}

/** As a table's definition writes it. National characters take two bytes each. */
export function typeText(name: string, length: number, precision: number, scale: number): string {
  if (/^(?:var)?(?:char|binary)$/.test(name)) return `${name}(${length === -1 ? 'max' : length})`;
  if (/^n(?:var)?char$/.test(name)) return `${name}(${length === -1 ? 'max' : length / 2})`;
  if (name === 'decimal' || name === 'numeric') return `${name}(${precision},${scale})`;
  if (name === 'time' || name === 'datetime2' || name === 'datetimeoffset') return `${name}(${scale})`;
  return name;
}

function grouped(rows: Cell[][], by: number): Map<string, Cell[][]> {
  const groups = new Map<string, Cell[][]>();
  for (const row of rows) {
    const key = row[by] ?? '';
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  return groups;
}
