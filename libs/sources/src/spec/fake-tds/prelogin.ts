import { Duplex } from 'node:stream';
import type { Socket } from 'node:net';
import { PACKET, FakeReply, messagesFrom } from './packets.js';

/** What a server says about encryption before sign-in. A stripped one is a server that has TLS while somebody in between says otherwise. */
export const ENCRYPTION = { off: 0, on: 1, 'not-supported': 2, required: 3 } as const;
export type Encryption = keyof typeof ENCRYPTION;

/** Version, encryption, no instance, no MARS. */
export function preloginAnswer(encryption: Encryption): Buffer {
  const version = Buffer.from([16, 0, 0x10, 0x00, 0, 0]);
  const options = [[0, version], [1, Buffer.from([ENCRYPTION[encryption]])], [4, Buffer.from([0])]] as const;
  let at = options.length * 5 + 1;
  const head = options.map(([token, body]) => {
    const entry = Buffer.alloc(5);
    entry[0] = token;
    entry.writeUInt16BE(at, 1);
    entry.writeUInt16BE(body.length, 3);
    at += body.length;
    return entry;
  });
  return Buffer.concat([...head, Buffer.from([0xff]), ...options.map(([, body]) => body)]);
}

/**
 * What the server's TLS speaks over: while hands are shaken, TLS records travel as the bodies of PRELOGIN messages, one
 * answer for each; after that, bare. TLS records start with 0x14 to 0x17, PRELOGIN packets with 0x12: the first bare one
 * ends the handshake.
 */
export class TlsInTds extends Duplex {
  private bare = false;
  private flight: Buffer[] = [];
  private readonly unwrap = messagesFrom((message) => this.push(message.body));

  constructor(private readonly socket: Socket) {
    super();
    socket.on('data', (chunk: Buffer) => this.receive(chunk));
    socket.on('close', () => this.destroy());
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, then: (error?: Error | null) => void): void {
    if (!this.bare) {
      // All records of one flight belong into one message.
      if (this.flight.push(chunk) === 1) setImmediate(() => this.sendFlight());
      return then();
    }
    if (this.socket.destroyed || this.socket.write(chunk)) return then();
    const settle = () => {
      this.socket.off('drain', settle).off('close', settle);
      then();
    };
    this.socket.once('drain', settle).once('close', settle);
  }

  override _destroy(error: Error | null, then: (error: Error | null) => void): void {
    this.socket.destroy();
    then(error);
  }

  override _final(then: () => void): void {
    this.socket.end();
    then();
  }

  private receive(chunk: Buffer): void {
    if (chunk.length > 0 && chunk[0] !== PACKET.prelogin) this.bare = true;
    if (!this.bare) return this.unwrap(chunk);
    if (!this.push(chunk)) this.socket.pause();
  }

  private sendFlight(): void {
    const records = Buffer.concat(this.flight);
    this.flight = [];
    void new FakeReply(this.socket, PACKET.prelogin).end(records);
  }
}
