import { createConnection, type Connection } from 'mysql2/promise';
import pg from 'pg';

/** One value as all engines give it: text, or null. Numbers to nine digits, days without a time. */
export type Cell = string | null;

/** A database of its own on one engine, dropped when it is closed. */
export interface Engine {
  dialect: 'postgres' | 'mariadb';
  run(sql: string): Promise<Cell[][]>;
  close(): Promise<void>;
}

export function cell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  const text = String(value);
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return String(Number(Number(text).toPrecision(9)));
  return text.replace(/ 00:00:00(?:\.0+)?$/, '');
}

export async function openPostgres(url: string, database: string): Promise<Engine> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await admin.query(`CREATE DATABASE ${database} TEMPLATE template0 ENCODING 'UTF8'`);
  const own = new URL(url);
  own.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: own.href, types: { getTypeParser: () => (text: string) => text } });
  await client.connect();
  return {
    dialect: 'postgres',
    run: async (sql) => (await client.query<unknown[]>({ text: sql, rowMode: 'array' })).rows.map((row) => row.map(cell)),
    close: async () => {
      await client.end();
      await admin.query(`DROP DATABASE ${database} WITH (FORCE)`);
      await admin.end();
    },
  };
}

export async function openMariadb(url: string, database: string): Promise<Engine> {
  const client: Connection = await createConnection({ uri: url, dateStrings: true, supportBigNumbers: true, bigNumberStrings: true, rowsAsArray: true });
  await client.query(`DROP DATABASE IF EXISTS ${database}`);
  await client.query(`CREATE DATABASE ${database} CHARACTER SET utf8mb4`);
  await client.query(`USE ${database}`);
  return {
    dialect: 'mariadb',
    run: async (sql) => {
      const [rows] = await client.query(sql);
      return Array.isArray(rows) ? (rows as unknown[][]).map((row) => row.map(cell)) : [];
    },
    close: async () => {
      await client.query(`DROP DATABASE ${database}`);
      await client.end();
    },
  };
}
