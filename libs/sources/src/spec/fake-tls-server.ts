import net from 'node:net';
import tls from 'node:tls';

/** What precedes the handshake: nothing, PostgreSQL's question, or MySQL's greeting. */
export type Opening = 'none' | 'postgres' | 'mysql';

/** A server that does the handshake, looks at what is shown and sent, and hangs up. */
export interface FakeTlsServer {
  port: number;
  /** The server name that each client asked for, false for none, and the common name of the certificate it showed. */
  met: { servername: string | false; client: string | undefined }[];
  /** Bytes that came once TLS was there, which an account is among. */
  received: number;
  close(): Promise<void>;
}

const OFFERS = { long: 0x1, database: 0x8, protocol41: 0x200, tls: 0x800, transactions: 0x2000, secure: 0x8000, plugins: 0x80000 };

/** Bytes in which a client of MySQL asks for TLS. */
const MYSQL_ASKS = 36;

/** MariaDB's first packet. */
function greeting(): Buffer {
  const offers = Object.values(OFFERS).reduce((all, one) => all | one);
  const numbers = Buffer.alloc(7);
  numbers.writeUInt16LE(offers & 0xffff, 0);
  numbers[2] = 45;
  numbers.writeUInt16LE(offers >>> 16, 5);
  const body = Buffer.concat([Buffer.from('\x0a5.5.5-10.11.0-MariaDB\0', 'latin1'), Buffer.from([7, 0, 0, 0]), Buffer.alloc(8, 65), Buffer.from([0]), numbers, Buffer.from([21]), Buffer.alloc(10), Buffer.alloc(12, 66), Buffer.from('\0mysql_native_password\0', 'latin1')]);
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  return Buffer.concat([head, body]);
}

export async function fakeTlsServer(opening: Opening, certificate: { key: string; cert: string }): Promise<FakeTlsServer> {
  const open = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    if (opening === 'none') return secure(socket);
    if (opening === 'mysql') socket.write(greeting());
    // Either asks for TLS in one short message that holds nothing of the account.
    socket.once('data', (chunk: Buffer) => {
      if (opening === 'postgres') socket.write('S');
      // MySQL's clients wait for no answer: the handshake may be right behind.
      if (opening === 'mysql' && chunk.length > MYSQL_ASKS) socket.pause().unshift(chunk.subarray(MYSQL_ASKS));
      secure(socket);
    });
  });

  function secure(socket: net.Socket): void {
    // Any server name is accepted: it is only looked at.
    const session = new tls.TLSSocket(socket, { isServer: true, requestCert: true, rejectUnauthorized: false, ...certificate });
    session.on('error', () => socket.destroy());
    session.once('secure', () => {
      const shown = session.getPeerCertificate() as tls.PeerCertificate | undefined;
      server.met.push({ servername: (session as unknown as { servername?: string | false }).servername || false, client: shown?.subject?.CN });
    });
    session.on('data', (chunk: Buffer) => {
      server.received += chunk.length;
      socket.destroy();
    });
  }

  const server: FakeTlsServer = {
    port: 0,
    met: [],
    received: 0,
    close: () => new Promise((resolve) => {
      listener.close(() => resolve());
      for (const socket of open) socket.destroy();
    }),
  };
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  server.port = (listener.address() as net.AddressInfo).port;
  return server;
}
