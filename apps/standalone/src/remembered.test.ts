import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { remembered } from './remembered.js';

let folder: string;
beforeEach(() => void (folder = mkdtempSync(path.join(tmpdir(), 'countersign-remembered-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe('work that is remembered', () => {
  it('is done for the same inputs only, and no longer once forgotten', () => {
    const file = path.join(folder, 'demo.done');
    const first = remembered(file, { password: 'secret', port: 1 });
    expect(first.done()).toBe(false);
    first.remember();
    expect(remembered(file, { password: 'secret', port: 1 }).done()).toBe(true);
    expect(remembered(file, { password: 'secret', port: 2 }).done()).toBe(false);
    expect(readFileSync(file, 'utf8')).not.toContain('secret');
    first.forget();
    expect(first.done()).toBe(false);
  });
});
