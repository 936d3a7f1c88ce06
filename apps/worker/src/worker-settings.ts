import { processSettings, settings } from '@countersign/platform';

/** Environment of the worker. */
export const workerSettings = {
  ...processSettings,
  /** /health, /ready and /metrics; 0: any free port. */
  HEALTH_PORT: settings.port().default(0),
  HEALTH_HOST: settings.text().default('127.0.0.1'),
  /** Questions worked on at once in this process. */
  WORKER_CONCURRENCY: settings.integer(1, 256).default(16),
  /** Threads that parse SQL. */
  GATE_THREADS: settings.integer(1, 64).default(1),
  /** A statement whose check takes longer is refused and its thread replaced. */
  GATE_DEADLINE_MS: settings.integer(50, 60_000).default(2_000),
  /** Minutes that a data source's proof and catalogue are believed; then the collector looks again. */
  SOURCE_SYNC_MINUTES: settings.integer(1, 10_080).default(60),
};
