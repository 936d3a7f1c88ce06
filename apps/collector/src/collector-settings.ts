import { processSettings, settings } from '@countersign/platform';

/** Environment of the collector. It alone can open data source credentials. */
export const collectorSettings = {
  ...processSettings,
  HEALTH_PORT: settings.port().default(0),
  HEALTH_HOST: settings.text().default('127.0.0.1'),
  /** Runs and estimates at once in this process, those that wait for their data source among them: many, so that no source takes all. */
  COLLECTOR_CONCURRENCY: settings.integer(1, 1_024).default(128),
  /** Connections per data source, and how much of its work is begun at once. */
  SOURCE_CONNECTIONS: settings.integer(1, 64).default(4),
  /** Directory of Oracle Instant Client 19; empty: Oracle 11g can't be reached. */
  COUNTERSIGN_ORACLE_CLIENT_DIR: settings.text().default(''),
};
