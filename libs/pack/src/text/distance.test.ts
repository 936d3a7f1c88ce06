import { describe, expect, it } from 'vitest';
import { editDistance, toLetters } from './distance.js';

describe('editDistance', () => {
  it.each([['invioce', 'invoice', 1], ['qauntity', 'quantity', 1], ['revnue', 'revenue', 1], ['same', 'same', 0], ['abc', 'xyz', 3]])('is %s → %s: %i', (a, b, distance) => {
    expect(editDistance(a, b, 3)).toBe(distance);
  });

  it('counts one wrong Hangul key as one', () => {
    expect(editDistance(toLetters('매촐'), toLetters('매출'), 2)).toBe(1);
  });

  it('stops above the limit', () => {
    expect(editDistance('abcdef', 'uvwxyz', 1)).toBe(2);
  });
});
