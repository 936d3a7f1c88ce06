import net from 'node:net';
import tls from 'node:tls';

export type ProxyMode = 'pass' | 'stall' | 'drip';

/** A TCP proxy in front of a server that can fall silent, drip byte by byte, or hang up. */
export interface FaultProxy {
  port: number;
  mode: ProxyMode;
  /** What clients sent, from the first byte. */
  fromClients: Buffer[];
  /** Bytes that the server sent. */
  fromServer: number;
  hangUp(): void;
  /** Cuts the connections without a goodbye: a reset, not an end. */
  reset(): void;
  close(): Promise<void>;
}

/** @param secure answers PostgreSQL's request for TLS and decrypts; the server behind stays in plain text */
export async function faultProxy(target: { host: string; port: number }, secure?: { key: string; cert: string }): Promise<FaultProxy> {
  const pairs = new Set<[net.Socket, net.Socket]>();
  const listener = net.createServer((client) => {
    if (!secure) return join(client);
    client.on('error', () => client.destroy());
    client.once('data', () => {
      client.write('S');
      join(new tls.TLSSocket(client, { isServer: true, ...secure }));
    });
  });

  function join(client: net.Socket): void {
    const server = net.connect(target.port, target.host);
    const pair: [net.Socket, net.Socket] = [client, server];
    pairs.add(pair);
    client.on('data', (chunk: Buffer) => {
      proxy.fromClients.push(chunk);
      if (proxy.mode !== 'stall') server.write(chunk);
    });
    server.on('data', (chunk: Buffer) => {
      proxy.fromServer += chunk.length;
      if (proxy.mode === 'pass') client.write(chunk);
      else if (proxy.mode === 'drip') drip(client, server, chunk);
    });
    for (const [socket, other] of [[client, server], [server, client]] as const) {
      socket.on('error', () => other.destroy());
      socket.on('close', () => { pairs.delete(pair); other.destroy(); });
    }
  }

  const proxy: FaultProxy = {
    port: 0,
    mode: 'pass',
    fromClients: [],
    fromServer: 0,
    hangUp: () => { for (const pair of pairs) for (const socket of pair) socket.destroy(); },
    reset: () => { for (const pair of pairs) for (const socket of pair) socket.resetAndDestroy(); },
    close: () => new Promise((resolve) => {
      listener.close(() => resolve());
      proxy.hangUp();
    }),
  };
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  proxy.port = (listener.address() as net.AddressInfo).port;
  return proxy;
}

/** Ten bytes every ten milliseconds. */
function drip(to: net.Socket, from: net.Socket, chunk: Buffer): void {
  from.pause();
  let at = 0;
  const timer = setInterval(() => {
    to.write(chunk.subarray(at, (at += 10)));
    if (at < chunk.length && !to.destroyed) return;
    clearInterval(timer);
    from.resume();
  }, 10);
}
