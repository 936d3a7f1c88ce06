import { isUtf8 } from 'node:buffer';

/** A longer line is not read further: memory stays flat whatever comes. */
export const MAX_LINE_BYTES = 16 * 1024 * 1024;

export type Line =
  /** Text with its line end, byte for byte. */
  | { kind: 'text'; text: string }
  | { kind: 'not-utf8' }
  | { kind: 'too-long' };

const NEWLINE = 0x0a;

/**
 * Lines of a byte stream, split at \n only (readers that also split at U+2028 cut JSON in two). A line end missing at the
 * end of the stream makes no extra line.
 */
export async function* linesOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Line, void, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  const take = (): Line => {
    const bytes = size > MAX_LINE_BYTES ? undefined : Buffer.concat(held);
    [held, size] = [[], 0];
    if (!bytes) return { kind: 'too-long' };
    return isUtf8(bytes) ? { kind: 'text', text: bytes.toString('utf8') } : { kind: 'not-utf8' };
  };
  for await (const chunk of stream) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, at + 1));
      from = at + 1;
      yield take();
    }
    hold(chunk.subarray(from));
  }
  if (size > 0) yield take();

  function hold(part: Buffer): void {
    size += part.length;
    if (size <= MAX_LINE_BYTES) held.push(part);
    else held = [];
  }
}
