import pg from 'pg';
import { createPostgresBackend, createRedisBackend, type BackendFactory, type ConnectionOptions } from 'bullmq';

/** Where BullMQ keeps its jobs, and how its clients connect. */
export interface BullBackend {
  kind: 'redis' | 'postgres';
  factory: BackendFactory;
  /** Publishing: fails at once while the backend is away. */
  publisher: ConnectionOptions;
  /** Consuming: waits for the backend to come back. */
  consumer: ConnectionOptions;
  prefix: string;
}

const reconnectDelay = (times: number): number => Math.min(100 * 2 ** Math.min(times, 5), 2_000);

export function redisBackend(url: string, prefix: string): BullBackend {
  const connection = { url, retryStrategy: reconnectDelay, connectTimeout: 5_000, keepAlive: 10_000 };
  return {
    kind: 'redis', factory: createRedisBackend as BackendFactory, prefix,
    publisher: { ...connection, enableOfflineQueue: false, maxRetriesPerRequest: 1 } as ConnectionOptions,
    consumer: { ...connection, maxRetriesPerRequest: null } as ConnectionOptions,
  };
}

/**
 * BullMQ listens to the errors of idle connections only: one that is lost while a transaction holds it would end the process,
 * though the transaction hears of it too.
 */
class HeardClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}

/** BullMQ's own PostgreSQL backend; its tables live in the schema `prefix`, made on first use. */
export function postgresBackend(url: string, prefix: string): BullBackend {
  const connection = (max: number) => ({ connectionString: url, max, Client: HeardClient, schema: prefix, migrate: true, connectionTimeoutMillis: 5_000, idleTimeoutMillis: 30_000, keepAlive: true, application_name: `${prefix}-queue` }) as unknown as ConnectionOptions;
  return { kind: 'postgres', factory: createPostgresBackend as unknown as BackendFactory, prefix, publisher: connection(4), consumer: connection(4) };
}
