import { describe, expect, it } from 'vitest';
import { uuidV7Source } from './ids.js';

describe('ids', () => {
  it('are UUIDs of version 7 that carry their time', () => {
    const id = uuidV7Source(() => 0x0192abcdef01).next();
    expect(id).toMatch(/^0192abcd-ef01-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('sort in the order they were made, within a millisecond and when the clock steps back', () => {
    let now = 1_000_000;
    const source = uuidV7Source(() => now);
    const made: string[] = [];
    for (let i = 0; i < 10_000; i++) {
      made.push(source.next());
      if (i === 7_000) now -= 500;
      if (i === 9_000) now += 2_000;
    }
    expect([...made].sort()).toEqual(made);
    expect(new Set(made).size).toBe(made.length);
  });
});
