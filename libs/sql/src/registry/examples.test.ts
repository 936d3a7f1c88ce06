import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { spellingOf } from '../dialects/spelling/spelling-of.js';
import { MARIADB } from '../lower/engines/mysql.js';
import { FUNCTIONS } from './functions.js';

// Run on both engines by `functions.db.test.ts` of the sources, which may talk to them.
const { sample: _sample, operators: _operators, ...examples } = parse(readFileSync(path.join(__dirname, 'examples.yaml'), 'utf8')) as Record<string, Record<string, unknown>>;

describe('the examples', () => {
  it('cover every function that MariaDB can say', () => {
    const covered = new Set(Object.values(examples).flatMap((e) => Object.keys(e)));
    const said = [...FUNCTIONS.keys()].filter((name) => spellingOf('mariadb', name) !== undefined || Object.hasOwn(MARIADB.functions, name));
    expect(said.filter((name) => !covered.has(name))).toEqual([]);
  });
});
