import { universityRecords } from './generate.mjs';
import { TABLES } from './schema.mjs';

const QUOTES = { postgres: '"', mariadb: '`' };
const TYPES = { postgres: { text: 'text' }, mariadb: { text: 'varchar(200)' } };

/** How an engine writes names, texts and types; `rename` gives tables and columns other names than the standard ones. */
function writer(engine, rename) {
  const quote = QUOTES[engine];
  const name = (identifier) => `${quote}${identifier.replaceAll(quote, quote + quote)}${quote}`;
  return {
    table: (standard) => name(rename?.tables[standard]?.name ?? standard),
    column: (table, standard) => name(rename?.tables[table]?.columns[standard] ?? standard),
    type: (type) => TYPES[engine][type] ?? type,
    literal: (value) => (value === null ? 'NULL' : typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value)),
  };
}

/**
 * Statements that create and fill the university's tables in an empty schema; 500 rows an INSERT.
 *
 * @param {'postgres' | 'mariadb'} engine
 * @param {{ tables: Record<string, { name: string, columns: Record<string, string> }> }} [rename] a binding: other names for the same data
 * @returns {Generator<string>}
 * @example for (const statement of statements('postgres')) await client.query(statement);
 */
export function* statements(engine, rename) {
  const sql = writer(engine, rename);
  const rows = universityRecords();
  for (const { name, columns, primaryKey, foreignKeys } of TABLES) {
    const parts = [
      ...columns.map((c) => `${sql.column(name, c.name)} ${sql.type(c.type)}${c.nullable ? ' NULL' : ' NOT NULL'}`),
      `PRIMARY KEY (${primaryKey.map((key) => sql.column(name, key)).join(', ')})`,
      ...Object.entries(foreignKeys).map(([column, target]) => `FOREIGN KEY (${sql.column(name, column)}) REFERENCES ${sql.table(target)} (${sql.column(target, TABLES.find((t) => t.name === target).primaryKey[0])})`),
    ];
    yield `CREATE TABLE ${sql.table(name)} (\n  ${parts.join(',\n  ')}\n)`;
    const tuples = rows.get(name).map((row) => `(${columns.map((c) => sql.literal(row[c.name])).join(',')})`);
    for (let i = 0; i < tuples.length; i += 500) yield `INSERT INTO ${sql.table(name)} VALUES\n${tuples.slice(i, i + 500).join(',\n')}`;
  }
  if (engine !== 'postgres') return;
  for (const { name, comment, columns } of TABLES) {
    yield `COMMENT ON TABLE ${sql.table(name)} IS ${sql.literal(comment)}`;
    for (const c of columns) yield `COMMENT ON COLUMN ${sql.table(name)}.${sql.column(name, c.name)} IS ${sql.literal(c.comment)}`;
  }
}
