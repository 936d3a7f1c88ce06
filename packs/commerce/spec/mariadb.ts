import { rows } from '../warehouse/generate.mjs';
import { TABLES } from '../warehouse/schema.mjs';

export const mariadbType = (type: string): string => (type === 'text' ? 'varchar(200)' : type === 'timestamp' ? 'datetime' : type === 'boolean' ? 'tinyint(1)' : type.replace('numeric', 'decimal'));

/** The demo warehouse in an empty MariaDB database. */
export async function fillMariadb({ query }: { query: (sql: string, values?: unknown[]) => Promise<unknown> }): Promise<void> {
  for (const { name, columns, primaryKey } of TABLES) await query(`CREATE TABLE ${name} (${columns.map((c) => `${c.name} ${mariadbType(c.type)}${c.nullable ? '' : ' NOT NULL'}`).join(', ')}, PRIMARY KEY (${primaryKey.join(', ')}))`);
  const all = new Map<string, unknown[][]>();
  for (const { table, values } of rows()) all.set(table, [...(all.get(table) ?? []), values]);
  for (const [table, tuples] of all) for (let i = 0; i < tuples.length; i += 1000) await query(`INSERT INTO ${table} VALUES ?`, [tuples.slice(i, i + 1000)]);
}
