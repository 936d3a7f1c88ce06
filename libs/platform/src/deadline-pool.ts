import { availableParallelism } from 'node:os';
import { Fault, type FaultKind } from '@countersign/contracts';
import { Piscina } from 'piscina';

export interface DeadlinePoolOptions {
  /** Compiled module whose default export is the function to run, e.g. from require.resolve(). */
  filename: string;
  threads?: number;
  /** A call that takes longer loses its thread. */
  deadlineMs: number;
  /** Added while the first threads load their module. */
  startupMs?: number;
  /** Memory of one thread; beyond it the thread ends and its call fails. */
  maxHeapMb?: number;
  /** Kind of the fault a lost call ends with. */
  fault?: FaultKind;
  /** Calls that may wait for a thread; more are refused at once. */
  maxWaiting?: number;
  /** A call that waits longer for a thread is refused. */
  maxWaitMs?: number;
}

export interface DeadlinePool<I, O> {
  /** @throws Fault (retryable) past the deadline or when the thread dies; what the function itself throws passes through */
  run(input: I): Promise<O>;
  /** Threads ended for being late. */
  killed(): number;
  close(): Promise<void>;
}

/**
 * Runs a synchronous function that may hang in worker threads: the deadline counts from when a call gets a thread, a
 * late thread is ended and replaced, and the other calls don't notice.
 */
export function createDeadlinePool<I, O>(options: DeadlinePoolOptions): DeadlinePool<I, O> {
  const threads = options.threads ?? Math.max(1, availableParallelism() - 1);
  const pool = new Piscina<I, O>({
    filename: options.filename, minThreads: threads, maxThreads: threads, concurrentTasksPerWorker: 1, recordTiming: false,
    // A waiting thread must not sit in Atomics.wait: its own timers and promises would stall.
    atomics: 'async',
    ...(options.maxHeapMb ? { resourceLimits: { maxOldGenerationSizeMb: options.maxHeapMb } } : {}),
  });
  const kind = options.fault ?? 'gate-unavailable';
  const warmUntil = performance.now() + (options.startupMs ?? 5_000);
  const waiting: (() => void)[] = [];
  let started = false;
  let idle = threads;
  let killed = 0;
  let closed = false;
  // A replacement announces itself once its module is loaded; only then may a call be handed over.
  pool.on('workerCreate', () => started && release());
  pool.on('error', () => undefined);
  queueMicrotask(() => queueMicrotask(() => (started = true)));

  function release(): void {
    const next = waiting.shift();
    if (next) next();
    else idle++;
  }

  async function thread(): Promise<void> {
    if (idle > 0) {
      idle--;
      return;
    }
    if (waiting.length >= (options.maxWaiting ?? 10_000)) throw new Fault(kind, true, { params: { reason: 'overloaded' } });
    await new Promise<void>((resolve, reject) => {
      const tooLong = setTimeout(() => {
        waiting.splice(waiting.indexOf(granted), 1);
        reject(new Fault(kind, true, { params: { reason: 'overloaded' } }));
      }, options.maxWaitMs ?? 30_000);
      const granted = (): void => {
        clearTimeout(tooLong);
        resolve();
      };
      waiting.push(granted);
    });
  }

  return {
    async run(input) {
      if (closed) throw new Fault(kind, true, { params: { reason: 'closed' } });
      await thread();
      const late = new AbortController();
      const timer = setTimeout(() => late.abort(), options.deadlineMs + Math.max(0, warmUntil - performance.now()));
      let threadLives = true;
      try {
        return await pool.run(input, { signal: late.signal });
      } catch (error) {
        if (late.signal.aborted) {
          threadLives = false;
          killed++;
          throw new Fault(kind, true, { cause: error, params: { reason: 'deadline' } });
        }
        if (isThreadDeath(error)) {
          threadLives = false;
          throw new Fault(kind, true, { cause: error, params: { reason: 'thread died' } });
        }
        throw error;
      } finally {
        clearTimeout(timer);
        if (threadLives) release();
      }
    },
    killed: () => killed,
    async close() {
      closed = true;
      for (const resolve of waiting.splice(0)) resolve();
      await pool.destroy();
    },
  };
}

function isThreadDeath(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string };
  return code === 'ERR_WORKER_OUT_OF_MEMORY' || (message ?? '').startsWith('worker exited with code');
}
