import { refuse } from '../refusal.js';
import type { DialectRules } from './dialect.js';
import { mysql } from './mysql.js';

/** MariaDB is lexed, quoted and folded as MySQL is; it has no CAST to JSON. */
export const mariadb: DialectRules = {
  ...mysql,
  name: 'mariadb',
  typeName(type) {
    if (type.name === 'json') return refuse('unknown-type', "type json can't be said in a cast here");
    return mysql.typeName(type);
  },
};
