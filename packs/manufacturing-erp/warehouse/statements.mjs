import { warehouse } from './generate.mjs';
import { TABLES } from './schema.mjs';

/** How each engine writes names and the few types there are. */
const ENGINES = {
  postgres: { name: (id) => `"${id}"`, text: () => 'text' },
  mariadb: { name: (id) => `\`${id}\``, text: (length) => `varchar(${length})` },
};

const literal = (value) => (value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value));

/**
 * Statements that create the tables and fill them with the rows, 500 an INSERT.
 *
 * @param {'postgres' | 'mariadb'} engine
 * @param {typeof TABLES} tables
 * @param {Map<string, Record<string, string | number | boolean | null>[]>} all
 */
export function* tableStatements(engine, tables, all) {
  const { name, text } = ENGINES[engine];
  const type = (t) => (t.startsWith('text') ? text(t.slice(5, -1)) : t);
  for (const table of tables) {
    const columns = table.columns.map((c) => `${name(c.name)} ${type(c.type)}${c.nullable ? '' : ' NOT NULL'}`);
    const keys = table.primaryKey.length > 0 ? [`PRIMARY KEY (${table.primaryKey.map(name).join(', ')})`] : [];
    const foreign = table.foreignKeys.map((f) => `FOREIGN KEY (${name(f.column)}) REFERENCES ${name(f.table)} (${name(f.ref)})`);
    yield `CREATE TABLE ${name(table.name)} (${[...columns, ...keys, ...foreign].join(', ')})`;
    const rows = all.get(table.name) ?? [];
    for (let at = 0; at < rows.length; at += 500) {
      const tuples = rows.slice(at, at + 500).map((row) => `(${table.columns.map((c) => literal(row[c.name] ?? null)).join(',')})`);
      yield `INSERT INTO ${name(table.name)} VALUES ${tuples.join(',')}`;
    }
  }
}

/** The demo warehouse for an empty database of the engine. */
export const warehouseStatements = (engine) => tableStatements(engine, TABLES, warehouse());
