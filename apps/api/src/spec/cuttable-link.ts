import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP relay that can be cut: what a dead database looks like from here. For tests. */
export interface CuttableLink {
  /** The address, with host and port of the relay. */
  url: string;
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

export async function cuttableLink(target: string): Promise<CuttableLink> {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  let whole = true;
  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(port || 5432), hostname);
    for (const [one, other] of [[near, far], [far, near]] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const relayed = new URL(target);
  relayed.hostname = '127.0.0.1';
  relayed.port = String((server.address() as AddressInfo).port);
  return {
    url: relayed.href,
    cut() {
      whole = false;
      for (const socket of sockets) socket.destroy();
    },
    mend() {
      whole = true;
    },
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
