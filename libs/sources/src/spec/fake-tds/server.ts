import net from 'node:net';
import tls from 'node:tls';
import type { Duplex } from 'node:stream';
import { FakeReply, messagesFrom, PACKET } from './packets.js';
import { preloginAnswer, TlsInTds, type Encryption } from './prelogin.js';
import { FakeSession, type FakeFaults, type FakeHouse } from './session.js';

export interface FakeTdsOptions extends Pick<FakeHouse, 'admit' | 'answer'>, Partial<Pick<FakeHouse, 'reset'>> {
  /** With it the server can encrypt. */
  certificate?: { key: string; cert: string };
  /** What is said of encryption before sign-in: as it is, unless somebody in between says otherwise. */
  claims?: Encryption;
  /** Sent as it is in place of an answer to the sign-in. */
  raw?: Buffer;
}

/**
 * A test double that speaks TDS 7.4 as far as the adapter needs it: TLS inside PRELOGIN, LOGIN7, batches, calls,
 * transaction manager, attention, results of every type. It proves the adapter against our reading of the protocol,
 * not against SQL Server.
 */
export interface FakeTds {
  port: number;
  faults: FakeFaults;
  log: string[];
  sessions: Set<FakeSession>;
  /** Host names that clients named in TLS. */
  serverNames: string[];
  killSessions(): void;
  close(): Promise<void>;
}

export async function fakeTds(options: FakeTdsOptions): Promise<FakeTds> {
  const sockets = new Set<net.Socket>();
  const fake: FakeTds = {
    port: 0,
    faults: { silent: false, haltsSignIn: false, dripMs: 0, ignoresAttention: false, acknowledgesTogether: false, dropsInRow: 0, garblesRow: 0 },
    log: [],
    sessions: new Set(),
    serverNames: [],
    killSessions: () => { for (const socket of sockets) socket.destroy(); },
    close: () => new Promise((resolve) => {
      listener.close(() => resolve());
      fake.killSessions();
    }),
  };
  const house: FakeHouse = { faults: fake.faults, log: fake.log, reset: () => undefined, ...options, ended: (session) => fake.sessions.delete(session) };
  const claim = options.claims ?? (options.certificate ? 'on' : 'not-supported');

  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.setNoDelay(true);
    const meet = messagesFrom((message) => {
      if (message.type !== PACKET.prelogin) return void socket.destroy();
      fake.log.push('PRELOGIN');
      socket.off('data', meet);
      if (fake.faults.silent) return;
      void new FakeReply(socket).end(preloginAnswer(claim));
      if (options.raw) return void socket.once('data', () => socket.write(options.raw!));
      fake.sessions.add(new FakeSession(house, encrypted(socket, claim) ?? socket));
    });
    socket.on('data', meet);
  });

  function encrypted(socket: net.Socket, said: Encryption): Duplex | undefined {
    if (!options.certificate || (said !== 'on' && said !== 'required')) return undefined;
    const server = new tls.TLSSocket(new TlsInTds(socket) as unknown as net.Socket, { isServer: true, ...options.certificate, maxVersion: 'TLSv1.2', SNICallback: (name, then) => { fake.serverNames.push(name); then(null); } });
    server.on('error', () => socket.destroy());
    return server;
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  fake.port = (listener.address() as net.AddressInfo).port;
  return fake;
}
