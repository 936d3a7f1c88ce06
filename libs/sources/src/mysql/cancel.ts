import { SourceConnection } from './connect.js';
import { within } from '../watch.js';

const LOOK_EVERY_MS = 20;

/** How long a thread that could not be stopped in time is gone after. */
const PERSIST_MS = 60_000;

/**
 * Stops what the connection's thread is doing and waits until the server's list of processes says so. Thread numbers
 * are never given twice, and the caller holds the connection alone: no other statement can be hit.
 *
 * @returns true when the server confirmed that the thread is idle or gone
 */
export async function stopOnServer(connection: SourceConnection, confirmMs: number): Promise<boolean> {
  const stopped = (await kill(connection, 'QUERY', confirmMs)) || (await kill(connection, 'CONNECTION', confirmMs * 2));
  // The caller has waited long enough; the statement is still not left to the server's own time limit.
  if (!stopped) void persist(connection);
  return stopped;
}

async function persist(connection: SourceConnection): Promise<void> {
  const end = performance.now() + PERSIST_MS;
  while (performance.now() < end && !(await kill(connection, 'CONNECTION', connection.address.connectTimeoutMs))) await new Promise((resolve) => setTimeout(resolve, 500));
}

/** After the connection's socket is gone: its thread notices that only when it next sends, which may be never. */
export async function endOnServer(connection: SourceConnection): Promise<void> {
  await kill(connection, 'CONNECTION', connection.address.connectTimeoutMs);
}

/** From a second session of the same account, which needs no right for it. */
async function kill(connection: SourceConnection, what: 'QUERY' | 'CONNECTION', ms: number): Promise<boolean> {
  const { address, threadId } = connection;
  const end = performance.now() + ms;
  let second: SourceConnection | undefined;
  const work = async (): Promise<boolean> => {
    second = await SourceConnection.dial({ ...address, connectTimeoutMs: Math.min(address.connectTimeoutMs, ms) });
    while (performance.now() < end) {
      // Each time: one that arrives before the statement has begun is forgotten when it begins. Gone already is as good as killed.
      await second.ask(`KILL ${what} ${threadId}`).catch(() => undefined);
      // A server that waits for us to read only then sees that it was stopped. Any sooner, its rows would keep us from dialling.
      connection.drain();
      if ((await isIdle(second, threadId)) && !connection.awaitsAnswer) return true;
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return false;
  };
  try {
    return await within(ms, work(), false);
  } catch {
    return false;
  } finally {
    second?.destroy();
  }
}

/** A thread without a statement. One that was killed keeps that word until its next statement. */
async function isIdle(second: SourceConnection, threadId: number): Promise<boolean> {
  const processes = await second.ask('SHOW PROCESSLIST');
  const [, , , , , , , statement] = processes.find(([id]) => id === String(threadId)) ?? [];
  return statement === undefined || statement === null;
}
