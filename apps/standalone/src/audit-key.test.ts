import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { signerOf } from '@countersign/audit';
import { keyFromFile } from '@countersign/platform';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { auditKeyFile } from './audit-key.js';
import { type DataFolder, openDataFolder } from './data-folder.js';

let folder: DataFolder;
beforeEach(() => void (folder = openDataFolder(mkdtempSync(path.join(tmpdir(), 'countersign-audit-key-')))));
afterEach(() => rmSync(folder.at, { recursive: true, force: true }));

describe('the key that signs audit exports', () => {
  it('is made once, with its public half beside it', () => {
    const file = auditKeyFile(folder, {}) ?? '';
    const { publicKey } = signerOf(keyFromFile(file, { create: false }));
    expect(readFileSync(folder.path('keys', 'audit.pub'), 'utf8')).toBe(`${publicKey}\n`);
    expect(auditKeyFile(folder, {})).toBe(file);
    expect(signerOf(keyFromFile(file, { create: false })).publicKey).toBe(publicKey);
  });
  it('is not made anew when it was lost', () => {
    const file = auditKeyFile(folder, {}) ?? '';
    rmSync(file);
    expect(() => auditKeyFile(folder, {})).toThrow(/audit\.key is missing, and exports signed with it exist/);
    expect(existsSync(file)).toBe(false);
    rmSync(folder.path('keys', 'audit.pub'));
    expect(auditKeyFile(folder, {})).toBe(file);
  });
  it('is not made where the environment has one', () => {
    expect(auditKeyFile(folder, { COUNTERSIGN_AUDIT_KEY: 'x' })).toBeNull();
    expect(existsSync(folder.path('keys', 'audit.key'))).toBe(false);
  });
});
