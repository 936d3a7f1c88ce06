import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../src/free-port.js';
import { commandOf, isAlive } from '../src/process-table.js';

const START = path.resolve(import.meta.dirname, '../bin/start.mjs');
const started: Start[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const start of started.splice(0)) await start.end();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function dataFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'countersign-start-'));
  folders.push(folder);
  return path.join(folder, 'data');
}

/** `npm start` as a person runs it, with what it says. */
class Start {
  output = '';
  readonly process: ChildProcess;
  readonly exit: Promise<number | null>;
  constructor(readonly env: Record<string, string>) {
    const inherited = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(DATABASE_URL|DATABASE_ADMIN_URL|REDIS_URL|COUNTERSIGN_.*|NODE_ENV|VITEST.*)$/.test(name)));
    this.process = spawn(process.execPath, [START], { env: { ...inherited, COUNTERSIGN_DEMO: '0', ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [this.process.stdout, this.process.stderr]) stream?.on('data', (data: Buffer) => (this.output += data.toString()));
    this.exit = new Promise((resolve) => this.process.once('exit', (code) => resolve(code)));
    started.push(this);
  }

  async says(what: RegExp, withinMs = 120_000): Promise<void> {
    const end = Date.now() + withinMs;
    while (!what.test(this.output)) {
      if (Date.now() > end || this.process.exitCode !== null) throw new Error(`never said ${what}, but: ${this.output}`);
      await wait(50);
    }
  }

  /** Everything that this start has started, however deep. */
  descendants(): number[] {
    const parents = new Map<number, number>();
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue;
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
        parents.set(Number(entry), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
      } catch {
        // It ended meanwhile.
      }
    }
    const below = (pid: number): number[] => [...parents].filter(([, parent]) => parent === pid).flatMap(([child]) => [child, ...below(child)]);
    return below(this.process.pid ?? -1);
  }

  async end(): Promise<void> {
    if (this.process.exitCode !== null || this.process.signalCode !== null) return;
    this.process.kill('SIGINT');
    await this.exit;
  }
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
async function allGone(pids: number[], withinMs: number): Promise<number[]> {
  const end = Date.now() + withinMs;
  for (;;) {
    const left = pids.filter(isAlive);
    if (left.length === 0 || Date.now() > end) return left;
    await wait(50);
  }
}

describe('npm start', () => {
  it('prints the address and the sign-ins when everything is ready, stops cleanly, and is quick the second time', async () => {
    const data = dataFolder();
    const port = String(await freePort());
    const first = new Start({ PORT: port, COUNTERSIGN_DATA: data, COUNTERSIGN_DEMO: '1' });
    await first.says(/password of all of them: (\S+)/);
    expect(first.output).toContain(`http://127.0.0.1:${port}`);
    expect(first.output).toContain('approver@hanbit.example');
    expect((await fetch(`http://127.0.0.1:${port}/ready`)).status).toBe(200);
    const password = /password of all of them: (\S+)/.exec(first.output)?.[1];
    const processes = first.descendants();
    expect(processes.length).toBeGreaterThanOrEqual(4);
    first.process.kill('SIGINT');
    expect(await first.exit).toBe(0);
    expect(await allGone(processes, 2_000)).toEqual([]);

    const began = Date.now();
    const second = new Start({ PORT: port, COUNTERSIGN_DATA: data, COUNTERSIGN_DEMO: '1' });
    await second.says(/password of all of them/);
    // 15 s on a machine that has nothing else to do.
    expect(Date.now() - began).toBeLessThan(15_000 * Math.max(1, (2 * (loadavg()[0] ?? 0)) / availableParallelism()));
    expect(second.output).toContain(String(password));
    expect(second.output).not.toContain('initialising');
    // What was signed before the restart is still what would run: the warehouse did not move.
    expect(second.output).not.toContain('proving');
  }, 240_000);

  it('leaves no process behind when it is killed with -9, and starts again on what is there', async () => {
    const data = dataFolder();
    const env = { PORT: String(await freePort()), COUNTERSIGN_DATA: data };
    const first = new Start(env);
    await first.says(/Ctrl-C stops everything/);
    const processes = first.descendants();
    first.process.kill('SIGKILL');
    expect(await allGone(processes, 30_000)).toEqual([]);
    const second = new Start(env);
    await second.says(/Ctrl-C stops everything/);
  });

  it('starts a process that was killed again and says so, and keeps its data folder from other starts', async () => {
    const data = dataFolder();
    const start = new Start({ PORT: String(await freePort()), COUNTERSIGN_DATA: data });
    await start.says(/starting PostgreSQL/);
    const other = new Start({ PORT: String(await freePort()), COUNTERSIGN_DATA: data });
    expect(await other.exit).toBe(1);
    expect(lastLine(other)).toMatch(/^Countersign already runs on .* \(process \d+/);

    await start.says(/Ctrl-C stops everything/);
    const workers = () => start.descendants().filter((pid) => commandOf(pid).includes('apps/worker/'));
    const [before] = workers();
    process.kill(before ?? -1, 'SIGKILL');
    await start.says(/worker ended \(SIGKILL\).*starting it again/);
    await wait(1_500);
    const after = workers();
    expect(after).toHaveLength(1);
    expect(after[0]).not.toBe(before);
  });

  it('ends at once when interrupted while it starts', async () => {
    const start = new Start({ PORT: String(await freePort()), COUNTERSIGN_DATA: dataFolder() });
    await start.says(/preparing the database/);
    const processes = start.descendants();
    start.process.kill('SIGINT');
    expect(await start.exit).toBe(1);
    expect(await allGone(processes, 2_000)).toEqual([]);
  });

  it('says in one line that its port is taken, before it touches anything', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port)));
    const data = dataFolder();
    const start = new Start({ PORT: String(port), COUNTERSIGN_DATA: data });
    expect(await start.exit).toBe(1);
    expect(lastLine(start)).toBe(`port ${port} is taken: stop what listens there, or set PORT to another one`);
    expect(readdirSync(path.dirname(data))).toEqual([]);
    server.close();
  });

  it.each([
    ['a port that is none', { PORT: 'http' }, /^PORT must be a whole number/],
    ['a database that is not there', { DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c', DATABASE_ADMIN_URL: 'postgresql://a:b@127.0.0.1:1/c' }, /^PostgreSQL at 127\.0\.0\.1:1 can't be used: ECONNREFUSED \(see DATABASE_ADMIN_URL\)$/],
    ['a database address that is none', { DATABASE_URL: 'localhost/countersign' }, /^DATABASE_URL is no address/],
    ['a key that is too short', { COUNTERSIGN_KEY: 'c2hvcnQ=' }, /^the key must be 32 bytes/],
    ['a data folder below a file', { COUNTERSIGN_DATA: '/etc/passwd/data' }, /^can't use the data folder .*ENOTDIR/],
  ])('says in one line what is wrong with %s', async (_, env, line) => {
    const start = new Start({ PORT: String(await freePort()), COUNTERSIGN_DATA: dataFolder(), ...env });
    expect(await start.exit).toBe(1);
    expect(lastLine(start)).toMatch(line);
  });

  it.each(['DATABASE_URL', 'REDIS_URL'])('says within ten seconds that what %s names does not answer', async (variable) => {
    const mute = createServer();
    const port = await new Promise<number>((resolve) => mute.listen(0, '127.0.0.1', () => resolve((mute.address() as { port: number }).port)));
    const began = Date.now();
    const mutely = variable === 'REDIS_URL' ? { QUEUE_BACKEND: 'redis', REDIS_URL: `redis://:secret@127.0.0.1:${port}` } : { DATABASE_URL: `postgresql://a:secret@127.0.0.1:${port}/c` };
    const start = new Start({ PORT: String(await freePort()), COUNTERSIGN_DATA: dataFolder(), ...mutely });
    expect(await start.exit).toBe(1);
    expect(lastLine(start)).toMatch(new RegExp(`127\\.0\\.0\\.1:${port} can't be used: no answer within 8 s \\(see ${variable}\\)$`));
    expect(start.output).not.toContain('secret');
    expect(Date.now() - began).toBeLessThan(30_000);
    mute.close();
  });

  it('does not replace a key that is lost while something is sealed with it', async () => {
    const data = dataFolder();
    const env = { PORT: String(await freePort()), COUNTERSIGN_DATA: data, COUNTERSIGN_DEMO: '1' };
    const first = new Start(env);
    await first.says(/Ctrl-C stops everything/);
    await first.end();
    const key = path.join(data, 'keys/master.key');
    const saved = readFileSync(key);
    rmSync(key);
    const second = new Start(env);
    expect(await second.exit).toBe(1);
    expect(lastLine(second)).toMatch(/^the key file .*master\.key is missing, .*put it back from a backup/);
    expect(existsSync(key)).toBe(false);
    writeFileSync(key, saved, { mode: 0o600 });
    await new Start(env).says(/Ctrl-C stops everything/);
  });

  it('never initialises over a damaged database', async () => {
    const data = dataFolder();
    mkdirSync(path.join(data, 'postgres/cluster'), { recursive: true });
    writeFileSync(path.join(data, 'postgres/cluster/base'), 'precious');
    const start = new Start({ PORT: String(await freePort()), COUNTERSIGN_DATA: data });
    expect(await start.exit).toBe(1);
    expect(lastLine(start)).toMatch(/damaged or no database.*nothing was changed/);
    expect(readFileSync(path.join(data, 'postgres/cluster/base'), 'utf8')).toBe('precious');
  });
});

const lastLine = (start: Start): string => start.output.trim().split('\n').at(-1) ?? '';
