import type { Dialect } from '@countersign/contracts';
import type { DialectRules } from './dialect.js';
import { hana } from './hana.js';
import { mariadb } from './mariadb.js';
import { mysql } from './mysql.js';
import { oracle } from './oracle.js';
import { oracle11 } from './oracle11.js';
import { postgres } from './postgres.js';
import { tsql } from './tsql.js';

const FILLED_IN: Partial<Record<Dialect, DialectRules>> = { postgres, mysql, mariadb, tsql, oracle, oracle11, hana };

/** @throws TypeError for an engine whose rules are not filled in. */
export function rulesOf(dialect: Dialect): DialectRules {
  const rules = FILLED_IN[dialect];
  if (!rules) throw new TypeError(`dialect ${dialect} is not filled in`);
  return rules;
}

export function isFilledIn(dialect: Dialect): boolean {
  return FILLED_IN[dialect] !== undefined;
}
