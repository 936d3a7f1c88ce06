import type { Engine } from '@countersign/contracts';

/** What differs between engines when one describes a data source. */
export interface EngineFields {
  /** As administrators call it. */
  name: string;
  port: number;
  /** What the field `database` holds. */
  database: 'database' | 'service' | 'tenant';
  /** A data source may be narrowed to one schema; elsewhere a database is one. */
  schema: boolean;
  /** The database is named by a service name or by a SID. */
  naming: boolean;
}

export const ENGINE_FIELDS: Record<Engine, EngineFields> = {
  postgres: { name: 'PostgreSQL', port: 5432, database: 'database', schema: true, naming: false },
  mysql: { name: 'MySQL', port: 3306, database: 'database', schema: false, naming: false },
  mariadb: { name: 'MariaDB', port: 3306, database: 'database', schema: false, naming: false },
  mssql: { name: 'SQL Server', port: 1433, database: 'database', schema: true, naming: false },
  oracle: { name: 'Oracle', port: 2484, database: 'service', schema: true, naming: true },
  hana: { name: 'SAP HANA', port: 443, database: 'tenant', schema: true, naming: false },
};

/** A port that nobody chose follows the engine; one that somebody typed stays. */
export function portAfter(was: Engine, now: Engine, port: number): number {
  return port === ENGINE_FIELDS[was].port ? ENGINE_FIELDS[now].port : port;
}
