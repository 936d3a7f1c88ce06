import type { Dialect } from '@countersign/contracts';
import type { Grammar } from './grammar.js';
import { MARIADB_GRAMMAR, MYSQL_GRAMMAR } from './idioms/mysql.js';

const GRAMMARS: Partial<Record<Dialect, Grammar>> = { mysql: MYSQL_GRAMMAR, mariadb: MARIADB_GRAMMAR };

/** How text of an engine is read; `undefined` for PostgreSQL, which has its own parser. */
export const grammarOf = (dialect: Dialect): Grammar | undefined => GRAMMARS[dialect];
