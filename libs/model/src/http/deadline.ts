/** One limit for a whole turn: its calls, the waits between them, and the last byte. */
export interface Deadline {
  /** Aborts when the time is over or the outer signal does. */
  signal: AbortSignal;
  leftMs(): number;
  /** @throws the signal's reason */
  sleep(ms: number): Promise<void>;
  /** Lets go of timer and listener. */
  end(): void;
}

export function startDeadline(ms: number, outer: AbortSignal): Deadline {
  const began = performance.now();
  const over = new AbortController();
  const stop = (): void => over.abort(outer.reason);
  if (outer.aborted) stop();
  outer.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(() => over.abort(new DOMException('deadline', 'TimeoutError')), ms);
  return {
    signal: over.signal,
    leftMs: () => ms - (performance.now() - began),
    sleep: (pause) => new Promise((resolve, reject) => {
      const wake = (): void => {
        clearTimeout(nap);
        reject(over.signal.reason as Error);
      };
      const nap = setTimeout(() => {
        over.signal.removeEventListener('abort', wake);
        resolve();
      }, pause);
      if (over.signal.aborted) wake();
      else over.signal.addEventListener('abort', wake, { once: true });
    }),
    end() {
      clearTimeout(timer);
      outer.removeEventListener('abort', stop);
    },
  };
}
