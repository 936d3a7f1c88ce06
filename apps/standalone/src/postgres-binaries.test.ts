import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { reachableByOthers, reachableCopy } from './postgres-binaries.js';

let place: string;
let native: string;
beforeEach(() => {
  place = mkdtempSync(path.join(tmpdir(), 'countersign-binaries-'));
  native = path.join(place, 'native');
  mkdirSync(path.join(native, 'bin'), { recursive: true });
  writeFileSync(path.join(native, 'bin/postgres'), 'binary');
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe('the copy of the database binaries for another account', () => {
  it('is made once, can be entered by others and written by us only', () => {
    const copy = reachableCopy(native, 'v', place);
    writeFileSync(path.join(native, 'bin/postgres'), 'changed');
    expect(reachableCopy(native, 'v', place)).toBe(copy);
    expect(readFileSync(path.join(copy, 'bin/postgres'), 'utf8')).toBe('binary');
    expect(statSync(copy).mode & 0o777).toBe(0o755);
    expect(readdirSync(place).sort()).toEqual(['countersign-postgres-v', 'native']);
  });

  it('refuses a folder of that name that others can write', () => {
    mkdirSync(path.join(place, 'countersign-postgres-v'));
    chmodSync(path.join(place, 'countersign-postgres-v'), 0o777);
    expect(() => reachableCopy(native, 'v', place)).toThrow(/belongs to somebody else or can be written by others/);
  });

  it('refuses a link in its place', () => {
    symlinkSync(native, path.join(place, 'countersign-postgres-v'));
    expect(() => reachableCopy(native, 'v', place)).toThrow(/belongs to somebody else/);
  });

  it('is needed when a folder on the way is closed to others', () => {
    chmodSync(place, 0o700);
    expect(reachableByOthers(path.join(native, 'bin'))).toBe(false);
    expect(reachableByOthers('/usr/bin')).toBe(true);
  });
});
