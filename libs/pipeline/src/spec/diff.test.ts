import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Query, SqlChange } from '@countersign/contracts';
import { loadParsers, readQuery } from '@countersign/sql';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { diffQueries } from '../index.js';

interface Case {
  says: string;
  before: string;
  after: string;
  changes: string[];
}
const CASES = parse(readFileSync(path.join(__dirname, 'diff.yaml'), 'utf8')) as Case[];

function read(sql: string): Query {
  const result = readQuery(sql, 'postgres');
  if (!result.ok) throw new Error(`${sql}: ${result.message}`);
  return result.query;
}
const line = ({ what, change, was, now, within }: SqlChange): string => [what, change, was, now, ...(within ? [within] : [])].join(' | ').replace(/\|\s+\|/g, '| |').trim();

beforeAll(() => loadParsers());

describe('the difference between two queries', () => {
  it.each(CASES)('$says', ({ before, after, changes }) => {
    expect(diffQueries(read(before), read(after)).map(line)).toEqual(changes);
  });

  const queries = CASES.flatMap(({ before, after }) => [before, after]);
  const anyTwo = fc.tuple(fc.constantFrom(...queries), fc.constantFrom(...queries));

  it('is none between a query and itself, and one at least between two that differ', () => {
    fc.assert(fc.property(anyTwo, ([a, b]) => {
      expect(diffQueries(read(a), read(a))).toEqual([]);
      if (a !== b) expect(diffQueries(read(a), read(b)).length).toBeGreaterThan(0);
    }));
  });

  it('read backwards has as many changes: what came went, and was is now', () => {
    const turned = ({ change, was, now, what, within }: SqlChange): string => line({ what, change: change === 'added' ? 'removed' : change === 'removed' ? 'added' : change, was: now, now: was, ...(within ? { within } : {}) });
    fc.assert(fc.property(anyTwo, ([a, b]) => {
      expect(diffQueries(read(b), read(a)).map(turned).sort()).toEqual(diffQueries(read(a), read(b)).map(line).sort());
    }));
  });
});
