import type { Catalogue, ColumnConversion, NameBinding } from '@countersign/contracts';
import type mysql from 'mysql2/promise';
import type pg from 'pg';
import { rows } from '../warehouse/generate.mjs';
import { TABLES } from '../warehouse/schema.mjs';

/** An engine as a test fills and asks it. */
export interface Engine {
  dialect: 'postgres' | 'mariadb';
  quote(name: string): string;
  typeOf(type: string): string;
  run(sql: string): Promise<unknown>;
  read(sql: string): Promise<{ columns: string[]; rows: (string | null)[][] }>;
}

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

export const postgresEngine = (client: pg.Client): Engine => ({
  dialect: 'postgres',
  quote: (name) => `"${name}"`,
  typeOf: (type) => type,
  run: (sql) => client.query(sql),
  read: async (sql) => {
    const found = await client.query({ text: sql, rowMode: 'array' });
    // MariaDB has no other word for a boolean than a number.
    const booleans = new Set(found.fields.flatMap((field, i) => (field.dataTypeID === 16 ? [i] : [])));
    return { columns: found.fields.map(({ name }) => name), rows: (found.rows as unknown as (string | null)[][]).map((row) => row.map((cell, i) => (booleans.has(i) && cell !== null ? String(Number(cell === 't')) : cell))) };
  },
});

export const mariadbEngine = (connection: mysql.Connection): Engine => ({
  dialect: 'mariadb',
  quote: (name) => `\`${name}\``,
  typeOf: (type) => (type === 'text' ? 'varchar(200)' : type === 'timestamp' ? 'datetime' : type === 'boolean' ? 'tinyint(1)' : type),
  run: (sql) => connection.query(sql),
  read: async (sql) => {
    const [found, fields] = await connection.query({ sql, rowsAsArray: true });
    return { columns: fields.map(({ name }) => name), rows: (found as unknown as unknown[][]).map((row) => row.map(text)) };
  },
});

/** The demo warehouse under a binding's names and as that binding stores it, in `schema`. */
export async function fillBound(engine: Engine, schema: string, binding: NameBinding): Promise<void> {
  const { quote } = engine;
  const boundTable = (name: string): NameBinding['tables'][string] => binding.tables[name] ?? { name, columns: {} };
  for (const table of TABLES) {
    const to = boundTable(table.name);
    const columns = table.columns.map((c) => `${quote(to.columns[c.name] ?? c.name)} ${storedType(engine, c.type, to.convert?.[c.name])}${c.nullable ? '' : ' NOT NULL'}`);
    await engine.run(`CREATE TABLE ${quote(schema)}.${quote(to.name)} (${columns.join(', ')}, PRIMARY KEY (${table.primaryKey.map((key: string) => quote(to.columns[key] ?? key)).join(', ')}))`);
  }
  const indexed = TABLES.flatMap((table) => table.indexes.map((index: string[]) => ({ to: boundTable(table.name), index })));
  for (const [i, { to, index }] of indexed.entries()) await engine.run(`CREATE INDEX ${quote(`bound_${i}`)} ON ${quote(schema)}.${quote(to.name)} (${index.map((column) => quote(to.columns[column] ?? column)).join(', ')})`);
  const waiting = new Map<string, string[]>();
  for (const { table, values } of rows()) {
    const to = boundTable(table);
    const columns = TABLES.find((t) => t.name === table)?.columns ?? [];
    const tuple = values.map((value: unknown, i: number) => literal(stored(value, to.convert?.[columns[i]?.name ?? ''])));
    waiting.set(table, [...(waiting.get(table) ?? []), `(${tuple.join(', ')})`]);
  }
  for (const [table, tuples] of waiting) {
    for (let from = 0; from < tuples.length; from += 500) await engine.run(`INSERT INTO ${quote(schema)}.${quote(boundTable(table).name)} VALUES ${tuples.slice(from, from + 500).join(', ')}`);
  }
}

function storedType(engine: Engine, type: string, conversion: ColumnConversion | undefined): string {
  if (conversion?.kind === 'day') return 'char(8)';
  if (conversion?.kind === 'values') return typeof conversion.values[0]?.stored === 'number' ? 'int' : 'varchar(20)';
  return engine.typeOf(type);
}

function stored(value: unknown, conversion: ColumnConversion | undefined): unknown {
  if (conversion?.kind === 'day') return value === null ? (conversion.empty ?? null) : String(value).replaceAll('-', '');
  if (conversion?.kind === 'values') return conversion.values.find(({ standard }) => standard === String(value))?.stored ?? null;
  return value;
}

const literal = (value: unknown): string => (value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));

/** The catalogue of one schema, as both engines' information_schema tells it. */
export async function catalogueOf(engine: Engine, schema: string): Promise<Catalogue> {
  const type = engine.dialect === 'mariadb' ? 'column_type' : 'data_type';
  const { rows: found } = await engine.read(`SELECT table_name, column_name, ${type}, is_nullable FROM information_schema.columns WHERE table_schema = '${schema}' ORDER BY table_name, ordinal_position`);
  const tables = new Map<string, Catalogue['tables'][number]>();
  for (const [table = '', name, columnType, nullable] of found as string[][]) {
    const known = tables.get(table) ?? { schema, name: table, kind: 'table' as const, columns: [], primaryKey: [], uniqueKeys: [], foreignKeys: [], fingerprint: '0'.repeat(64) };
    known.columns.push({ name: name ?? '', type: columnType ?? '', nullable: nullable === 'YES' });
    tables.set(table, known);
  }
  return { engine: engine.dialect, version: '', searchPath: [schema], tables: [...tables.values()] };
}
