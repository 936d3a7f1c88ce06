import { Fault, type Engine } from '@countersign/contracts';
import { hana } from './hana/hana.js';
import { mssql } from './mssql/mssql.js';
import { mysql } from './mysql/mysql.js';
import { oracle } from './oracle/oracle.js';
import { postgres } from './postgres/postgres.js';
import type { SourceEngine } from './source.js';

const ENGINES: readonly SourceEngine[] = [postgres, mysql, mssql, oracle, hana];

/**
 * The family that speaks to this engine.
 * @throws Fault 'internal' when this collector has no adapter for it.
 */
export function engineFor(engine: Engine): SourceEngine {
  const found = ENGINES.find((candidate) => candidate.engines.includes(engine));
  if (!found) throw new Fault('internal', false, { params: { engine, detail: `no adapter for ${engine}` } });
  return found;
}
