import { Fault } from '@countersign/contracts';

/** The caller's signal and our own wall clock, as one. */
export interface Watch {
  signal: AbortSignal;
  /** Milliseconds until the server's own timeout, at least 1. */
  remainingMs(): number;
  elapsedMs(): number;
  limitMs: number;
  /** The fault to end with once `signal` has fired. */
  fault(): Fault;
  /** @throws Fault when stopped already: called before each statement, so nothing is sent after a cancel. */
  throwIfStopped(): void;
  dispose(): void;
}

/** @param limitMs what the server is told; our deadline is `graceMs` behind it, so that normally the server speaks first. */
export function watch(signal: AbortSignal, limitMs: number, graceMs: number): Watch {
  const started = performance.now();
  const stop = new AbortController();
  const abort = () => stop.abort('cancelled');
  if (signal.aborted) abort();
  else signal.addEventListener('abort', abort, { once: true });
  const timer = setTimeout(() => stop.abort('time-cap'), limitMs + graceMs);
  const fault = () => (stop.signal.reason === 'cancelled' ? new Fault('cancelled', false) : new Fault('time-cap', false, { params: { limit: String(limitMs) } }));
  return {
    signal: stop.signal,
    limitMs,
    elapsedMs: () => performance.now() - started,
    remainingMs: () => Math.max(1, Math.ceil(limitMs - (performance.now() - started))),
    fault,
    throwIfStopped: () => { if (stop.signal.aborted) throw fault(); },
    dispose: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
    },
  };
}

/** The promise, or a rejection with the watch's fault as soon as it fires; a late result is dropped through `late`. */
export function orStopped<T>(clock: Watch, work: Promise<T>, late: (value: T) => void = () => undefined): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    let done = false;
    const stopped = () => { done = true; reject(clock.fault()); };
    if (clock.signal.aborted) stopped();
    else clock.signal.addEventListener('abort', stopped, { once: true });
    const settle = (act: () => void) => {
      clock.signal.removeEventListener('abort', stopped);
      if (!done) act();
    };
    work.then((value) => (done ? late(value) : settle(() => resolve(value))), (error: unknown) => settle(() => reject(error)));
  });
}

/** The promise, or `fallback` after `ms`. */
export async function within<T, F>(ms: number, work: Promise<T>, fallback: F): Promise<T | F> {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await Promise.race([work, new Promise<F>((resolve) => { timer = setTimeout(() => resolve(fallback), ms); })]);
  } finally {
    clearTimeout(timer);
  }
}
