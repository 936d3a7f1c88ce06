import { existsSync } from 'node:fs';
import path from 'node:path';
import { type DemoAccount, routes } from '@countersign/contracts';
import { auditKeyFile } from './audit-key.js';
import { startBackingServices, type BackingServices } from './backing-services.js';
import { CannotStart } from './cannot-start.js';
import { type DataFolder, openDataFolder } from './data-folder.js';
import { demoOnce, type Proving } from './demo-once.js';
import { isPortFree } from './free-port.js';
import { type Ground, prepareGround } from './ground.js';
import { processEnvironments, type ProcessNames } from './process-environment.js';
import type { Progress } from './progress.js';
import { untilReady } from './readiness.js';
import { Supervised } from './supervised.js';

export interface StandaloneOptions {
  /** The repository, built. */
  root: string;
  dataFolder: string;
  port: number;
  /** Settings by the names of environment variables: DATABASE_URL, REDIS_URL, QUEUE_BACKEND, COUNTERSIGN_KEY, … */
  env: NodeJS.ProcessEnv;
  say: Progress;
  /** Aborted: gives up starting and stops what was started. */
  signal?: AbortSignal;
  /** The product can't go on: a process died too often, or a server of ours is lost. */
  onLost?: (what: string) => void;
}

export interface Standalone {
  baseUrl: string;
  demo: { password: string; signIns: { tenant: string; email: string; role: string }[] } | null;
  /** What the processes were started with, for tools that look behind them. */
  databaseUrl: string;
  adminUrl: string | null;
  redisUrl: string | null;
  dataFolder: string;
  /** Process ids by name, as they are now; of servers too, where they are our own. */
  pids(): Record<ProcessNames | 'postgres' | 'redis', number | undefined>;
  /** Ends everything in order; nothing is lost. */
  stop(): Promise<void>;
  /** Ends everything at once; PostgreSQL recovers at the next start. */
  kill(): void;
}

/**
 * The whole product on one machine: database and queue of its own unless given, demo data, then API, worker and
 * collector as processes of their own. Resolves when a question could go the whole way.
 *
 * @throws CannotStart with one line for a person; everything already started is stopped
 */
export async function startStandalone(options: StandaloneOptions): Promise<Standalone> {
  const host = options.env.COUNTERSIGN_HOST || '127.0.0.1';
  if (!(await isPortFree(options.port, host))) throw new CannotStart(`port ${options.port} is taken: stop what listens there, or set PORT to another one`);
  const running = new Running(openDataFolder(options.dataFolder));
  try {
    return await running.start(options, host);
  } catch (error) {
    await running.stop().catch(() => running.kill());
    throw error;
  }
}

/** What was started so far, so that it can be ended whatever happens next. */
class Running {
  #services: BackingServices | undefined;
  readonly #children: Supervised[] = [];
  readonly #hopeless = new AbortController();
  #ready = false;

  constructor(private readonly folder: DataFolder) {}

  async start(options: StandaloneOptions, host: string): Promise<Standalone> {
    const { env, say } = options;
    const goOn = AbortSignal.any([this.#hopeless.signal, ...(options.signal ? [options.signal] : [])]);
    const services = await startBackingServices(this.folder, env, say);
    this.#services = services;
    services.onLost((what) => this.lost(what, options));
    goOn.throwIfAborted();
    const ground = await prepareGround(options, this.folder, services);
    goOn.throwIfAborted();
    // The processes need the tables only: the demo world is made while they come up.
    const making: Promise<Proving> | null = ground.demoPassword && services.adminUrl ? demoOnce({ ...options, folder: this.folder, adminUrl: services.adminUrl, ground, redisUrl: services.redisUrl }) : null;
    making?.catch((error: unknown) => this.#hopeless.abort(error));
    say('starting api, worker and collector');
    const readyUrls = await this.startProcesses(options, host, { ground, redisUrl: services.redisUrl });
    await untilReady(readyUrls, this.folder.path('logs'), goOn);
    await (await making)?.();
    const baseUrl = `http://${host === '0.0.0.0' || host === '::' ? 'localhost' : host}:${options.port}`;
    this.folder.announce(baseUrl);
    this.#ready = true;
    const [api, worker, collector] = this.#children;
    return {
      baseUrl, databaseUrl: ground.databaseUrl, adminUrl: services.adminUrl, redisUrl: services.redisUrl, dataFolder: this.folder.at,
      demo: ground.demoPassword ? await signIns(options.port, ground.demoPassword) : null,
      pids: () => ({ api: api?.pid, worker: worker?.pid, collector: collector?.pid, ...services.pids() }),
      stop: () => this.stop(),
      kill: () => this.kill(),
    };
  }

  private async startProcesses({ root, env, port, say, ...options }: StandaloneOptions, host: string, { ground, redisUrl }: { ground: Ground; redisUrl: string | null }) {
    const environments = await processEnvironments({ env, port, host, redisUrl, ...ground, auditKeyFile: auditKeyFile(this.folder, env) });
    return (['api', 'worker', 'collector'] as const).map((name) => {
      const script = path.join(root, `apps/${name}/dist/main.js`);
      if (!existsSync(script)) throw new CannotStart(`${script} is missing: run npm run build`);
      const gaveUp = (): void => this.lost(`${name} does not stay up`, options);
      const child = new Supervised({ name, script, cwd: root, env: environments[name].env, logFile: this.folder.path('logs', `${name}.log`), report: say, gaveUp });
      this.#children.push(child);
      child.start();
      return { name, url: environments[name].readyUrl };
    });
  }

  private lost(what: string, { onLost }: Pick<StandaloneOptions, 'onLost'>): void {
    if (this.#ready) onLost?.(what);
    else this.#hopeless.abort(new CannotStart(`${what} (logs: ${this.folder.path('logs')})`));
  }

  /** First nobody may ask, then what runs may end, then what it stood on. */
  async stop(): Promise<void> {
    const [api, ...others] = this.#children;
    await api?.stop(10_000);
    await Promise.all(others.map((child) => child.stop(25_000)));
    await this.#services?.stop();
    this.folder.release();
  }

  kill(): void {
    for (const child of this.#children) child.kill();
    this.#services?.kill();
    this.folder.release();
  }
}

/** Who can sign in, as the API says it. */
async function signIns(port: number, password: string): Promise<Standalone['demo']> {
  const response = await fetch(`http://127.0.0.1:${port}${routes.demo.path}`, { signal: AbortSignal.timeout(10_000) });
  const { accounts } = (await response.json()) as { accounts: DemoAccount[] };
  return { password, signIns: accounts.map(({ tenant, email, role }) => ({ tenant, email, role })) };
}
