import { CannotStart } from './cannot-start.js';

const WITHIN_MS = 120_000;

/** Waits until every process says that it is ready. @throws CannotStart naming those that did not */
export async function untilReady(processes: readonly { name: string; url: string }[], logs: string, signal?: AbortSignal): Promise<void> {
  const end = Date.now() + WITHIN_MS;
  const late: string[] = [];
  await Promise.all(processes.map(async ({ name, url }) => {
    while (!(await isReady(url))) {
      signal?.throwIfAborted();
      if (Date.now() > end) return void late.push(name);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }));
  if (late.length > 0) throw new CannotStart(`${late.join(' and ')} did not become ready within ${WITHIN_MS / 1_000} s: see ${logs}`);
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}
