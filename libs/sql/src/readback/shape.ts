import type { LexedText } from '../lex/lexer-gate.js';

/**
 * A printed text with its plain names and values replaced by numbered ones: `SELECT "n1" FROM "n2" WHERE "n3" = 's1'`.
 * A token is plain when no lexer could read it in two ways: letters, digits and a little punctuation between its
 * quotes. Everything else (quotes in quotes, backslashes, comment signs, other scripts, keywords, functions) stays, but for the schema of
 * PostgreSQL's own functions: no name that is printed without quotes is anyone else's, and aggregates with a schema are nothing to some readers.
 */
export interface Shape {
  text: string;
  nameOf(name: string): string;
  stringOf(value: string): string;
}

/** What our printer puts before functions of PostgreSQL. Names of the customer are always in quotes. */
const OWN_SCHEMA = 'pg_catalog.';
const PLAIN_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const PLAIN_STRING = /^(?!.*--)[A-Za-z0-9 ,.:_%-]*$/;
const WHOLE_NUMBER = /^\d+$/;

/**
 * The same for all texts that differ in plain names and values only. A reader whose answer is taken on the shape
 * answers for each of them.
 *
 * @example shapeOf(`SELECT "a" FROM "t" LIMIT 20`, lexed).text // 'SELECT "n1" FROM "n2" LIMIT 1'
 */
export function shapeOf(sql: string, { tokens }: LexedText): Shape {
  const names = new Map<string, string>();
  const strings = new Map<string, string>();
  let text = '';
  let at = 0;
  for (const { type, start, end } of tokens) {
    if (type === 'word' && sql.startsWith(OWN_SCHEMA, start)) {
      text += sql.slice(at, start);
      at = start + OWN_SCHEMA.length;
    }
    if (type === 'word' || type === 'symbol') continue;
    if (type === 'quoted' && at === start && sql.startsWith(OWN_SCHEMA, start - OWN_SCHEMA.length)) {
      text += sql.slice(start + 1, end - 1);
      at = end;
      continue;
    }
    const body = type === 'number' ? sql.slice(start, end) : sql.slice(start + 1, end - 1);
    const plain = type === 'quoted' ? PLAIN_NAME.test(body) : type === 'string' ? PLAIN_STRING.test(body) : type === 'number' && WHOLE_NUMBER.test(body);
    if (!plain) continue;
    if (type === 'number') text += `${sql.slice(at, start)}1`;
    else text += `${sql.slice(at, start + 1)}${type === 'quoted' ? numbered(names, body, 'n') : numbered(strings, body, 's')}${sql[end - 1]}`;
    at = end;
  }
  return { text: text + sql.slice(at), nameOf: (name) => names.get(name) ?? name, stringOf: (value) => strings.get(value) ?? value };
}

function numbered(known: Map<string, string>, value: string, letter: string): string {
  let name = known.get(value);
  if (name === undefined) known.set(value, (name = `${letter}${known.size + 1}`));
  return name;
}
