import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonText, storableJson } from './json-text.js';

describe('JSON for jsonb', () => {
  it('keeps what jsonb can hold as it is', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      if (!/\\u0000|\\ud[89a-f]/i.test(text)) expect(jsonText(value)).toBe(text);
    }));
  });

  it('never holds a NUL or half of a pair', () => {
    fc.assert(fc.property(fc.array(fc.oneof(fc.constantFrom('\u0000', '\ud800', '\udfff', '😀', '\\u0000', '\\'), fc.string())), (parts) => {
      const back = storableJson({ text: parts.join('') }).text;
      expect(back).not.toMatch(/\u0000/);
      expect(() => encodeURIComponent(back)).not.toThrow();
      expect(back.length).toBe(parts.join('').length);
    }));
  });

  it('leaves text that only speaks of such characters alone', () => {
    expect(storableJson('\\u0000 and \\ud800')).toBe('\\u0000 and \\ud800');
  });
});
