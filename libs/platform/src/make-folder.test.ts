import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make-folder.js';

const root = mkdtempSync(path.join(tmpdir(), 'countersign-folder-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('making a folder', () => {
  it('makes what is missing above it, for the owner only', () => {
    const folder = path.join(root, 'a/b/c');
    makeFolder(folder);
    makeFolder(folder);
    expect(existsSync(folder)).toBe(true);
    expect(statSync(path.join(root, 'a')).mode & 0o077).toBe(0);
  });

  it.runIf(process.platform === 'linux')('gives up where nothing can be made, instead of trying for ever', () => {
    expect(() => makeFolder('/proc/nope/keys')).toThrow(/ENOENT|EACCES|EPERM/);
  });
});
