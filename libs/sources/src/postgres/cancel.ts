import { Connection } from 'pg';
import { SourceClient, type PostgresAddress, type Wire } from './connect.js';
import { within } from '../watch.js';

/**
 * Stops what the client's backend is doing and waits for the server's word. The caller holds the client alone and
 * destroys it afterwards, so a request that arrives late finds no other statement to hit.
 *
 * @returns true when the server confirmed that the backend is idle or gone
 */
export async function cancelOnServer(client: SourceClient, confirmMs: number): Promise<boolean> {
  const idle = nextIdle(client);
  await within(confirmMs, sendCancelRequest(client.address, client.backend), undefined);
  // A suspended portal computes nothing and answers no cancel request: Sync makes it end and say so.
  client.wire.sync();
  if (await within(confirmMs, idle, false)) return true;
  return within(confirmMs * 2, terminate(client), false);
}

/** Resolves when the server next says that it waits for a statement, or is gone. */
function nextIdle(client: SourceClient): Promise<true> {
  return new Promise((resolve) => {
    client.wire.once('readyForQuery', () => resolve(true));
    client.once('end', () => resolve(true));
  });
}

/** The protocol's own cancel: a second connection that only names the backend. Works when the server has no session left to give. */
export function sendCancelRequest(address: PostgresAddress, backend: { processId: number; secretKey: number }): Promise<void> {
  return new Promise((resolve) => {
    const wire = new (Connection as unknown as new (config: object) => Wire)({ ssl: address.tls });
    const timer = setTimeout(() => wire.stream.destroy(), address.connectTimeoutMs);
    const send = () => wire.cancel(backend.processId, backend.secretKey);
    wire.on('connect', () => (address.tls ? wire.requestSsl() : send()));
    wire.on('sslconnect', send);
    wire.on('error', () => wire.stream.destroy());
    // The server answers by closing, after it has signalled the backend.
    wire.on('end', () => {
      clearTimeout(timer);
      wire.stream.destroy();
      resolve();
    });
    wire.connect(address.port, address.host);
  });
}

/** From a second session: ends the backend if it is still there under the same name, and looks until it is gone. */
async function terminate(client: SourceClient): Promise<boolean> {
  const second = new SourceClient({ address: client.address });
  try {
    await second.dial();
    const who = [client.backend.processId, client.sessionName];
    await second.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND application_name = $2', who);
    for (let look = 0; look < 20; look += 1) {
      const seen = await second.query(`SELECT FROM pg_stat_activity WHERE pid = $1 AND application_name = $2`, who);
      if (seen.rowCount === 0) return true;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return false;
  } catch {
    return false;
  } finally {
    second.destroy();
  }
}
