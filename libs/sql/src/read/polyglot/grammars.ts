import type { Dialect } from '@countersign/contracts';
import type { Grammar } from './grammar.js';
import { HANA_GRAMMAR } from './idioms/hana.js';
import { MARIADB_GRAMMAR, MYSQL_GRAMMAR } from './idioms/mysql.js';
import { ORACLE11_GRAMMAR, ORACLE_GRAMMAR } from './idioms/oracle.js';
import { TSQL_GRAMMAR } from './idioms/tsql.js';

const GRAMMARS: Partial<Record<Dialect, Grammar>> = { mysql: MYSQL_GRAMMAR, mariadb: MARIADB_GRAMMAR, tsql: TSQL_GRAMMAR, oracle: ORACLE_GRAMMAR, oracle11: ORACLE11_GRAMMAR, hana: HANA_GRAMMAR };

/** How text of an engine is read; `undefined` for PostgreSQL, which has its own parser. */
export const grammarOf = (dialect: Dialect): Grammar | undefined => GRAMMARS[dialect];
