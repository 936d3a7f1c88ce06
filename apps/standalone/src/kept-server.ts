import type { Progress } from './progress.js';

/** A server of ours that knows nothing of us. */
export interface OwnServer {
  pid: number;
  /** Resolves when it has ended, whoever ended it. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface KeptServerOptions<S> {
  name: string;
  /** Starts it again where `before` was: same address, same password, so that its clients find it. */
  again(before: S): Promise<S>;
  say: Progress;
  /** It ended too often, or can't be started again. */
  lost(what: string): void;
}

const MAX_RESTARTS = 5;
/** One that lived this long is healthy: its restarts are counted anew. */
const HEALTHY_MS = 60_000;

/** Starts a server again when it ends, at most five times in a row; the processes wait for it meanwhile. */
export class KeptServer<S extends OwnServer> {
  #stopping = false;
  #restarts = 0;
  #watching: Promise<void>;

  constructor(private server: S, private readonly options: KeptServerOptions<S>) {
    this.#watching = this.watch();
  }

  get current(): S {
    return this.server;
  }

  private async watch(): Promise<void> {
    const { name, again, say, lost } = this.options;
    const began = Date.now();
    await this.server.ended;
    if (this.#stopping) return;
    if (Date.now() - began > HEALTHY_MS) this.#restarts = 0;
    if (++this.#restarts > MAX_RESTARTS) return lost(`${name} ended again and again`);
    say(`${name} ended; starting it again`);
    try {
      this.server = await again(this.server);
    } catch (error) {
      return lost(`${name} can't be started again: ${error instanceof Error ? error.message : String(error)}`);
    }
    if (this.#stopping) return this.server.stop();
    say(`${name} is back`);
    this.#watching = this.watch();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.server.stop();
    // A restart that was under way ends what it started.
    await this.#watching;
  }

  kill(signal: NodeJS.Signals): void {
    this.#stopping = true;
    try {
      process.kill(this.server.pid, signal);
    } catch {
      // It is gone already.
    }
  }
}
