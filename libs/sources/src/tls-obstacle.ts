import { isIP } from 'node:net';
import tls from 'node:tls';
import { Fault } from '@countersign/contracts';
import { networkFault } from './network-faults.js';

/** What a server that speaks no TLS makes of a handshake. */
const NO_TLS = new Set(['EPROTO', 'ECONNRESET', 'ERR_SSL_WRONG_VERSION_NUMBER', 'ERR_SSL_PACKET_LENGTH_TOO_LONG', 'ETIMEDOUT']);

/** The fault of a handshake that failed, by Node's code: with a detail when the server offers a certificate that doesn't hold, without one when it offers no TLS. */
export function tlsFault(error: unknown): Fault {
  const code = String((error as { code?: unknown }).code);
  if (NO_TLS.has(code)) return new Fault('source-no-tls', false, { cause: error });
  const known = networkFault(error, 'connecting');
  return known ?? new Fault('source-no-tls', false, { cause: error, params: { detail: code } });
}

/** A handshake of our own with the same server, after a driver's failed, because the driver doesn't say why. Sends nothing but the handshake. */
export function tlsObstacle(at: { host: string; port: number; ca: string | undefined; timeoutMs: number }, cause: unknown): Promise<Fault> {
  return new Promise((resolve) => {
    const socket = tls.connect({ host: at.host, port: at.port, ...(isIP(at.host) ? {} : { servername: at.host }), rejectUnauthorized: true, minVersion: 'TLSv1.2', ...(at.ca === undefined ? {} : { ca: at.ca }) });
    const end = (fault: Fault) => {
      clearTimeout(timer);
      socket.destroy();
      resolve(fault);
    };
    const timer = setTimeout(() => end(tlsFault({ code: 'ETIMEDOUT', cause })), at.timeoutMs);
    // Node has nothing against it, so it is the driver that has.
    socket.once('secureConnect', () => end(new Fault('source-no-tls', false, { cause, params: { detail: 'handshake-failed' } })));
    socket.once('error', (error) => end(tlsFault(error)));
  });
}
