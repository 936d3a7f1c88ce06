import { hostname } from 'node:os';
import { Fault, PackProofPayload, SourceCredential, StagePayload } from '@countersign/contracts';
import { DEFAULT_LIMITS, type Ports, processStage } from '@countersign/pipeline';
import { createLog, createMetrics, onShutdown, queueFrom, readConfig, repeat, SecretError, type Secrets, secretsFrom, startHealthServer, startTelemetry, systemClock, uuidV7Source } from '@countersign/platform';
import { createSources } from '@countersign/sources';
import { createStore, type Store } from '@countersign/store';
import { collectorSettings } from './collector-settings.js';
import { probeSource } from './probe.js';
import { provePack } from './prove-pack.js';
import { createPulse } from './pulse.js';
import { SourceLanes } from './source-lanes.js';

const BEAT_EVERY_MS = 2_000;
/** One source that answers slowly does not keep the others from being looked at. */
const PROBES_AT_ONCE = 4;

/** A collector with another key than credentials were sealed with would fail at each of them: better now, in one line. */
async function assertOpens(secrets: Secrets, store: Store): Promise<void> {
  const foreign = (await store.system.sealedKeys()).filter(({ keyId }) => !secrets.knows(keyId));
  const sources = foreign.reduce((sum, { sources }) => sum + sources, 0);
  if (sources > 0) throw new SecretError(`credentials of ${sources} data source${sources > 1 ? 's' : ''} are sealed with another key (${foreign.map(({ keyId }) => keyId).join(', ')}): put that key back, or add it to COUNTERSIGN_OLD_KEYS`);
}

async function main(): Promise<void> {
  const config = readConfig(collectorSettings, process.env);
  const secrets = secretsFrom(process.env);
  const log = createLog({ process: 'collector', level: config.LOG_LEVEL });
  const name = `collector@${hostname()}:${process.pid}`;
  const metrics = createMetrics({ process: 'collector' });
  const durations = metrics.durations('countersign_stage_seconds', 'Time of a stage', ['stage', 'outcome']);
  const telemetry = startTelemetry({ service: 'countersign-collector', endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, observe: (stage, micros, outcome) => durations.observe({ stage, outcome }, micros) });
  const store = await createStore({ databaseUrl: config.DATABASE_URL, applicationName: name });
  await assertOpens(secrets, store);
  const queue = queueFrom(config, {
    connection: (state, error) => log.warn({ state, err: error }, 'queue connection'),
    failed: (queueName, id, error) => log.error({ queue: queueName, id, err: error }, 'a delivery was given up'),
  });
  const sources = createSources({
    maxConnections: config.SOURCE_CONNECTIONS,
    ...(config.COUNTERSIGN_ORACLE_CLIENT_DIR === '' ? {} : { oracleClientDir: config.COUNTERSIGN_ORACLE_CLIENT_DIR }),
    // Opened here and nowhere else; asked for anew whenever a pool opens, so rotation needs no restart.
    credential: async (tenantId, dataSourceId) => {
      const sealed = await store.admin.sealedCredential(tenantId, dataSourceId);
      if (!sealed) throw new Fault('source-auth-failed', false);
      return SourceCredential.parse(JSON.parse(secrets.open(sealed, `${tenantId}/${dataSourceId}`)));
    },
  });
  const stopping = new AbortController();
  const clock = systemClock;
  const ids = uuidV7Source();
  const ports: Ports = {
    ...store, source: sources, pulse: createPulse(store.jobs, stopping.signal), queue, process: name, limits: DEFAULT_LIMITS, clock, ids, tracer: telemetry,
    gate: { check: async () => { throw new Fault('internal', false, { params: { detail: 'the collector has no gate' } }); } },
  };
  const stages = metrics.counter('countersign_stages_total', 'Stages run', ['stage']);
  const lanes = new SourceLanes(config.SOURCE_CONNECTIONS);
  const consumers = [
    queue.consume('collector', async (payload, { attempt }) => {
      const ran = await lanes.during(StagePayload.parse(payload), () => processStage(ports, payload, attempt, stopping.signal));
      for (const stage of ran) stages.add({ stage });
    }, { concurrency: config.COLLECTOR_CONCURRENCY }),
    queue.consume('probe', (payload) => (PackProofPayload.safeParse(payload).success
      ? provePack({ store, sources, clock, ids, process: name, stopping: stopping.signal }, payload)
      : probeSource({ store, sources, clock, ids, process: name }, payload)), { concurrency: PROBES_AT_ONCE }),
  ];
  const beat = repeat(BEAT_EVERY_MS, () => store.system.beat('collector', name), (error) => log.warn({ err: error }, 'beat did not finish'));
  const alive = (check: () => Promise<void>) => async () => { await check(); return true; };
  const health = await startHealthServer({ port: config.HEALTH_PORT, host: config.HEALTH_HOST, metrics, log, checks: { database: alive(() => store.system.ping()), queue: alive(() => queue.ping()) } });
  onShutdown({ log, steps: [
    // Runs in progress are cancelled on the customer's database and end as CANCELLED, not as lost.
    { name: 'consumers', run: async () => { stopping.abort(); await Promise.all(consumers.map((c) => c.close())); } },
    { name: 'beat', run: beat },
    { name: 'health', run: () => health.close() },
    { name: 'queue', run: () => queue.close() },
    { name: 'sources', run: () => sources.close() },
    { name: 'store', run: () => store.close() },
    { name: 'telemetry', run: () => telemetry.close() },
  ] });
  log.info({ healthPort: health.port }, 'collector is ready');
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? `collector can't start: ${error.message}` : error);
  process.exit(1);
});
