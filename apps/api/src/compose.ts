import { hostname } from 'node:os';
import type { AddressInfo } from 'node:net';
import type { Server } from 'node:http';
import { signerOf } from '@countersign/audit';
import { DEFAULT_LIMITS, type Ports } from '@countersign/pipeline';
import { createLog, createMetrics, keyFrom, queueFrom, sealerFrom, startHealthServer, startTelemetry, systemClock, uuidV7Source, type Log } from '@countersign/platform';
import { createStore } from '@countersign/store';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApi } from './create-api.js';
import { settingsFrom, type ApiEnvironment } from './environment.js';
import { reviewsInThread } from './packs/pack-reviewer.js';
import { impatientQueue } from './questions/impatient-queue.js';
import { gateInThread, readsInThread } from './reading/reader-pool.js';
import { searchInThread } from './schema/schema-search.js';
import type { Services } from './services.js';

const BEAT_EVERY_MS = 2_000;
/** How long a request waits for the queue before it leaves the work to the outbox. */
const QUEUE_PATIENCE_MS = 300;

/** A running API and how it is ended. */
export interface RunningApi {
  port: number;
  log: Log;
  /** In order: no new requests, then what they used. */
  closing: { name: string; run: () => Promise<void> }[];
}

/** Connects everything the API is made of and starts to listen. */
export async function startApi(env: ApiEnvironment, secretEnv: Record<string, string | undefined>): Promise<RunningApi> {
  const name = `api@${hostname()}:${process.pid}`;
  const sealer = sealerFrom(secretEnv);
  const auditSigner = signerOf(keyFrom(secretEnv, 'COUNTERSIGN_AUDIT_KEY'));
  const log = createLog({ process: 'api', level: env.LOG_LEVEL });
  const telemetry = startTelemetry({ service: 'countersign-api', endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT });
  const metrics = createMetrics({ process: 'api' });
  const store = await createStore({ databaseUrl: env.DATABASE_URL, applicationName: name });
  const queue = queueFrom(env, {
    connection: (state, error) => log.warn({ state, err: error }, 'queue connection'),
    failed: (queueName, id, error) => log.error({ queue: queueName, id, err: error }, 'a delivery was given up'),
  });
  const gate = gateInThread({ threads: env.GATE_THREADS, deadlineMs: env.GATE_DEADLINE_MS });
  const ports: Ports = {
    jobs: store.jobs, results: store.results, packs: store.packs, sources: store.sources, access: store.access,
    queue: impatientQueue(queue, QUEUE_PATIENCE_MS), process: name, limits: DEFAULT_LIMITS, clock: systemClock, ids: uuidV7Source(), tracer: telemetry, gate,
  };
  const reader = readsInThread();
  const schemaSearch = searchInThread();
  const packReviewer = reviewsInThread();
  const services: Services = {
    store, ports, log, settings: settingsFrom(env), sealer, auditSigner, reader, schemaSearch, packReviewer,
    probes: {
      // A look that is under way may have begun before what is to be looked at now: a moment later it is another one.
      ask: (payload) => queue.publish('probe', payload, `probe-${payload.dataSourceId}-${payload.revision}-${Math.floor(Date.now() / 2_000)}`),
      askProof: (payload) => queue.publish('probe', payload, `proof-${payload.proofRunId}`),
    },
    pingQueue: () => queue.ping(),
  };
  const durations = metrics.durations('countersign_http_request_seconds', 'HTTP requests', ['method', 'route', 'status']);
  const app = await createApi(services, ({ method, route, status, seconds }) => durations.observe({ method, route, status: String(status) }, seconds * 1e6));
  await listen(app, services.settings);
  // On a port of its own: what it counts is for operators, and the public one is for people.
  const works = (check: () => Promise<void>) => async () => { await check(); return true; };
  const health = await startHealthServer({ port: env.HEALTH_PORT, host: env.HEALTH_HOST, metrics, log, checks: { database: works(() => store.system.ping()), queue: works(() => queue.ping()) } });
  const beat = beatRegularly(() => store.system.beat('api', name), log);
  return {
    port: ((app.getHttpServer() as Server).address() as AddressInfo).port,
    log,
    closing: [
      { name: 'beat', run: async () => clearInterval(beat) },
      { name: 'http', run: () => app.close() },
      { name: 'health', run: () => health.close() },
      { name: 'gate', run: () => gate.close() },
      { name: 'reader', run: () => reader.close() },
      { name: 'schema search', run: () => schemaSearch.close() },
      { name: 'pack reviewer', run: () => packReviewer.close() },
      { name: 'queue', run: () => queue.close() },
      { name: 'store', run: () => store.close() },
      { name: 'telemetry', run: () => telemetry.close() },
    ],
  };
}

async function listen(app: NestExpressApplication, { port, host }: { port: number; host: string }): Promise<void> {
  const server = app.getHttpServer() as Server;
  // A request must arrive within these; a stream that is open may stay.
  server.headersTimeout = 15_000;
  server.requestTimeout = 30_000;
  // Longer than a proxy keeps its connections, so that the proxy closes first.
  server.keepAliveTimeout = 65_000;
  await app.listen(port, host);
}

function beatRegularly(beat: () => Promise<void>, log: Log): NodeJS.Timeout {
  const once = (): void => void beat().catch((error: unknown) => log.warn({ err: error }, 'no sign of life could be given'));
  once();
  return setInterval(once, BEAT_EVERY_MS);
}
