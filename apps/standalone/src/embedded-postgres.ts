import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, closeSync, existsSync, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { CannotStart, reasonOf } from './cannot-start.js';
import { checkCluster, initialise, prepareFolder, superuserPassword } from './cluster.js';
import { freePort, isPortFree } from './free-port.js';
import { guardWithParent } from './parent-guard.js';
import { type PostgresBinaries, postgresBinaries } from './postgres-binaries.js';
import { stopLeftoverPostgres } from './leftover-postgres.js';
import { identity, reachedBy, serverEnvironment } from './run-as.js';
import { type Account, unprivilegedAccount } from './unprivileged-account.js';

export interface EmbeddedPostgres {
  /** Superuser connection string of a database. */
  url(database?: string): string;
  port: number;
  pid: number;
  /** Resolves when the server has ended, whoever ended it. */
  ended: Promise<void>;
  /** Fast shutdown: open sessions are cut, everything committed is on disk. */
  stop(): Promise<void>;
}

export interface EmbeddedPostgresOptions {
  /** Holds the cluster (`cluster/`), the log and the superuser's password. Created when absent. */
  folder: string;
  /** For tests only: the data need not survive a power cut. */
  disposable?: boolean;
  /** Starts again where it was, and nowhere else. */
  port?: number;
  /** Told once what takes time: 'initialising the database'. */
  progress?: (what: string) => void;
}

/** Sessions of a server that was killed hold its memory until they notice. */
const OLD_SESSIONS_MS = 60_000;
/** What passes by itself, or why it does not start, in one line. */
type Problem = 'port taken' | 'old sessions' | { says: string };

/**
 * A PostgreSQL of our own from the npm package, on 127.0.0.1 and a free port, with a random password.
 * A cluster is created only in an empty place; whatever else is found there is left as it is.
 *
 * @throws CannotStart with one line that says what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { folder } = options;
  const account = unprivilegedAccount();
  const binaries = postgresBinaries(account);
  prepareFolder(folder);
  const password = superuserPassword(folder);
  const cluster = path.join(folder, 'cluster');
  checkCluster(cluster, binaries.major);
  if (!existsSync(cluster)) {
    options.progress?.('initialising the database');
    initialise({ binaries, folder, cluster, password, account, disposable: options.disposable ?? false });
  }
  await stopLeftoverPostgres(cluster);
  const giveUpAt = Date.now() + OLD_SESSIONS_MS;
  for (let attempt = 1; ; attempt++) {
    const port = options.port ?? (await usualPort(folder));
    const { server, logFrom } = launch(binaries, folder, cluster, port, account, options.disposable ?? false);
    const problem = await untilReady(server, port, password, folder, logFrom);
    if (!problem) return running(server, port, password);
    if (typeof problem === 'object') throw new CannotStart(problem.says);
    if (problem === 'port taken' && attempt === 5) throw new CannotStart(`PostgreSQL can't have port ${port}: another program takes it`);
    if (problem === 'old sessions' && Date.now() > giveUpAt) throw new CannotStart(`sessions of a killed PostgreSQL still hold ${cluster}: end them and start again`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The port of last time when it is free: clients and registered data sources keep their address. */
async function usualPort(folder: string): Promise<number> {
  const file = path.join(folder, 'port');
  const usual = existsSync(file) ? Number(readFileSync(file, 'utf8')) : NaN;
  if (Number.isInteger(usual) && usual > 1_023 && usual < 65_536 && (await isPortFree(usual, '127.0.0.1'))) return usual;
  const port = await freePort();
  writeFileSync(file, String(port));
  return port;
}

function launch(binaries: PostgresBinaries, folder: string, cluster: string, port: number, account: Account | undefined, disposable: boolean): { server: ChildProcess; logFrom: number } {
  if (process.getuid && statSync(cluster).uid !== (account?.uid ?? process.getuid()))
    throw new CannotStart(`${cluster} belongs to another account: start as the account that made it, or set COUNTERSIGN_DATA to another folder`);
  chmodSync(cluster, 0o700);
  const place = reachedBy(account, cluster);
  const log = openSync(path.join(folder, 'postgres.log'), 'a', 0o600);
  if (fstatSync(log).size > 10_000_000) ftruncateSync(log);
  const logFrom = fstatSync(log).size;
  const settings = { listen_addresses: '127.0.0.1', port: String(port), unix_socket_directories: '', max_connections: '200', jit: 'off', wal_sync_method: 'open_datasync', log_min_messages: 'warning', ...(disposable ? { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' } : {}) };
  const server = spawn(binaries.postgres, ['-D', place.paths[0] ?? cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])], {
    ...identity(account), env: serverEnvironment(), cwd: '/', stdio: ['ignore', log, log, ...place.handles],
    // Of its own process group: Ctrl-C in the terminal is for us, and we stop the server last.
    detached: true,
  });
  place.close();
  closeSync(log);
  return { server, logFrom };
}

/** undefined when it answers. */
async function untilReady(server: ChildProcess, port: number, password: string, folder: string, logFrom: number): Promise<Problem | undefined> {
  let failure: unknown;
  server.once('error', (error) => (failure = error));
  const started = Date.now();
  while (!failure && server.exitCode === null && server.signalCode === null) {
    const client = new pg.Client({ host: '127.0.0.1', port, user: 'postgres', password, database: 'postgres', connectionTimeoutMillis: 5_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.end();
      return undefined;
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = (error as { code?: string }).code;
      if (code === '28P01') {
        server.kill('SIGINT');
        return { says: `the password in ${path.join(folder, 'superuser-password')} does not open the database beside it: restore the file, or move both away to begin anew` };
      }
      // Crash recovery of a large cluster takes its time; it says 57P03 meanwhile.
      if (Date.now() - started > (code === '57P03' ? 600_000 : 60_000)) {
        server.kill('SIGINT');
        return { says: `PostgreSQL does not answer: see ${path.join(folder, 'postgres.log')}` };
      }
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  }
  if (failure) return { says: `PostgreSQL can't be run: ${reasonOf(failure)}` };
  const log = path.join(folder, 'postgres.log');
  const since = readFileSync(log).subarray(logFrom).toString('utf8').trim().split('\n').slice(-12);
  if (since.some((line) => line.includes('pre-existing shared memory block'))) return 'old sessions';
  if (since.some((line) => line.includes('could not bind') || line.includes('could not create any TCP/IP sockets'))) return 'port taken';
  const fatal = [...since].reverse().find((line) => /FATAL|PANIC/.test(line)) ?? since.at(-1) ?? '';
  return { says: `PostgreSQL can't start on ${path.join(folder, 'cluster')}: ${fatal.replace(/^.*?(?:FATAL|PANIC):\s*/, '')} (log: ${log}); nothing was changed: restore the folder from a backup, or move it away to begin anew` };
}

function running(server: ChildProcess, port: number, password: string): EmbeddedPostgres {
  const pid = server.pid ?? 0;
  const over = guardWithParent(pid, 'INT');
  const ended = new Promise<void>((resolve) => server.once('exit', () => (over(), resolve())));
  return {
    url: (database = 'postgres') => `postgresql://postgres:${password}@127.0.0.1:${port}/${database}`,
    port, pid, ended,
    async stop() {
      if (server.exitCode === null && server.signalCode === null) server.kill('SIGINT');
      await ended;
    },
  };
}
