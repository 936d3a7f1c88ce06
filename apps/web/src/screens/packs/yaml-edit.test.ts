import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCollection, isMap, isSeq, parse, parseDocument, type Node, type YAMLMap } from 'yaml';
import { setAt, type Path } from './yaml-edit.js';

const PACKS = path.resolve(import.meta.dirname, '../../../../../packs');
/** The first declarations of a file: each edit reads all of it several times. */
const cut = (text: string): string => {
  const next = text.slice(1_500).search(/\n {2}\w+:/);
  return next === -1 ? text : text.slice(0, 1_500 + next + 1);
};
const FILES = ['commerce', 'manufacturing-erp', 'university-records'].flatMap((pack) => readdirSync(path.join(PACKS, pack)).filter((file) => file.endsWith('.yaml')).map((file) => cut(readFileSync(path.join(PACKS, pack, file), 'utf8'))));
const comments = (text: string) => text.split('\n').filter((line) => /^\s*#/.test(line));

/** Every place of a document that holds something. */
function pathsOf(text: string): Path[] {
  const found: Path[] = [];
  const walk = (node: Node | null, at: Path) => {
    if (at.length > 0) found.push(at);
    if (isMap(node)) for (const { key, value } of (node as YAMLMap<Node, Node>).items) walk(value, [...at, String(key.toJSON())]);
    else if (isSeq(node)) node.items.forEach((item, i) => walk(item as Node, [...at, i]));
  };
  walk(parseDocument(text).contents, []);
  return found;
}
const PLACES = FILES.flatMap((text) => pathsOf(text).map((at) => ({ text, at })));

describe('an edit of one place', () => {
  it('changes a value in brackets, after a key, in quotes, and nothing around it', () => {
    expect(setAt('a: { en: old, ko: 옛 } # kept\nb: 2\n', ['a', 'en'], 'new, and more')).toBe("a: { en: 'new, and more', ko: 옛 } # kept\nb: 2\n");
    expect(setAt('a:\n  # why\n  en: old  # beside\n  ko: x\n', ['a', 'en'], 'new')).toBe('a:\n  # why\n  en: new  # beside\n  ko: x\n');
    expect(setAt("a: 'it''s'\n", ['a'], 'that: it')).toBe("a: 'that: it'\n");
    expect(setAt('a: >\n  long\n  text\nb: 1\n', ['a'], 'short')).toBe('a: short\nb: 1\n');
  });
  it('adds what was not said where its neighbours stand', () => {
    expect(setAt('m:\n  x:\n    kind: sum # k\n    of: y\n\n  z:\n    kind: count\n', ['m', 'x', 'unit'], 'USD')).toBe('m:\n  x:\n    kind: sum # k\n    of: y\n    unit: USD\n\n  z:\n    kind: count\n');
    expect(setAt('l: { en: a }\n', ['l', 'ko'], '가')).toBe('l: { en: a, ko: 가 }\n');
    expect(setAt('m:\n  x: { kind: sum }\n', ['m', 'x', 'synonyms', 'en'], ['a', 'b, c'])).toBe("m:\n  x: { kind: sum, synonyms: { en: [a, 'b, c'] } }\n");
  });
  it('takes away a line with the comment that is about it', () => {
    expect(setAt('a: 1\n# about b\nb: 2 # two\n# about c\nc: 3\n', ['b'], undefined)).toBe('a: 1\n# about c\nc: 3\n');
    expect(setAt('a: [x, y, z]\n', ['a', 1], undefined)).toBe('a: [x, z]\n');
    expect(setAt('a: [x, y, z]\n', ['a', 2], undefined)).toBe('a: [x, y]\n');
  });
  it('keeps the lines of a list that stay', () => {
    expect(setAt('a:\n  - x # ex\n  # why\n  - y\n  - z\nb: 1\n', ['a'], ['x', 'y', 'new'])).toBe('a:\n  - x # ex\n  # why\n  - y\n  - new\nb: 1\n');
  });
  it('is none where the text can’t be read', () => {
    expect(() => setAt('a: [', ['a'], 1)).toThrow();
  });

  it('says what was meant, wherever in the packs it is made, and loses no comment elsewhere', { timeout: 60_000 }, () => {
    const value = fc.oneof(fc.string({ maxLength: 20 }), fc.constantFrom('순매출', "it's", 'a: b', 'yes', '01-01', '# no comment', '- x', '{ a }', 'x, y', '"q"', ' lead', 'null', '1e3'), fc.boolean(), fc.integer(), fc.array(fc.string({ maxLength: 8 }), { maxLength: 3 }));
    fc.assert(fc.property(fc.constantFrom(...PLACES), value, ({ text, at }, put) => {
      const document = parseDocument(text);
      document.setIn(at, document.createNode(put));
      const edited = setAt(text, at, put);
      expect(parse(edited)).toEqual(document.toJS());
      if (isCollection(parseDocument(text).getIn(at, true))) return;
      expect(comments(edited)).toEqual(comments(text));
      expect(Math.abs(edited.split('\n').length - text.split('\n').length)).toBeLessThanOrEqual(3);
    }), { numRuns: 100 });
  });
  it('takes away what is said at a place and nothing else', () => {
    fc.assert(fc.property(fc.constantFrom(...PLACES), ({ text, at }) => {
      const document = parseDocument(text);
      document.deleteIn(at);
      expect(parse(setAt(text, at, undefined))).toEqual(document.toJS());
    }), { numRuns: 30 });
  });
  it('there and back is the text as it was', () => {
    const scalars = FILES.map((text) => parseDocument(text)).flatMap((document, i) => pathsOf(FILES[i] ?? '').slice(0, 60).filter((at) => typeof document.getIn(at) === 'string').map((at) => ({ text: FILES[i] ?? '', at })));
    fc.assert(fc.property(fc.constantFrom(...scalars), ({ text, at }) => {
      const old = parseDocument(text).getIn(at) as string;
      expect(parse(setAt(setAt(text, at, 'something else'), at, old))).toEqual(parse(text));
    }), { numRuns: 30 });
  });
});
