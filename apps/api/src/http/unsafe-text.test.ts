import { describe, expect, it } from 'vitest';
import { unsafeText } from './unsafe-text.js';

describe('text that no store can keep', () => {
  it('refuses NUL at any depth, in keys too', () => {
    expect(unsafeText({ a: [{ b: 'x\0y' }] })).toBe('a text holds a NUL character');
    expect(unsafeText({ 'a\0': 1 })).toBe('a text holds a NUL character');
  });
  it('refuses half a surrogate pair and accepts a whole one', () => {
    expect(unsafeText({ a: '\ud800' })).toBe('a text holds half a character');
    expect(unsafeText({ a: '😀 한국어' })).toBeUndefined();
  });
  it.each(['\u202a', '\u202e', '\u2066', '\u2069', '\u200b', '\u200f', '\ufeff', '\u00ad'])('refuses what its reader can’t see, in every text but a password: %j', (mark) => {
    for (const body of [{ note: `a${mark}b` }, { policy: { name: `${mark}x` } }, { files: { 'a.yaml': `x: ${mark}1` } }, { [`k${mark}`]: 1 }]) expect(unsafeText(body)).toMatch(/^a text holds a character that can't be seen \(U\+[0-9A-F]{4}\)$/);
    expect(unsafeText({ password: `a${mark}b` })).toBeUndefined();
  });
  it('leaves a named top-level member to its own judge, but not one further in', () => {
    expect(unsafeText({ question: '\0' }, ['question'])).toBeUndefined();
    expect(unsafeText({ a: { question: '\0' } }, ['question'])).toBeDefined();
  });
  it('refuses nesting beyond sixteen levels without recursing', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 30_000; i += 1) deep = [deep];
    expect(unsafeText({ deep })).toBe('nested deeper than 16 levels');
  });
});
