import { placed } from './places.mjs';
import { SPLICES, SYMBOLS, WORDS } from './splices.mjs';
import { closing, edited, tokensOf } from './tokens.mjs';

const LITERALS = ["''", "'x'", "'it''s'", "'a;b'", "'--'", "'/*'", "'\\d+'", "'%'", "'매출'", '0', '1', '-1', '1e3', '.5', '99999999999999999999', '1.50', 'NULL', 'TRUE', "DATE '2025-01-01'", "INTERVAL '1 day'"];

/** One to four mutations of a statement, with pieces of other statements where one takes some; most of them know what stands where. */
export function mutated(random, text, others, language) {
  let sql = text;
  const blind = random.chance(0.35);
  for (let n = 1 + random.below(random.chance(0.5) ? 2 : 4); n > 0; n--) sql = blind && random.chance(0.7) ? random.pick(MUTATIONS)(random, sql, others) : placed(random, sql, others, language);
  return sql.length > 40_000 ? sql.slice(0, 40_000) : sql;
}

const insert = (random, sql, piece) => edited(sql, (tokens) => tokens.splice(random.below(tokens.length + 1), 0, ` ${piece} `.slice(random.below(2), random.chance(0.5) ? undefined : -1)));

/** Start and end (exclusive) of a bracketed group; the whole text when there is none. */
function group(random, tokens) {
  const opens = tokens.flatMap((t, i) => (t === '(' ? [i] : []));
  if (!opens.length) return [0, tokens.length];
  const start = random.pick(opens);
  return [start, closing(tokens, start)];
}

function replaceOne(random, sql, fits, by) {
  return edited(sql, (tokens) => {
    const places = tokens.flatMap((t, i) => (fits.test(t) ? [i] : []));
    if (places.length) tokens[random.pick(places)] = by;
  });
}

const MUTATIONS = [
  (r, sql) => insert(r, sql, r.pick(SPLICES)),
  (r, sql) => insert(r, sql, r.pick(SPLICES)),
  (r, sql) => sql + r.pick(SPLICES),
  (r, sql) => r.pick(SPLICES) + sql,
  (r, sql) => insert(r, sql, r.pick(WORDS)),
  (r, sql) => replaceOne(r, sql, /^[\p{L}_]/u, r.pick(WORDS)),
  (r, sql) => replaceOne(r, sql, /^[\p{L}_]/u, r.pick(SPLICES)),
  (r, sql) => replaceOne(r, sql, /^[^\p{L}\p{N}_\s'"]/u, r.pick(SYMBOLS)),
  (r, sql) => replaceOne(r, sql, /^['\d]/, r.pick(LITERALS)),
  (r, sql) => replaceOne(r, sql, /^['\d]/, r.pick(SPLICES)),
  (r, sql) => edited(sql, (t) => t.splice(r.below(t.length), 1 + r.below(3))),
  (r, sql) => edited(sql, (t) => { const at = r.below(t.length); t.splice(at, 0, ...t.slice(at, at + 1 + r.below(8))); }),
  (r, sql) => edited(sql, (t) => { const [a, b] = [r.below(t.length), r.below(t.length)]; [t[a], t[b]] = [t[b], t[a]]; }),
  // a bracketed group takes the place of another one, of this statement or of another
  (r, sql, others) => edited(sql, (t) => { const donor = tokensOf(r.chance(0.5) ? sql : r.pick(others)); const [from, to] = group(r, donor); const [start, end] = group(r, t); t.splice(start, end - start, ...donor.slice(from, to)); }),
  (r, sql, others) => edited(sql, (t) => t.splice(r.below(t.length), 0, '(', r.pick(others), ')')),
  (r, sql, others) => `${sql}${r.pick([' UNION ', ' UNION ALL ', ' INTERSECT ', ' EXCEPT ', '; ', ' '])}${r.pick(others)}`,
  (r, sql, others) => `WITH x AS (${r.pick(others)}) ${sql}`,
  (r, sql) => `SELECT * FROM (${sql}) AS x`,
  (r, sql) => `SELECT ${r.pick(['(', 'EXISTS (', 'ARRAY (', '1 IN (', 'lower(('])}${sql})`,
  // floods
  (r, sql) => edited(sql, (t) => { const at = r.below(t.length); t.splice(at, 0, t.slice(at, at + 4).join('').repeat(1 + r.below(r.chance(0.1) ? 600 : 20))); }),
  (r, sql) => edited(sql, (t) => { const n = 1 + r.below(16); const at = r.below(t.length); t.splice(at, 0, '('.repeat(n)); t.splice(r.below(t.length) + 1, 0, ')'.repeat(n)); }),
  (r, sql) => insert(r, sql, r.pick([' AND total = 1', ' OR total = 1', ' + total', ' || city', ', total', '::text', '[1]', ' UNION SELECT city FROM customers', ' NOT', ' -', ' IS NULL']).repeat(1 + r.below(r.chance(0.1) ? 700 : 30))),
  // characters
  (r, sql) => { const at = r.below(sql.length + 1); return sql.slice(0, at) + sql.slice(at + 1); },
  (r, sql) => { const at = r.below(sql.length + 1); return sql.slice(0, at) + r.pick(['\'', '"', '\\', ';', '-', '/', '*', '(', ')', '$', '`', '[', ']', '@', ':', '?', '\n', ' ', 'a', '0', '.']) + sql.slice(at); },
  (r, sql) => (r.chance(0.5) ? sql.toUpperCase() : sql.toLowerCase()),
  (r, sql) => sql.replaceAll(' ', r.pick(['\n', '/**/', '  ', '\t', '--\n'])),
];
