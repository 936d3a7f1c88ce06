import type { Log } from './log.js';

export interface ShutdownOptions {
  log: Log;
  /** In order: stop taking work, let what runs finish, close what it used. */
  steps: readonly { name: string; run: () => Promise<void> }[];
  /** After this the process ends whether or not the steps did. */
  graceMs?: number;
  /** Replaced in tests. */
  exit?: (code: number) => void;
  signals?: NodeJS.EventEmitter;
}

/**
 * Ends the process in order on SIGTERM, SIGINT, when the parent that started it is gone (its IPC channel closes), or
 * after an error nobody caught (exit 1). A second SIGINT or SIGTERM ends it at once.
 *
 * @returns starts the shutdown from code
 */
export function onShutdown({ log, steps, graceMs = 20_000, exit = (code) => process.exit(code), signals = process }: ShutdownOptions): (why: string, code?: number) => Promise<void> {
  let ending = false;
  const end = async (why: string, code = 0): Promise<void> => {
    if (ending) return;
    ending = true;
    log.info({ why }, 'stopping');
    const deadline = setTimeout(() => {
      log.error({ why, graceMs }, 'stopping took too long');
      exit(1);
    }, graceMs);
    for (const step of steps) {
      try {
        await step.run();
      } catch (error) {
        log.error({ err: error, step: step.name }, 'a step of stopping failed');
      }
    }
    clearTimeout(deadline);
    log.info({ why }, 'stopped');
    exit(code);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    signals.on(signal, () => {
      if (ending) exit(130);
      else void end(signal);
    });
  signals.on('disconnect', () => void end('the parent process is gone'));
  signals.on('uncaughtException', (error: unknown) => {
    log.error({ err: error }, 'uncaught error');
    void end('uncaught error', 1);
  });
  signals.on('unhandledRejection', (error: unknown) => {
    log.error({ err: error }, 'unhandled rejection');
    void end('unhandled rejection', 1);
  });
  return end;
}
