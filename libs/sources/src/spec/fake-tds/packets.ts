import type { Duplex } from 'node:stream';

export const PACKET = { batch: 0x01, rpc: 0x03, result: 0x04, attention: 0x06, transaction: 0x0e, login: 0x10, prelogin: 0x12 } as const;

const HEADER = 8;
const SIZE = 4_096;
const LAST = 0x01;
/** The client gave up while still sending: the message is to be ignored. */
const IGNORE = 0x02;
const RESET = 0x08;

export interface FakeMessage {
  type: number;
  body: Buffer;
  ignore: boolean;
  reset: boolean;
}

/** Puts packets together to messages. */
export function messagesFrom(handle: (message: FakeMessage) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  let parts: Buffer[] = [];
  let reset = false;
  return (chunk) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (rest.length >= HEADER) {
      const length = rest.readUInt16BE(2);
      if (rest.length < length) return;
      const [type, status] = [rest[0]!, rest[1]!];
      parts.push(rest.subarray(HEADER, length));
      reset ||= (status & RESET) !== 0;
      rest = rest.subarray(length);
      if ((status & LAST) === 0) continue;
      const whole = { type, body: Buffer.concat(parts), ignore: (status & IGNORE) !== 0, reset };
      parts = [];
      reset = false;
      handle(whole);
    }
  };
}

const packet = (type: number, body: Buffer, last: boolean) => {
  const header = Buffer.alloc(HEADER);
  header[0] = type;
  header[1] = last ? LAST : 0;
  header.writeUInt16BE(body.length + HEADER, 2);
  header[6] = 1;
  return Buffer.concat([header, body]);
};

/** One message, written packet by packet; a slow client holds the sender up. */
export class FakeReply {
  private pending: Buffer[] = [];
  private size = 0;

  constructor(private readonly stream: Duplex, private readonly type: number = PACKET.result) {}

  async write(tokens: Buffer): Promise<void> {
    this.pending.push(tokens);
    this.size += tokens.length;
    if (this.size > SIZE - HEADER) await this.flush(false);
  }

  async end(tokens: Buffer): Promise<void> {
    this.pending.push(tokens);
    await this.flush(true);
  }

  /** Everything so far, in packets that promise more. */
  leaveOff(tokens: Buffer): void {
    const all = Buffer.concat([...this.pending, tokens]);
    const most = SIZE - HEADER;
    for (let at = 0; at < all.length; at += most) this.stream.write(packet(this.type, all.subarray(at, at + most), false));
  }

  private async flush(last: boolean): Promise<void> {
    const all = Buffer.concat(this.pending);
    const most = SIZE - HEADER;
    let at = 0;
    const packets: Buffer[] = [];
    for (; all.length - at > most; at += most) packets.push(packet(this.type, all.subarray(at, at + most), false));
    const rest = all.subarray(at);
    if (last) packets.push(packet(this.type, rest, true));
    this.pending = last ? [] : [rest];
    this.size = last ? 0 : rest.length;
    if (packets.length === 0 || this.stream.destroyed) return;
    if (!this.stream.write(Buffer.concat(packets))) await drained(this.stream);
  }
}

/** Until the client has taken what was written, or is gone. */
function drained(stream: Duplex): Promise<void> {
  return new Promise((resolve) => {
    const settle = () => {
      stream.off('drain', settle).off('close', settle);
      resolve();
    };
    stream.once('drain', settle).once('close', settle);
  });
}
