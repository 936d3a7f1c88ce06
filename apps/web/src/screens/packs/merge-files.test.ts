import { describe, expect, it } from 'vitest';
import { mergeFiles } from './merge-files.js';

describe('a draft that is brought up to a newer version', () => {
  it('takes what only they changed, keeps what only I changed, and names what both did', () => {
    const base = { a: '1', b: '1', c: '1', gone: '1', cut: '1' };
    expect(mergeFiles({ base, theirs: { a: '2', b: '1', c: '2', cut: '1', fresh: 'x' }, mine: { a: '1', b: '3', c: '3', gone: '1', own: 'y' } })).toEqual({ files: { a: '2', b: '3', c: '3', fresh: 'x', own: 'y' }, both: ['c'] });
  });
  it('is as it was when they changed nothing, and theirs when I did not', () => {
    expect(mergeFiles({ base: { a: '1' }, theirs: { a: '1' }, mine: { a: '2' } })).toEqual({ files: { a: '2' }, both: [] });
    expect(mergeFiles({ base: { a: '1' }, theirs: { a: '2' }, mine: { a: '1' } })).toEqual({ files: { a: '2' }, both: [] });
  });
});
