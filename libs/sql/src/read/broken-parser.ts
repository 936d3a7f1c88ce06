/**
 * A parser of someone else ran out of stack or memory, and is unusable from now on: not a word about the text it was
 * reading. Never turned into a rejection; the thread it happened in must be replaced.
 */
export class BrokenParser extends Error {
  override readonly name = 'BrokenParser';
}
