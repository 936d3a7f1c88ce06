import { describe, expect, it } from 'vitest';
import { declaredAt, fileOf, outlineReader } from './pack-outline.js';

const FILES = {
  'metrics.yaml': 'metrics:\n  # first\n  a: { kind: count, label: { en: As, ko: 에이 } }\n  b:\n    kind: sum\n    label: { en: Bs, ko: 비 }\n',
  'joins.yaml': 'relationships:\n  - { from: x.y, to: z.w, optional: true }\nper: [x]\n',
  'tests/en.yaml': 'questions: []\n',
};

describe('the outline of a pack', () => {
  it('says what is declared, under which name, where', () => {
    const outline = outlineReader()(FILES);
    expect(outline.map(({ ref, label, from, toLine }) => [ref, label.en, from.line, toLine])).toEqual([['relationships.0', 'x.y → z.w', 2, 2], ['per', undefined, 3, 3], ['metrics.a', 'As', 3, 3], ['metrics.b', 'Bs', 4, 6]]);
    expect(declaredAt(outline, 'metrics.yaml', 5)?.ref).toBe('metrics.b');
    expect(declaredAt(outline, 'metrics.yaml', 1)).toBeUndefined();
    expect(fileOf('metrics.yaml: label', FILES)).toBe('metrics.yaml');
  });
  it('stays as it was while a file can’t be read', () => {
    const read = outlineReader();
    const before = read(FILES);
    expect(read({ ...FILES, 'metrics.yaml': 'metrics: [' })).toEqual(before);
    expect(read({ ...FILES, 'metrics.yaml': 'metrics: {}' }).map(({ ref }) => ref)).toEqual(['relationships.0', 'per']);
  });
});
