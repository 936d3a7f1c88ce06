import { within } from '../watch.js';
import type { SqlServerClient } from './connect.js';

/**
 * Sends an attention on the connection itself and waits for the server's acknowledgement. A reading account has no other
 * means: KILL takes a right of its own.
 *
 * @returns true when the server confirmed that nothing runs here
 */
export const cancelOnServer = (client: SqlServerClient, confirmMs: number): Promise<boolean> => within(confirmMs, client.interrupt().then(() => true, () => true), false);
