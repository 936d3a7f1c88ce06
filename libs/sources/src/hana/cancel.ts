import { within } from '../watch.js';
import type { HanaSession } from './hana-session.js';

/**
 * Stops what the session does, from a second one of the same account, and waits until the first is answered. The
 * protocol has no cancel of its own; the statement needs SESSION ADMIN on some servers, and then only the closed socket
 * is left.
 * @returns true when the session was answered
 */
export async function cancelOnServer(session: HanaSession, connection: string, dialAgain: () => Promise<HanaSession>, confirmMs: number): Promise<boolean> {
  const idle = session.idle().then(() => true);
  if (await within(0, idle, false)) return true;
  await within(confirmMs, cancel(connection, dialAgain), undefined);
  return within(confirmMs, idle, false);
}

export async function cancel(connection: string, dialAgain: () => Promise<HanaSession>): Promise<void> {
  const second = await dialAgain().catch(() => undefined);
  if (!second) return;
  try {
    await second.ask(`ALTER SYSTEM CANCEL SESSION '${connection}'`);
  } catch {
    // Not allowed, or gone already: the caller closes the socket in any case.
  } finally {
    second.destroy();
  }
}
