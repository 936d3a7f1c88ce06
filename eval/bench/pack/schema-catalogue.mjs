/** Distinct values of a text column that a draft looks at; one more tells that there are more. */
const VALUES = 200;

export const quoted = (name) => `"${name.replaceAll('"', '""')}"`;
/** Tables of a schema as `pack draft` takes them: columns, keys, comments, values of text columns. */
export async function catalogueOf(client, schema) {
  const columns = await client.query(`
    select c.relname as table, obj_description(c.oid) as table_comment, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as nullable, col_description(c.oid, a.attnum) as comment
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where n.nspname = $1 and c.relkind in ('r', 'v', 'm', 'p') and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`, [schema]);
  const keys = await client.query(`
    select t.relname as table, k.contype as kind, rt.relname as ref,
           (select array_agg(a.attname::text order by i.ord) from unnest(k.conkey) with ordinality i(num, ord) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = i.num) as columns,
           (select array_agg(a.attname::text order by i.ord) from unnest(k.confkey) with ordinality i(num, ord) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = i.num) as refs
    from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace left join pg_class rt on rt.oid = k.confrelid
    where n.nspname = $1 and k.contype in ('p', 'f')`, [schema]);
  const tables = new Map();
  for (const row of columns.rows) {
    if (!tables.has(row.table)) tables.set(row.table, { schema, name: row.table, comment: row.table_comment ?? undefined, columns: [], foreignKeys: [] });
    const column = { name: row.name, type: row.type, nullable: row.nullable, comment: row.comment ?? undefined };
    if (/char|text|USER/i.test(row.type)) {
      const seen = await client.query(`select distinct ${quoted(row.name)}::text as v from ${quoted(schema)}.${quoted(row.table)} where ${quoted(row.name)} is not null limit ${VALUES + 1}`);
      column.values = seen.rows.map(({ v }) => v);
    }
    tables.get(row.table).columns.push(column);
  }
  for (const { table, kind, ref, columns: own, refs } of keys.rows) {
    const to = tables.get(table);
    if (kind === 'p') to.primaryKey = own;
    else to.foreignKeys.push({ columns: own, refSchema: schema, refTable: ref, refColumns: refs });
  }
  return [...tables.values()];
}
