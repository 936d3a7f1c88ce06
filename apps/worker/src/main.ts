import { hostname } from 'node:os';
import { createDeadlinePool, createLog, createMetrics, onShutdown, queueFrom, readConfig, repeat, startHealthServer, startTelemetry, systemClock, uuidV7Source } from '@countersign/platform';
import type { GateReport } from '@countersign/contracts';
import { DEFAULT_LIMITS, type Ports, processStage } from '@countersign/pipeline';
import { type GateTask, gateTask } from '@countersign/sql';
import { openModel } from '@countersign/model';
import { createStore } from '@countersign/store';
import { dispatchOutbox } from './dispatcher.js';
import { endLostExports } from './end-lost-exports.js';
import { forgetRequests } from './forget-requests.js';
import { recheckVerified } from './recheck-verified.js';
import { reconcile } from './reconciler.js';
import { reprove } from './reprover.js';
import { resyncSources } from './resync-sources.js';
import { workerSettings } from './worker-settings.js';

const DISPATCH_EVERY_MS = 500;
const RECONCILE_EVERY_MS = 2_000;
const BEAT_EVERY_MS = 2_000;
const REPROVE_EVERY_MS = 60_000;
const RESYNC_EVERY_MS = 30_000;
const FORGET_EVERY_MS = 3_600_000;

async function main(): Promise<void> {
  const config = readConfig(workerSettings, process.env);
  const log = createLog({ process: 'worker', level: config.LOG_LEVEL });
  const name = `worker@${hostname()}:${process.pid}`;
  const metrics = createMetrics({ process: 'worker' });
  const durations = metrics.durations('countersign_stage_seconds', 'Time of a stage', ['stage', 'outcome']);
  const telemetry = startTelemetry({ service: 'countersign-worker', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, observe: (stage, micros, outcome) => durations.observe({ stage, outcome }, micros) });
  const store = await createStore({
    databaseUrl: config.DATABASE_URL, applicationName: name,
    modelDailyMicros: config.COUNTERSIGN_MODEL_DAILY_CENTS === undefined ? undefined : config.COUNTERSIGN_MODEL_DAILY_CENTS * 10_000,
  });
  const queue = queueFrom(config, {
    connection: (state, error) => log.warn({ state, err: error }, 'queue connection'),
    failed: (queueName, id, error) => log.error({ queue: queueName, id, err: error }, 'a delivery was given up'),
  });
  const gatePool = createDeadlinePool<GateTask, GateReport>({ filename: require.resolve('@countersign/sql/dist/gate-thread.js'), threads: config.GATE_THREADS, deadlineMs: config.GATE_DEADLINE_MS, startupMs: 20_000 });
  // The first statement waits for no parser: threads are warm before work is taken.
  await gatePool.run(gateTask({ sql: 'SELECT 1', from: 'canonical', dialect: 'postgres' }));
  const model = openModel(process.env, { now: () => Date.now(), trouble: (error) => log.warn({ err: error }, 'a turn of the model was not recorded') })?.model;
  if (model) log.info({ model: model.name }, 'a model proposes what the packs can’t plan');
  const ports: Ports = {
    ...store, ...(model ? { model } : {}), queue, process: name, limits: DEFAULT_LIMITS, clock: systemClock, ids: uuidV7Source(),
    gate: { check: (input) => gatePool.run(gateTask(input)) }, tracer: telemetry,
  };
  const stopping = new AbortController();
  const stages = metrics.counter('countersign_stages_total', 'Stages run', ['stage']);
  const consumer = queue.consume('worker', async (payload, { attempt }) => {
    for (const stage of await processStage(ports, payload, attempt, stopping.signal)) stages.add({ stage });
  }, { concurrency: config.WORKER_CONCURRENCY });
  const trouble = (what: string) => (error: unknown) => log.warn({ err: error }, `${what} did not finish`);
  const loops = [
    repeat(DISPATCH_EVERY_MS, () => dispatchOutbox(store, queue), trouble('dispatcher')),
    repeat(RECONCILE_EVERY_MS, () => reconcile(store, ports), trouble('reconciler')),
    repeat(REPROVE_EVERY_MS, async () => void (await reprove({ store, queue, clock: ports.clock, ids: ports.ids })), trouble('reprover')),
    repeat(RESYNC_EVERY_MS, async () => void (await resyncSources({ store, queue, clock: ports.clock, believedForMs: config.SOURCE_SYNC_MINUTES * 60_000 })), trouble('look at data sources')),
    repeat(REPROVE_EVERY_MS, () => recheckVerified(store, ports), trouble('check of verified queries')),
    repeat(FORGET_EVERY_MS, () => forgetRequests(store, ports.clock), trouble('forgetting of old requests')),
    repeat(FORGET_EVERY_MS, () => endLostExports(store, ports), trouble('ending of lost exports')),
    repeat(BEAT_EVERY_MS, () => store.system.beat('worker', name), trouble('beat')),
  ];
  metrics.gauge('countersign_queue_depth', 'Deliveries in the queue', ['queue', 'state'], async () => {
    const depths = await Promise.all(['worker', 'collector'].map(async (q) => ({ q, depth: await queue.depth(q) })));
    return depths.flatMap(({ q, depth }) => Object.entries(depth).map(([state, value]) => ({ labels: { queue: q, state }, value })));
  });
  const alive = (check: () => Promise<void>) => async () => { await check(); return true; };
  const health = await startHealthServer({ port: config.HEALTH_PORT, host: config.HEALTH_HOST, metrics, log, checks: { database: alive(() => store.system.ping()), queue: alive(() => queue.ping()) } });
  onShutdown({ log, steps: [
    { name: 'consumer', run: async () => { stopping.abort(); await consumer.close(); } },
    { name: 'loops', run: async () => { await Promise.all(loops.map((stop) => stop())); } },
    { name: 'health', run: () => health.close() },
    { name: 'queue', run: () => queue.close() },
    { name: 'gate', run: () => gatePool.close() },
    { name: 'store', run: () => store.close() },
    { name: 'telemetry', run: () => telemetry.close() },
  ] });
  log.info({ healthPort: health.port }, 'worker is ready');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `worker can't start: ${error.message}` : error);
  process.exit(1);
});
