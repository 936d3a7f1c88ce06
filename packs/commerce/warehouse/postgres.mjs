import { rows } from './generate.mjs';
import { TABLES, WAREHOUSE_VERSION } from './schema.mjs';

/** Comment of the database that holds the whole of this version: set last, in the transaction that loads it. */
export const MARKER = `Countersign demo warehouse: commerce, version ${WAREHOUSE_VERSION}`;
export const MARKER_PREFIX = 'Countersign demo warehouse: commerce, version ';

export const name = (identifier) => `"${identifier.replaceAll('"', '""')}"`;
export const text = (value) => `'${value.replaceAll("'", "''")}'`;
const names = (list) => list.map(name).join(', ');

function literal(value) {
  if (value === null) return 'NULL';
  return typeof value === 'string' ? text(value) : String(value);
}

function tableDdl(table) {
  const columns = table.columns.map((c) => `${name(c.name)} ${c.type}${c.nullable ? '' : ' NOT NULL'}${c.values ? ` CHECK (${name(c.name)} IN (${c.values.map(text).join(', ')}))` : ''}`);
  const foreign = table.foreignKeys.map((f) => `FOREIGN KEY (${names(f.columns)}) REFERENCES ${name(f.table)} (${names(f.refColumns)})`);
  return [
    `CREATE TABLE ${name(table.name)} (\n  ${[...columns, `PRIMARY KEY (${names(table.primaryKey)})`, ...foreign].join(',\n  ')}\n)`,
    `COMMENT ON TABLE ${name(table.name)} IS ${text(table.comment)}`,
    ...table.columns.map((c) => `COMMENT ON COLUMN ${name(table.name)}.${name(c.name)} IS ${text(c.comment)}`),
  ];
}

/** Statements that create and fill the tables in schema public, without a transaction of their own; 500 rows an INSERT. */
export function* postgresStatements() {
  for (const table of TABLES) yield* tableDdl(table);
  let batch = { table: '', tuples: [] };
  const insert = () => `INSERT INTO ${name(batch.table)} VALUES\n${batch.tuples.join(',\n')}`;
  for (const { table, values } of rows()) {
    if (batch.tuples.length > 0 && (batch.table !== table || batch.tuples.length === 500)) {
      yield insert();
      batch = { table, tuples: [] };
    }
    batch.table = table;
    batch.tuples.push(`(${values.map(literal).join(',')})`);
  }
  yield insert();
  yield `ALTER TABLE "products" ADD UNIQUE ("sku")`;
  for (const table of TABLES) for (const index of table.indexes) yield `CREATE INDEX ON ${name(table.name)} (${names(index)})`;
}

/**
 * The warehouse as one script for an empty PostgreSQL database.
 *
 * @example psql commerce -f <(node -e "import('./postgres.mjs').then((m) => process.stdout.write(m.postgresScript()))")
 */
export function postgresScript() {
  return ['BEGIN', ...postgresStatements(), 'COMMIT', 'ANALYZE'].map((s) => `${s};\n`).join('');
}
