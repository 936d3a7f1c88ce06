import type { Dialect, GateInput, Query } from '@countersign/contracts';
import { HANA } from './engines/hana.js';
import { MARIADB, MYSQL } from './engines/mysql.js';
import { ORACLE } from './engines/oracle.js';
import { TSQL } from './engines/tsql.js';
import { outermost } from './env.js';
import type { EngineLowering } from './lowering.js';
import { rulesOf } from '../dialects/rules-of.js';
import { lowerQuery } from './query.js';
import { withShortNames } from './short-names.js';

/** PostgreSQL is the canonical dialect itself. */
const ENGINES: Partial<Record<Dialect, EngineLowering>> = { mysql: MYSQL, mariadb: MARIADB, tsql: TSQL, oracle: ORACLE, oracle11: ORACLE, hana: HANA };

/** What lowering may know besides the tree. */
export interface Lowering {
  dialect: Dialect;
  /** Types of the columns; without it meaning that hangs on a type can't be kept, and is refused. */
  scope: GateInput['scope'];
}

/**
 * Makes the canonical meaning explicit in the engine's own terms: a canonical tree becomes the tree that the engine's
 * reader gives for the printed text, so that reading back can compare the two. Text in the engine's own language has
 * the engine's meaning already and is never lowered.
 */
export function lower(query: Query, { dialect, scope }: Lowering): Query {
  const engine = ENGINES[dialect];
  if (!engine) return query;
  const lowered = lowerQuery({ dialect, engine, env: outermost(scope), merged: new Map() }, query, 'top');
  const { nameBytes } = rulesOf(dialect);
  return nameBytes === undefined ? lowered : withShortNames(lowered, nameBytes);
}
