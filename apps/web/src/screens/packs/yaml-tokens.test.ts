import { describe, expect, it } from 'vitest';
import { yamlTokens } from './yaml-tokens.js';

const of = (line: string, kind: string) => yamlTokens(line).filter((token) => token.kind === kind).map(({ text }) => text.trim());

describe('the colours of a line of YAML', () => {
  it('tell names from texts and comments', () => {
    expect(of("  label: { en: 'it''s', ko: 순매출 } # why", 'key')).toEqual(['label', 'en', 'ko']);
    expect([of("  a: 'x: y' # why", 'text'), of("  a: 'x: y' # why", 'note')]).toEqual([["'x: y'"], ['# why']]);
  });
  it('take a # or a quote inside a word for what it is', () => {
    expect([of("a: it's no# comment", 'text'), of("a: it's no# comment", 'note')]).toEqual([[], []]);
  });
  it('lose no character', () => {
    for (const line of ['  - x # y', "a: 'open", '"k": [1, 2]: #', '', '\t{ } ☃']) expect(yamlTokens(line).map(({ text }) => text).join('')).toBe(line);
  });
});
