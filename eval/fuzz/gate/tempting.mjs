// Random queries over a small scope whose names tempt: columns that are denied or not in the scope, tables that are not granted, and
// aliases, CTEs and computed columns with the very same names.
const TEMPTING = ['email', 'salary', 'region', 'word', 'city', 'status', 'total', 'id', 'customer_id', 'name', 'customers', 'orders', 'secrets'];
const TABLES = { customers: ['id', 'name', 'city'], orders: ['id', 'customer_id', 'status', 'total'], secrets: ['id', 'email', 'word', 'city'] };

/** One query as text, for PostgreSQL or MariaDB. */
export function temptingQuery(random, dialect) {
  const g = { random, dialect, fresh: 0 };
  return query(g, 2, [], []).sql;
}

const text = (g, e) => (g.dialect === 'postgres' ? `CAST(${e} AS text)` : `CAST(${e} AS CHAR)`);

function query(g, depth, outer, ctes) {
  const { random } = g;
  let own = ctes;
  let head = '';
  if (depth > 0 && random.chance(0.3)) {
    const name = random.pick(['customers', 'orders', 'secrets', 'r', 'd', 'email']);
    if (random.chance(0.3)) {
      const table = random.pick(['customers', 'orders', 'secrets']);
      head = `WITH RECURSIVE ${name}(id, ${random.pick(TEMPTING.slice(0, 6))}, depth) AS (SELECT t.id, ${column(g, [{ alias: 't', columns: TABLES[table] }], outer)}, 0 FROM ${table} t UNION ALL SELECT ${name}.id, ${column(g, [{ alias: 'u', columns: TABLES[table] }], outer)}, depth + 1 FROM ${name} JOIN ${table} u ON u.id = ${name}.id WHERE depth < 2) `;
      own = [...ctes, { name, columns: ['id', 'depth'] }];
    } else {
      const inner = query(g, depth - 1, outer, ctes);
      const renamed = random.chance(0.3) ? [random.pick(TEMPTING)] : [];
      head = `WITH ${name}${renamed.length && inner.columns.length ? `(${renamed})` : ''} AS (${inner.sql}) `;
      own = [...ctes, { name, columns: renamed.length ? [...renamed, ...inner.columns.slice(1)] : inner.columns }];
    }
  }
  if (depth > 0 && random.chance(0.12)) {
    const [a, b] = [select(g, depth - 1, outer, own, 1), select(g, depth - 1, outer, own, 1)];
    return { sql: `${head}(${a.sql}) ${random.pick(['UNION', 'UNION ALL', 'EXCEPT', 'INTERSECT'])} (${b.sql})${random.chance(0.3) ? ` ORDER BY ${random.pick(['1', a.columns[0] ?? '1', random.pick(TEMPTING)])}` : ''}`, columns: a.columns };
  }
  const { sql, columns } = select(g, depth, outer, own);
  return { sql: head + sql, columns };
}

function select(g, depth, outer, ctes, width = 1 + g.random.below(3)) {
  const { random } = g;
  const relations = [];
  const from = fromOf(g, depth, outer, ctes, relations);
  const aliases = [];
  const grouped = random.chance(0.2);
  const items = Array.from({ length: width }, () => {
    const star = random.chance(0.05) && width > 1;
    const e = star ? random.pick(['*', `${random.pick(relations).alias}.*`]) : expr(g, depth, relations, outer, ctes, grouped);
    const own = /^(?:\w+\.)?([a-z_]+)$/.exec(e)?.[1];
    const alias = !star && (own === undefined || random.chance(0.4)) ? random.pick(TEMPTING) : undefined;
    if (!star) aliases.push(alias ?? own);
    return alias ? `${e} AS ${alias}` : e;
  });
  const parts = [`SELECT ${random.chance(0.1) ? 'DISTINCT ' : ''}${items.join(', ')}`, `FROM ${from}`];
  if (random.chance(0.5)) parts.push(`WHERE ${condition(g, depth, relations, outer, ctes)}`);
  if (grouped && random.chance(0.6)) parts.push(`GROUP BY ${random.pick(['1', random.pick(TEMPTING), column(g, relations, outer), ...(g.dialect === 'postgres' ? [`GROUPING SETS ((${column(g, relations, outer)}), ())`, `ROLLUP (${random.pick(TEMPTING)})`] : [`${column(g, relations, outer)} WITH ROLLUP`])])}`);
  if (grouped && random.chance(0.4)) parts.push(`HAVING ${text(g, random.pick([random.pick(TEMPTING), `max(${column(g, relations, outer)})`]))} > 'a'`);
  if (!grouped && g.dialect === 'postgres' && width > 1 && random.chance(0.1)) {
    parts[0] += ', count(*) OVER w';
    aliases.push('count');
    parts.push(`WINDOW w AS (PARTITION BY ${column(g, relations, outer)} ORDER BY ${column(g, relations, outer)})`);
  }
  if (random.chance(0.3)) parts.push(`ORDER BY ${random.pick(['1', random.pick(TEMPTING), column(g, relations, outer), text(g, random.pick(TEMPTING))])}`);
  return { sql: parts.join(' '), columns: aliases };
}

function fromOf(g, depth, outer, ctes, relations) {
  const { random } = g;
  const list = [itemOf(g, depth, outer, ctes, relations)];
  while (random.chance(0.4) && list.length < 3) {
    const left = relations.slice();
    const lateral = depth > 0 && g.dialect === 'postgres' && random.chance(0.25);
    const right = itemOf(g, depth, lateral ? [left, ...outer] : outer, ctes, relations, lateral);
    const [a, b] = [left.at(-1), relations.at(-1)];
    list.push(random.pick([
      `JOIN ${right} ON ${text(g, `${a.alias}.${pickColumn(g, a)}`)} = ${text(g, `${b.alias}.${pickColumn(g, b)}`)}`,
      `LEFT JOIN ${right} ON ${condition(g, 0, [a, b], outer, ctes)}`,
      `JOIN ${right} USING (${random.pick([pickColumn(g, a), random.pick(TEMPTING)])})`,
      `NATURAL JOIN ${right}`,
      `JOIN ${right} ON ${text(g, `${a.alias}.id`)} = ${text(g, `${b.alias}.id`)}`,
    ]));
  }
  return list.join(' ');
}

function itemOf(g, depth, outer, ctes, relations, lateral = false) {
  const { random } = g;
  if (depth > 0 && (lateral || random.chance(0.3))) {
    const inner = query(g, depth - 1, outer, ctes);
    const alias = random.pick(['d', 'e', 'customers', 'orders', 'secrets', 'Orders', `d${g.fresh++}`]);
    const renamed = g.dialect === 'postgres' && random.chance(0.2) ? random.pick(TEMPTING) : undefined;
    relations.push({ alias, columns: renamed ? [renamed, ...inner.columns.slice(1)] : inner.columns });
    return `${lateral ? 'LATERAL ' : ''}(${inner.sql}) ${alias}${renamed ? `(${renamed})` : ''}`;
  }
  const cte = ctes.length && random.chance(0.5) ? random.pick(ctes) : undefined;
  const table = cte?.name ?? random.chance(0.06) ? 'secrets' : random.pick(['customers', 'orders']);
  const alias = random.chance(0.5) ? random.pick(['c', 'o', 'secrets', 'customers', 'orders', `t${g.fresh++}`]) : table;
  relations.push({ alias, columns: cte?.columns ?? TABLES[table] });
  return alias === table ? table : `${table} ${random.chance(0.5) ? 'AS ' : ''}${alias}`;
}

const pickColumn = (g, relation) => (g.random.chance(0.94) && relation.columns.length ? g.random.pick(relation.columns) : g.random.pick(TEMPTING));

function column(g, relations, outer) {
  const { random } = g;
  if (random.chance(0.07)) return random.pick(TEMPTING);
  const level = outer.length && random.chance(0.3) ? random.pick(outer) : relations;
  const relation = random.pick(level.length ? level : relations);
  const name = pickColumn(g, relation);
  return random.chance(0.5) ? name : `${relation.alias}.${name}`;
}

function expr(g, depth, relations, outer, ctes, grouped) {
  const { random } = g;
  const c = column(g, relations, outer);
  const inner = () => {
    const one = select(g, depth - 1, [relations, ...outer], ctes, 1);
    return `(SELECT max(${text(g, `q.${one.columns[0] ?? 'id'}`)}) FROM (${one.sql}) q)`;
  };
  if (grouped) return random.pick([`max(${c})`, `count(${c})`, `min(${text(g, c)})`, ...(g.dialect === 'postgres' ? [`string_agg(${text(g, c)}, ',' ORDER BY ${column(g, relations, outer)})`, `max(${text(g, c)}) FILTER (WHERE ${condition(g, 0, relations, outer, ctes)})`] : [`count(DISTINCT ${c})`])]);
  const forms = [c, c, c, `coalesce(${text(g, c)}, 'none')`, `CASE WHEN ${condition(g, 0, relations, outer, ctes)} THEN 1 ELSE 0 END`, '1', "'a'", `NULL`, `rank() OVER (ORDER BY ${column(g, relations, outer)})`, `max(${text(g, c)}) OVER (PARTITION BY ${column(g, relations, outer)})`];
  if (g.dialect === 'postgres' && random.chance(0.06)) forms.push(`(${random.pick(relations).alias}).email`, `${random.pick(relations).alias}::text`, `to_jsonb(${random.pick(relations).alias})`, random.pick(relations).alias);
  if (g.dialect === 'postgres') forms.push(`ARRAY(SELECT ${c})`);
  if (depth > 0) forms.push(inner(), `(SELECT max(${text(g, column(g, relations, outer))}) FROM ${random.pick(['orders', 'customers'])})`, `(SELECT count(*) FROM ${random.pick(['orders', 'customers'])} WHERE ${text(g, column(g, relations, outer))} LIKE 'L%')`);
  return random.pick(forms);
}

function condition(g, depth, relations, outer, ctes) {
  const { random } = g;
  const c = text(g, column(g, relations, outer));
  const forms = [`${c} LIKE '%1'`, `${c} > ${text(g, column(g, relations, outer))}`, `${c} = ${text(g, column(g, relations, outer))}`, `${c} IS NOT NULL`, `${c} IN ('paid', 'KR', 'city1')`, `${c} LIKE 'LEAK%' OR ${c} = 'x'`];
  if (depth > 0) forms.push(`EXISTS (${select(g, depth - 1, [relations, ...outer], ctes, 1).sql})`, `${c} IN (SELECT ${text(g, column(g, relations, outer))} FROM ${random.pick(['orders', 'customers'])})`, `NOT EXISTS (SELECT 1 FROM ${random.pick(['orders', 'customers'])} WHERE ${text(g, column(g, relations, outer))} = ${c})`);
  return random.pick(forms);
}
