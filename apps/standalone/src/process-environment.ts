import { freePort } from './free-port.js';

export type ProcessNames = 'api' | 'worker' | 'collector';

export interface ProcessEnvironmentInput {
  env: NodeJS.ProcessEnv;
  port: number;
  host: string;
  databaseUrl: string;
  redisUrl: string | null;
  queueDatabaseUrl: string | null;
  /** null: the key itself is in the environment. */
  keyFile: string | null;
  demoPassword: string | null;
  /** The public half of the key: what the API seals with. */
  secrets: { publicKey: string };
  /** null: the environment has the key that signs audit exports. */
  auditKeyFile: string | null;
}

/** Never handed on: the owner's address is for migrations only. */
const WITHHELD = ['DATABASE_ADMIN_URL', 'COUNTERSIGN_KEY', 'COUNTERSIGN_KEY_FILE', 'COUNTERSIGN_OLD_KEYS', 'COUNTERSIGN_SEALING_KEY', 'COUNTERSIGN_AUDIT_KEY', 'COUNTERSIGN_AUDIT_KEY_FILE', 'COUNTERSIGN_DEMO', 'COUNTERSIGN_DEMO_PASSWORD', 'REDIS_URL', 'QUEUE_DATABASE_URL', 'QUEUE_BACKEND', 'TEST_POSTGRES_URL', 'TEST_REDIS_URL', 'NODE_CHANNEL_FD'];

/** Keys of models are the worker's alone. */
const MODEL_KEYS = ['ANTHROPIC_API_KEY', 'OPENAI_API_KEY'];

/** Each process gets what it needs and no more: the key is the collector's alone, the API seals with its public half. */
export async function processEnvironments(input: ProcessEnvironmentInput): Promise<Record<ProcessNames, { env: NodeJS.ProcessEnv; readyUrl: string }>> {
  const { env, keyFile, auditKeyFile, demoPassword } = input;
  const all: NodeJS.ProcessEnv = {
    ...Object.fromEntries(Object.entries(env).filter(([name]) => !WITHHELD.includes(name) && !MODEL_KEYS.includes(name))),
    NODE_ENV: env.NODE_ENV || 'production',
    DATABASE_URL: input.databaseUrl,
    ...(input.redisUrl ? { REDIS_URL: input.redisUrl } : {}),
    ...(input.queueDatabaseUrl ? { QUEUE_DATABASE_URL: input.queueDatabaseUrl, QUEUE_BACKEND: 'postgres' } : {}),
  };
  const key = keyFile ? { COUNTERSIGN_KEY_FILE: keyFile } : { COUNTERSIGN_KEY: env.COUNTERSIGN_KEY };
  const older = env.COUNTERSIGN_OLD_KEYS ? { COUNTERSIGN_OLD_KEYS: env.COUNTERSIGN_OLD_KEYS } : {};
  const sealing = { COUNTERSIGN_SEALING_KEY: input.secrets.publicKey };
  const audit = auditKeyFile ? { COUNTERSIGN_AUDIT_KEY_FILE: auditKeyFile } : picked(env, 'COUNTERSIGN_AUDIT_KEY', 'COUNTERSIGN_AUDIT_KEY_FILE');
  const demo = demoPassword ? { COUNTERSIGN_DEMO: '1', COUNTERSIGN_DEMO_PASSWORD: demoPassword } : {};
  const workerPort = await freePort();
  const collectorPort = await freePort();
  const apiHealthPort = await freePort();
  const health = (port: number) => ({ HEALTH_HOST: '127.0.0.1', HEALTH_PORT: String(port) });
  return {
    api: { env: { ...all, ...sealing, ...audit, ...demo, ...health(apiHealthPort), PORT: String(input.port), COUNTERSIGN_HOST: input.host }, readyUrl: `http://127.0.0.1:${input.port}/ready` },
    worker: { env: { ...all, ...picked(env, ...MODEL_KEYS), ...health(workerPort) }, readyUrl: `http://127.0.0.1:${workerPort}/ready` },
    collector: { env: { ...all, ...key, ...older, ...health(collectorPort) }, readyUrl: `http://127.0.0.1:${collectorPort}/ready` },
  };
}

function picked(env: NodeJS.ProcessEnv, ...names: string[]): NodeJS.ProcessEnv {
  return Object.fromEntries(names.filter((name) => env[name]).map((name) => [name, env[name]]));
}
