import { QUIRKS } from './quirks.mjs';
import { edited, placesOf, tokensOf } from './tokens.mjs';

// Mutations that know what stands where, so that most of what comes out is still a statement.
const put = (tokens, [start, end], text) => tokens.splice(start, end - start, text);
const slice = (tokens, [start, end]) => tokens.slice(start, end).join('');
const one = (at) => [at, at + 1];

/** Replaces one piece of this kind, where there is one. */
function at(kind, by) {
  return (r, sql, others, q) => edited(sql, (tokens) => {
    const found = placesOf(tokens)[kind];
    if (!found.length) return;
    const where = r.pick(found);
    const range = Array.isArray(where) ? where : one(where);
    put(tokens, range, by(r, slice(tokens, range), q, others, tokens));
  });
}

const wrapped = (r, text, q) => r.pick(q.wraps).replaceAll('X', () => text);

/** An operand of this statement or of another one. */
function operandOf(r, sql) {
  const tokens = tokensOf(sql);
  const found = placesOf(tokens).expr;
  return found.length ? slice(tokens, r.pick(found)) : '1';
}

/** Another quote around the name, or something in it that ends quotes. */
function quoted(r, name) {
  const plain = name.replace(/^["`[]|["`\]]$/g, '');
  const inner = r.chance(0.6) ? plain : r.chance(0.5) ? plain.toUpperCase() : plain + r.pick([' ', '"', '""', '`', ']', ']]', ';', '--', '/*', "'", '\\', '.x', '\n', '글', '$', '#', '%', '?', ':x', '@x', '(1)', ' AS x', '\u0000', '\u200b']);
  return r.pick([`"${inner}"`, `\`${inner}\``, `[${inner}]`, `"${inner}`, `'${inner}'`, inner]);
}

const clause = (words) => (r, sql, others, q) => `${sql} ${words} ${r.chance(0.5) ? operandOf(r, sql) : r.pick(q.expr)}`;

export const PLACED = [
  at('expr', (r, text, q) => wrapped(r, text, q)),
  at('expr', (r, text, q) => wrapped(r, text, q)),
  at('expr', (r, text, q) => wrapped(r, wrapped(r, text, q), q)),
  at('expr', (r, text, q) => r.pick(q.expr)),
  at('expr', (r, text, q, others) => operandOf(r, r.pick(others))),
  at('expr', (r, text, q, others) => `(${r.pick(others)})`),
  at('order', (r, text, q) => (r.chance(0.5) ? r.pick(q.expr) : wrapped(r, text, q))),
  at('order', (r, text, q, others, tokens) => `${text}${r.pick(['', ' DESC', ' ASC NULLS FIRST', ' NULLS LAST'])}, ${r.chance(0.5) ? operandOf(r, tokens.join('')) : r.pick(['1', '2', '99', 'email', '-1', "'x'", 'NULL'])}`),
  at('item', (r, text, q) => r.pick(q.item)),
  at('item', (r, text, q) => `${text}${r.pick([', ', ' CROSS JOIN ', ' JOIN ', ' LEFT JOIN ', ' NATURAL JOIN '])}${r.pick(q.item)}${r.pick(['', ' x', ' AS x', ' ON 1 = 1', ' ON x.customer_id = customers.customer_id', ' USING (customer_id)'])}`),
  at('item', (r, text, q, others) => `(${r.pick(others)})${r.pick(['', ' x', ' AS x', ' AS x (a)', ' AS email'])}`),
  at('limit', (r, text, q) => r.pick(q.limit)),
  at('type', (r, text, q) => r.pick(q.type)),
  at('alias', (r, text, q) => r.pick(q.alias)),
  at('alias', (r, text) => quoted(r, text)),
  at('name', (r, text) => quoted(r, text)),
  at('name', (r, text, q) => `${text} ${r.chance(0.5) ? 'AS ' : ''}${r.pick(q.alias)}`),
  at('string', (r, text, q) => r.pick(q.string)),
  at('blank', (r, text, q) => r.pick([text, '']) + r.pick(q.comment) + r.pick([text, ''])),
  (r, sql, others) => (/^\s*with\b/i.test(sql) ? sql.replace(/with\s+(recursive\s+)?/i, (head) => `${head}${r.pick(['x', 'customers', 'secrets', 'email'])} AS (${r.pick(others)}), `) : `WITH ${r.pick(['x', 'x', 'customers', 'secrets', 'x (a)', 'RECURSIVE x'])} AS (${r.pick(others)}) ${sql}`),
  (r, sql, others) => `${sql} ${r.pick(['UNION', 'UNION ALL', 'INTERSECT', 'EXCEPT', 'MINUS'])} ${r.pick(others)}`,
  (r, sql, others, q) => `${sql} ${r.pick(['LIMIT', 'LIMIT', 'OFFSET', 'FETCH FIRST'])} ${r.pick(q.limit)}${r.pick(['', '', ' ROWS ONLY'])}`,
  (r, sql) => `SELECT ${r.pick(['*', 'x.*', 'count(*)', '1'])} FROM (${sql}) ${r.pick(['x', 'AS x', 'AS "x"', 'AS email'])}`,
  clause('ORDER BY'), clause('GROUP BY'), clause('WHERE'), clause('HAVING'),
];

/** One such mutation, with the pieces of the language the text is in. */
export const placed = (r, sql, others, language) => r.pick(PLACED)(r, sql, others, QUIRKS[language]);
