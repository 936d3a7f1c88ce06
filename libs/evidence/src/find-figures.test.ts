import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { findFigures } from './find-figures.js';

const specs = parse(readFileSync(path.resolve(__dirname, 'spec/figures.yaml'), 'utf8')) as { text: string; figures: Record<string, string> }[];

describe('findFigures', () => {
  it.each(specs)('$text', ({ text, figures }) => {
    expect(findFigures(text).map((f) => [f.text, f.value?.toFixed() ?? '?'])).toEqual(expect.arrayContaining(Object.entries(figures)));
    expect(findFigures(text)).toHaveLength(Object.keys(figures).length);
  });

  it('overlooks no digit of any script, wherever it stands', () => {
    const piece = fc.oneof(fc.string({ unit: 'grapheme', maxLength: 6 }), fc.constantFrom('1', '12,3', '½', '٣', '만', '억', ' ', '-', '$', '%', 'k', '.', ',', '원', 'e'));
    fc.assert(fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('');
      const figures = findFigures(text);
      for (const match of text.matchAll(/\p{N}/gu)) {
        expect(figures.some(({ span }) => span.start <= match.index && match.index < span.end)).toBe(true);
      }
      for (const { text: shown, span } of figures) expect(text.slice(span.start, span.end)).toBe(shown);
    }), { numRuns: 2_000 });
  });

  it('takes time that grows with the text only', () => {
    const long = '1,'.repeat(20_000) + ' 만'.repeat(20_000) + ' 1억'.repeat(10_000);
    const begun = performance.now();
    findFigures(long);
    expect(performance.now() - begun).toBeLessThan(2_000);
  });
});
