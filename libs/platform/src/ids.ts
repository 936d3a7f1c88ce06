import { randomFillSync } from 'node:crypto';

export interface IdSource {
  /** UUID version 7 (RFC 9562): ids of one source sort in the order they were made. */
  next(): string;
}

/**
 * 48 bits of milliseconds, 12 bits that count within a millisecond, 62 random bits. When a millisecond is full, or the
 * clock steps back, the stamp runs ahead of the clock rather than repeat an order.
 */
export function uuidV7Source(nowMs: () => number = Date.now): IdSource {
  const pool = Buffer.alloc(4_096);
  let used = pool.length;
  let stamp = 0;
  let counter = 0;
  const random = (bytes: number): Buffer => {
    if (used + bytes > pool.length) {
      randomFillSync(pool);
      used = 0;
    }
    return pool.subarray(used, (used += bytes));
  };
  return {
    next() {
      const now = nowMs();
      if (now > stamp) {
        stamp = now;
        // Starts low in its range, so that a burst has room to count up.
        counter = random(2).readUInt16BE() & 0x3ff;
      } else if (++counter > 0xfff) {
        stamp++;
        counter = 0;
      }
      const time = stamp.toString(16).padStart(12, '0');
      const tail = random(8).toString('hex');
      const variant = ((parseInt(tail[0] ?? '0', 16) & 0x3) | 0x8).toString(16);
      return `${time.slice(0, 8)}-${time.slice(8)}-7${counter.toString(16).padStart(3, '0')}-${variant}${tail.slice(1, 4)}-${tail.slice(4)}`;
    },
  };
}
