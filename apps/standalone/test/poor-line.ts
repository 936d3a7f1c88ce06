import net from 'node:net';

/** A line to a database that, from the next statement on, stops in the middle of its rows. */
export interface PoorLine {
  port: number;
  mode: 'good' | 'breaks in the rows' | 'falls silent in the rows';
  close(): Promise<void>;
}

/** A question's own statement groups rows; what surrounds it (settings, its plan) does not, or says EXPLAIN. */
const isQuestion = (sent: Buffer): boolean => sent.includes('GROUP BY') && !sent.includes('EXPLAIN');

export async function poorLine(target: number): Promise<PoorLine> {
  const open = new Set<net.Socket>();
  const listener = net.createServer((client) => {
    const server = net.connect(target, '127.0.0.1');
    let inTheRows = false;
    for (const [socket, other] of [[client, server], [server, client]] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy()).on('close', () => { open.delete(socket); other.destroy(); });
    }
    client.on('data', (sent: Buffer) => {
      inTheRows ||= isQuestion(sent);
      server.write(sent);
    });
    server.on('data', (answer: Buffer) => {
      if (line.mode === 'good' || !inTheRows) return void client.write(answer);
      if (line.mode === 'breaks in the rows') client.end(answer.subarray(0, answer.length / 2));
      else server.pause();
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
  const line: PoorLine = {
    port: (listener.address() as net.AddressInfo).port,
    mode: 'good',
    close: () => new Promise((resolve) => {
      listener.close(() => resolve());
      for (const socket of open) socket.destroy();
    }),
  };
  return line;
}
