import { MYSQL_SPELLING } from './mysql.js';
import { asNamed, type Spelling } from './spelling.js';

const { any_value: _anyValue, regexp_like: _regexpLike, ...SHARED } = MYSQL_SPELLING;

/** MariaDB 10.11: MySQL's functions but a few that only MySQL has, and some of its own. */
export const MARIADB_SPELLING: Spelling = { ...SHARED, by_code_point: '({0} COLLATE utf8mb4_nopad_bin)', ...asNamed('median', 'percentile_cont', 'percentile_disc', 'json_query', 'json_exists', 'json_compact') };
