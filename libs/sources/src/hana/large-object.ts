import { createRequire } from 'node:module';
import { hexText } from '../exact-text.js';
import type { HdbLob } from './hdb-surface-types.js';

/** The server's text is CESU-8: characters beyond the first plane are two surrogates of three bytes each. */
const { decode } = createRequire(__filename)('hdb/lib/util/convert.js') as { decode(bytes: Buffer, useCesu8: true): string };

/** A large object's text; undefined as soon as it passes `room`, and nothing more of it is asked for. */
export function readLarge(lob: HdbLob, as: 'bytes' | 'text', room: number): Promise<string | undefined> {
  const pieces: Buffer[] = [];
  let size = 0;
  return new Promise((resolve, reject) => {
    lob.on('error', reject);
    lob.on('end', () => resolve(as === 'bytes' ? hexText(Buffer.concat(pieces)) : decode(Buffer.concat(pieces), true)));
    lob.on('data', (piece: Buffer) => {
      pieces.push(piece);
      size += piece.length;
      // Two digits a byte; CESU-8 is at most half as long again as UTF-8.
      if ((as === 'bytes' ? size * 2 : size / 1.5) <= room) return;
      lob.pause();
      resolve(undefined);
    });
    lob.resume();
  });
}
