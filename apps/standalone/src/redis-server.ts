import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { CannotStart, reasonOf } from './cannot-start.js';
import { freePort } from './free-port.js';
import { guardWithParent } from './parent-guard.js';
import { identity, serverEnvironment } from './run-as.js';
import { unprivilegedAccount } from './unprivileged-account.js';

export interface RedisServer {
  url: string;
  port: number;
  password: string;
  pid: number;
  ended: Promise<void>;
  stop(): Promise<void>;
}

/** A Redis or Valkey server on PATH (or REDIS_SERVER_BIN), undefined when there is none. */
export function findRedisServer(): string | undefined {
  const names = [process.env.REDIS_SERVER_BIN, 'redis-server', 'valkey-server'].filter((name): name is string => Boolean(name));
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

/**
 * A Redis of our own on 127.0.0.1, a free port and a random password. It keeps nothing on disk: PostgreSQL holds the
 * truth, and whatever the queue loses is queued again.
 *
 * @param before start again where this one was
 */
export async function startRedisServer(binary: string, before?: { port: number; password: string }): Promise<RedisServer> {
  for (let attempt = 1; ; attempt++) {
    const server = await launch(binary, before?.port ?? (await freePort()), before?.password ?? randomBytes(24).toString('hex'));
    if (server) return server;
    if (attempt === 5) throw new CannotStart(`${binary} does not start: install another one, or set QUEUE_BACKEND=postgres`);
  }
}

async function launch(binary: string, port: number, password: string): Promise<RedisServer | undefined> {
  const account = unprivilegedAccount();
  const child = spawn(binary, ['-'], { cwd: '/', stdio: ['pipe', 'ignore', 'ignore'], detached: true, env: serverEnvironment(), ...identity(account) });
  let failure: unknown;
  child.on('error', (error) => (failure = error));
  child.stdin.on('error', () => undefined);
  // By standard input, so that the password is in no process list.
  child.stdin.end(`port ${port}\nbind 127.0.0.1\nsave ""\nappendonly no\nmaxmemory-policy noeviction\nrequirepass ${password}\n`);
  for (let tries = 0; tries < 200; tries++) {
    if (failure) throw new CannotStart(`${binary} can't be run: ${reasonOf(failure)}`);
    if (child.exitCode !== null) return undefined;
    if (await answers(port, password)) {
      const pid = child.pid ?? 0;
      const over = guardWithParent(pid, 'TERM');
      const ended = new Promise<void>((resolve) => child.once('exit', () => (over(), resolve())));
      return {
        url: `redis://:${password}@127.0.0.1:${port}`, port, password, pid, ended,
        async stop() {
          if (child.exitCode === null && child.signalCode === null) child.kill('SIGTERM');
          await ended;
        },
      };
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  child.kill('SIGKILL');
  return undefined;
}

function answers(port: number, password: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`AUTH ${password}\r\n`));
    socket.setTimeout(500, () => (socket.destroy(), resolve(false)));
    socket.on('data', (data) => (socket.destroy(), resolve(data.toString().startsWith('+OK'))));
    socket.on('error', () => resolve(false));
  });
}
