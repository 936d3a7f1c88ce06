import { hexText } from '../exact-text.js';
import type { OracledbLob } from './oracledb-surface.js';

/** Characters or bytes asked for at once. */
const PIECE = 65_536;

/** A large object's text, in pieces; undefined as soon as it passes `room`, and nothing more of it is asked for. */
export async function readLarge(lob: OracledbLob, room: number): Promise<string | undefined> {
  const pieces: string[] = [];
  let bytes = 0;
  for (let offset = 1; offset <= lob.length; ) {
    const piece = await lob.getData(offset, PIECE);
    if (piece === null || piece.length === 0) break;
    offset += piece.length;
    const text = typeof piece === 'string' ? piece : hexText(piece);
    bytes += Buffer.byteLength(text);
    if (bytes > room) return undefined;
    pieces.push(text);
  }
  return pieces.join('');
}
