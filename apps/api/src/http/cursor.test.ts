import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openCursor, sealCursor } from './cursor.js';
import { Problem } from './problem.js';

const [jobs, schema] = [{ path: '/v1/jobs' }, { path: '/v1/schema' }];
const codeOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Problem ? error.code : error;
  }
};

describe('a cursor', () => {
  it('leads back to where its list stopped', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (key) => {
      expect(openCursor(jobs, sealCursor(jobs, key))).toBe(key);
    }));
  });
  it('of another list is none', () => {
    expect(codeOf(() => openCursor(schema, sealCursor(jobs, '00000000-0000-7000-8000-000000000001')))).toBe('bad-cursor');
  });
  it('that no list gave is none', () => {
    fc.assert(fc.property(fc.string(), (text) => {
      expect(codeOf(() => openCursor(jobs, text))).toBe('bad-cursor');
    }));
    const real = sealCursor(jobs, 'commerce.orders');
    for (const text of ['zzz', '', real.slice(1), real.slice(0, -2), real.toLowerCase(), `${real}AAAA`]) expect(codeOf(() => openCursor(jobs, text))).toBe('bad-cursor');
  });
});
