import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { loadPack } from '../load/load-pack.js';
import { resolveQuestion } from '../resolve/resolve-question.js';
import type { Pack } from '../pack.js';
import { adoptMeaning, termFor } from './adopt-meaning.js';
import { removeFromYaml, setInYaml } from './set-in-yaml.js';

const FOLDER = path.resolve(__dirname, '../../../../packs/commerce');
const files = Object.fromEntries(readdirSync(FOLDER).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(FOLDER, f), 'utf8')]));
const packOf = (from: Record<string, string>): Pack => {
  const { pack, findings } = loadPack(from, 1);
  expect(findings.filter(({ severity }) => severity === 'error')).toEqual([]);
  return pack!;
};
const pack = packOf(files);
const ask = (of: Pack, question: string, locale: 'en' | 'ko' = 'en') => resolveQuestion(of, { question, locale, today: '2026-06-30', choices: {} });
/** Lines of the other version that are not in this one. */
const changed = (before: string, after: string): string[] => after.split('\n').filter((line) => !before.split('\n').includes(line));

describe('a meaning that people agreed on', () => {
  it.each([['sales by channel in 2025', 'sales', 'en'], ['2025년 채널별 매출', '매출', 'ko']] as const)('as a synonym: “%s” is answered without asking', (question, surface, locale) => {
    expect(ask(pack, question, locale).outcome).toBe('clarify');
    const adopted = adoptMeaning(pack, files, { surface, ref: 'net_revenue', as: 'synonym' })!;
    const resolution = ask(packOf(adopted), question, locale);
    expect(resolution.outcome).toBe('resolved');
    expect(resolution.interpretation.metrics.map(({ ref }) => ref)).toEqual(['net_revenue']);
    // Other words of the term are asked about as before.
    expect(ask(packOf(adopted), 'turnover by channel in 2025').outcome).toBe('clarify');
  });

  it('as a default: it is still asked, and the usual choice is another', () => {
    const adopted = adoptMeaning(pack, files, { surface: 'sales', ref: 'gross_revenue', as: 'default' })!;
    const resolution = ask(packOf(adopted), 'sales by channel in 2025');
    expect(resolution.outcome === 'clarify' && resolution.clarification.choices.filter(({ usual }) => usual).map(({ ref }) => ref)).toEqual(['gross_revenue']);
  });

  it('changes the lines it is about and no other character', () => {
    const adopted = adoptMeaning(pack, files, { surface: 'sales', ref: 'net_revenue', as: 'synonym' })!;
    expect(Object.keys(files).filter((file) => adopted[file] !== files[file])).toEqual(['metrics.yaml', 'terms.yaml']);
    expect(changed(files['metrics.yaml']!, adopted['metrics.yaml']!)).toEqual([expect.stringMatching(/^ {4}synonyms: \{ en: \[net sales, sales\], ko: /)]);
    expect(changed(files['terms.yaml']!, adopted['terms.yaml']!)).toHaveLength(1);
    expect(adopted['terms.yaml']).not.toMatch(/\[revenue, sales, turnover/);
  });

  it('of a dimension is a synonym of the dimension', () => {
    const adopted = adoptMeaning(pack, files, { surface: 'nation', ref: 'customer_country', as: 'synonym' })!;
    expect(packOf(adopted).source.dimensions['customer_country']?.synonyms.en).toContain('nation');
  });

  it('is none where the word is no term, or the term has no such meaning', () => {
    expect(termFor(pack, 'Sales', 'net_revenue')).toBe('revenue');
    for (const [surface, ref] of [['weather', 'net_revenue'], ['sales', 'order_count'], ['country', 'net_revenue']] as const) {
      expect(termFor(pack, surface, ref)).toBeUndefined();
      expect(adoptMeaning(pack, files, { surface, ref, as: 'synonym' })).toBeUndefined();
    }
  });

  it('takes a term of one word out altogether', () => {
    const text = 'terms:\n  # kept\n  a: { usual: x }\n\n  b:\n    usual: y # gone\n    words: [z]\nevents: {}\n';
    expect(removeFromYaml(text, ['terms', 'b'])).toBe('terms:\n  # kept\n  a: { usual: x }\n\nevents: {}\n');
    expect(removeFromYaml(text, ['terms', 'c'])).toBeUndefined();
  });
});

describe('setting a value in YAML', () => {
  it.each([
    ['a: [x] # kept\n', ['a'], ['x', 'y'], 'a: [x, y] # kept\n'],
    ['a:\n  - x\n  - y\nb: 1\n', ['a'], ['z'], 'a:\n  [z]\nb: 1\n'],
    ['a: { b: 1 }\n', ['a', 'c'], ['x: y'], 'a: { c: ["x: y"], b: 1 }\n'],
    ['a:\n  # about b\n  b: 1\n', ['a', 'c'], { en: ['x'] }, 'a:\n  # about b\n  c: {en: [x]}\n  b: 1\n'],
  ])('%j at %j', (text, at, value, expected) => {
    expect(setInYaml(text, at, value)).toBe(expected);
  });

  it('gives back what was put there, whatever it is', () => {
    fc.assert(fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 4 }), (words) => {
      const text = setInYaml('x: 1\na: { b: [old] } # kept\ny: 2\n', ['a', 'b'], words)!;
      expect(parse(text)).toEqual({ x: 1, a: { b: words }, y: 2 });
      expect(text).toContain('# kept');
    }));
  });
});
