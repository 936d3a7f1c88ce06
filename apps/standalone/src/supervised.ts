import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from 'node:fs';

export interface SupervisedOptions {
  name: string;
  script: string;
  cwd: string;
  env: NodeJS.ProcessEnv;
  /** Its standard output and errors go here. */
  logFile: string;
  /** What a person is told: it died and is started again. */
  report(line: string): void;
  /** It died too often. */
  gaveUp(name: string): void;
}

const MAX_RESTARTS = 5;
const FIRST_PAUSE_MS = 500;
/** One that lived this long is healthy: its restarts are counted anew. */
const HEALTHY_MS = 60_000;

/** One process of the product: started again with growing pauses when it dies, at most five times in a row. */
export class Supervised {
  #child: ChildProcess | undefined;
  #stopping = false;
  #restarts = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly options: SupervisedOptions) {}

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  start(): void {
    const { name, script, cwd, env, logFile, report, gaveUp } = this.options;
    const log = openSync(logFile, 'a', 0o600);
    if (fstatSync(log).size > 20_000_000) ftruncateSync(log);
    const from = fstatSync(log).size;
    // The IPC channel tells it when we are gone, by kill -9 too. Of its own group: Ctrl-C in the terminal is for us.
    const child = spawn(process.execPath, ['--enable-source-maps', script], { cwd, env, stdio: ['ignore', log, log, 'ipc'], detached: true });
    closeSync(log);
    this.#child = child;
    const began = Date.now();
    child.once('error', () => undefined);
    child.once('exit', (code, signal) => {
      if (this.#stopping) return;
      if (Date.now() - began > HEALTHY_MS) this.#restarts = 0;
      const why = `${name} ended (${signal ?? `exit ${code}`})${lastWords(logFile, from)}`;
      if (++this.#restarts > MAX_RESTARTS) {
        report(`${why}; it was started ${MAX_RESTARTS} times again, and that is enough (log: ${logFile})`);
        return gaveUp(name);
      }
      const pause = FIRST_PAUSE_MS * 2 ** (this.#restarts - 1);
      report(`${why}; starting it again in ${pause / 1_000} s`);
      this.#timer = setTimeout(() => this.start(), pause);
    });
  }

  /** Asks it to end, and ends it after `graceMs`. */
  async stop(graceMs: number): Promise<void> {
    this.#stopping = true;
    clearTimeout(this.#timer);
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    child.kill('SIGTERM');
    const hard = setTimeout(() => child.kill('SIGKILL'), graceMs);
    await ended;
    clearTimeout(hard);
  }

  kill(): void {
    this.#stopping = true;
    clearTimeout(this.#timer);
    this.#child?.kill('SIGKILL');
  }
}

/** The last line it wrote, if that is short enough to help. */
function lastWords(logFile: string, from: number): string {
  try {
    const lines = readFileSync(logFile).subarray(from).toString('utf8').trim().split('\n').filter((line) => line && !line.startsWith('    at '));
    const last = lines.at(-1) ?? '';
    const message = last.startsWith('{') ? (JSON.parse(last) as { msg?: string; err?: { message?: string } }) : undefined;
    const text = message ? [message.msg, message.err?.message].filter(Boolean).join(': ') : last;
    return text ? `: ${text.slice(0, 300)}` : '';
  } catch {
    return '';
  }
}
