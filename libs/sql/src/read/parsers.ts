import type { ParseResult } from 'libpg-query';

/** The readers of other people, loaded once per process; synchronous afterwards. */
export interface Parsers {
  postgres(sql: string): ParseResult;
  /** sqlparser-rs: the statements as plain objects; throws on a text it can't read. */
  secondReader(sql: string, dialect: string): unknown[];
  /** node-sql-parser: throws on a text it can't read. */
  vetoReader(sql: string): unknown;
}

let loaded: Parsers | undefined;
let loading: Promise<Parsers> | undefined;

/**
 * Loads the parsers; call once per process (or worker thread) before anything else here. Calling again is free.
 *
 * @example await loadParsers(); gate({ sql: 'SELECT 1', from: 'canonical', dialect: 'postgres' })
 */
export async function loadParsers(): Promise<void> {
  loading ??= load();
  loaded = await loading;
}

/** @throws TypeError before {@link loadParsers} has finished. */
export function parsers(): Parsers {
  if (!loaded) throw new TypeError('call and await loadParsers() first');
  return loaded;
}

async function load(): Promise<Parsers> {
  const [pg, rs, veto] = await Promise.all([import('libpg-query'), import('@guanmingchiu/sqlparser-ts'), import('node-sql-parser/build/postgresql.js')]);
  await Promise.all([pg.loadModule(), rs.init()]);
  const { Parser } = veto.default ?? veto;
  const vetoParser = new Parser();
  return {
    postgres: pg.parseSync,
    secondReader: (sql, dialect) => rs.Parser.parse(sql, dialect as 'postgresql') as unknown[],
    vetoReader: (sql) => vetoParser.astify(sql, { database: 'postgresql' }),
  };
}
