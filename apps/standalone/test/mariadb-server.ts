import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '../src/free-port.js';
import { guardWithParent } from '../src/parent-guard.js';
import { identity, serverEnvironment } from '../src/run-as.js';
import { unprivilegedAccount } from '../src/unprivileged-account.js';

export interface MariadbServer {
  /** A connection string of the administrator. */
  url: string;
  stop(): Promise<void>;
}

/** A MariaDB server on PATH (or MARIADB_SERVER_BIN), undefined when there is none. */
export function findMariadb(): string | undefined {
  const names = [process.env.MARIADB_SERVER_BIN, 'mariadbd', '/usr/sbin/mariadbd'].filter((name): name is string => Boolean(name));
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0);
}

/** A MariaDB of our own with nothing in it, on 127.0.0.1 and a free port, for as long as the tests take. */
export async function startMariadb(binary: string): Promise<MariadbServer | undefined> {
  const account = unprivilegedAccount();
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-mariadb-'));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = path.join(folder, 'data');
  const options = { cwd: '/', stdio: 'ignore' as const, env: serverEnvironment(), ...identity(account) };
  const made = spawnSync('mariadb-install-db', ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'], options);
  const port = await freePort();
  const server = made.status === 0
    ? spawn(binary, ['--no-defaults', `--datadir=${data}`, `--socket=${path.join(folder, 's')}`, `--pid-file=${path.join(folder, 'pid')}`, '--bind-address=127.0.0.1', `--port=${port}`, '--innodb-flush-log-at-trx-commit=0'], { ...options, detached: true })
    : undefined;
  const ended = new Promise<void>((resolve) => (server ? server.once('exit', () => resolve()).once('error', () => resolve()) : resolve()));
  const over = server?.pid ? guardWithParent(server.pid, 'TERM') : () => undefined;
  const stop = async (): Promise<void> => {
    if (server?.exitCode === null) server.kill('SIGTERM');
    await ended;
    over();
    rmSync(folder, { recursive: true, force: true });
  };
  for (let tries = 0; server && server.exitCode === null && tries < 150; tries++) {
    if (await listens(port)) return { url: `mysql://root@127.0.0.1:${port}`, stop };
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  await stop();
  return undefined;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });
}
