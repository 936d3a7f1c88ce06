import type { GateInput } from '@countersign/contracts';
import type { ParseResult } from 'libpg-query';
import { BrokenParser } from './broken-parser.js';

/** The readers of other people, loaded once per process; synchronous afterwards. */
export interface Parsers {
  postgres(sql: string): ParseResult;
  /** sqlparser-rs: the statements as plain objects; throws on a text it can't read. */
  secondReader(sql: string, dialect: string): unknown[];
  /** node-sql-parser: throws on a text it can't read. */
  vetoReader(sql: string, database?: VetoDatabase): unknown;
  /** polyglot: the statements, or where it gave up. */
  polyglot(sql: string, dialect: string): unknown[] | { error: string; place: number | undefined };
}

/** The engines that the vetoing reader has a grammar of. */
export type VetoDatabase = 'postgresql' | 'mysql' | 'mariadb' | 'transactsql';
export const VETO_DATABASES: Partial<Record<GateInput['from'], VetoDatabase>> = { postgres: 'postgresql', mysql: 'mysql', mariadb: 'mariadb', tsql: 'transactsql' };

/** Filled in bit by bit: what only some engines need is loaded when one of them is asked for. */
const loaded: { base?: Pick<Parsers, 'postgres' | 'secondReader'>; polyglot?: Parsers['polyglot']; veto: Map<VetoDatabase, (sql: string) => unknown> } = { veto: new Map() };
const loading = new Map<string, Promise<unknown>>();

/**
 * Loads the parsers for the canonical language and PostgreSQL; call in each process or worker thread before anything else
 * here. Calling again is free.
 *
 * @example await loadParsers(); gate({ sql: 'SELECT 1', from: 'canonical', dialect: 'postgres' })
 */
export const loadParsers = (): Promise<void> => loadParsersFor('canonical');

/**
 * Like {@link loadParsers}, with what these languages need besides. The parser of the other engines is large, so it is
 * loaded where one of them is used.
 *
 * @example await loadParsersFor('mysql'); gate({ sql: 'SELECT 1', from: 'mysql', dialect: 'mysql' })
 */
export async function loadParsersFor(...languages: GateInput['from'][]): Promise<void> {
  const others = languages.filter((l) => l !== 'canonical' && l !== 'postgres');
  await Promise.all([
    once('base', loadBase),
    once('postgresql', () => loadVeto('postgresql')),
    ...(others.length ? [once('polyglot', loadPolyglot)] : []),
    ...others.flatMap((l) => VETO_DATABASES[l] ?? []).map((database) => once(database, () => loadVeto(database))),
  ]);
}

/** @throws TypeError before {@link loadParsers} has finished. */
export function parsers(): Parsers {
  return READY;
}

const READY: Parsers = {
  postgres: (sql) => needed(loaded.base).postgres(sql),
  secondReader: (sql, dialect) => needed(loaded.base).secondReader(sql, dialect),
  vetoReader: (sql, database = 'postgresql') => needed(loaded.veto.get(database))(sql),
  polyglot: (sql, dialect) => needed(loaded.polyglot)(sql, dialect),
};

function needed<T>(part: T | undefined): T {
  if (!part) throw new TypeError('call and await loadParsers() for this language first');
  return part;
}

function once(name: string, load: () => Promise<void>): Promise<unknown> {
  const started = loading.get(name) ?? load();
  loading.set(name, started);
  return started;
}

async function loadBase(): Promise<void> {
  const [pg, rs] = await Promise.all([import('libpg-query'), import('@guanmingchiu/sqlparser-ts')]);
  await Promise.all([pg.loadModule(), rs.init()]);
  loaded.base = { postgres: pg.parseSync, secondReader: (sql, dialect) => rs.Parser.parse(sql, dialect as 'postgresql') as unknown[] };
}

const VETO_BUILDS = {
  postgresql: () => import('node-sql-parser/build/postgresql.js'),
  mysql: () => import('node-sql-parser/build/mysql.js'),
  mariadb: () => import('node-sql-parser/build/mariadb.js'),
  transactsql: () => import('node-sql-parser/build/transactsql.js'),
} as const;

async function loadVeto(database: VetoDatabase): Promise<void> {
  const build = await VETO_BUILDS[database]();
  const { Parser } = build.default ?? build;
  const parser = new Parser();
  loaded.veto.set(database, (sql) => parser.astify(sql, { database }));
}

async function loadPolyglot(): Promise<void> {
  const sdk = await import('@polyglot-sql/sdk');
  await sdk.init();
  loaded.polyglot = (sql, dialect) => {
    const result = sdk.parse(sql, dialect as Parameters<typeof sdk.parse>[1]);
    if (result.success) return result.ast;
    // The wasm instance traps on exhausted stack and is unusable from then on: that is not about this text alone.
    if (result.error?.startsWith('WASM')) throw new BrokenParser(result.error);
    return { error: result.error ?? '', place: result.errorStart };
  };
}
