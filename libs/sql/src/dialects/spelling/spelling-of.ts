import type { Dialect } from '@countersign/contracts';
import { HANA_SPELLING } from './hana.js';
import { MARIADB_SPELLING } from './mariadb.js';
import { MYSQL_SPELLING } from './mysql.js';
import { ORACLE_SPELLING } from './oracle.js';
import { ORACLE11_SPELLING } from './oracle11.js';
import { POSTGRES_SPELLING } from './postgres.js';
import type { Spelling } from './spelling.js';
import { TSQL_SPELLING } from './tsql.js';

const SPELLINGS: Partial<Record<Dialect, Spelling>> = { postgres: POSTGRES_SPELLING, mysql: MYSQL_SPELLING, mariadb: MARIADB_SPELLING, tsql: TSQL_SPELLING, oracle: ORACLE_SPELLING, oracle11: ORACLE11_SPELLING, hana: HANA_SPELLING };

/** How the engine writes a function; `undefined`: it can't be said there. */
export function spellingOf(dialect: Dialect, name: string): string | undefined {
  const spelling = SPELLINGS[dialect];
  return spelling && Object.hasOwn(spelling, name) ? spelling[name] : undefined;
}

/** All that the engine can spell. */
export const spellingsOf = (dialect: Dialect): Spelling => SPELLINGS[dialect] ?? {};
