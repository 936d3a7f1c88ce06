import net from 'node:net';

const ACCEPT = 2;
/** The protocol version that 11.2 answers with: one less than the least that Thin mode speaks. */
const VERSION_11_2 = 314;

/**
 * A listener that accepts every connect packet the way Oracle Database 11.2 does. The real driver ends there, so
 * nothing more of the protocol is needed.
 */
export async function fakeTns(): Promise<{ port: number; fromClients: Buffer[]; close(): Promise<void> }> {
  const fromClients: Buffer[] = [];
  const sockets = new Set<net.Socket>();
  const listener = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk: Buffer) => fromClients.push(chunk));
    socket.once('data', () => socket.write(accept()));
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  return {
    port: (listener.address() as net.AddressInfo).port,
    fromClients,
    close: () => new Promise((resolve) => {
      listener.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    }),
  };
}

/** Length, kind; then version, options, and the sizes of data units. */
function accept(): Buffer {
  const packet = Buffer.alloc(32);
  packet.writeUInt16BE(packet.length, 0);
  packet[4] = ACCEPT;
  packet.writeUInt16BE(VERSION_11_2, 8);
  packet.writeUInt16BE(0x0c41, 10);
  packet.writeUInt16BE(8_192, 12);
  packet.writeUInt16BE(32_767, 14);
  packet.writeUInt16BE(0x0100, 16);
  packet.writeUInt16BE(0, 18);
  packet.writeUInt16BE(32, 20);
  // No native network services: nothing is negotiated behind the accept.
  packet[22] = 0x04;
  packet[23] = 0x04;
  return packet;
}
