import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets, decodeKey, keyFromFile, SecretError, secretsFrom } from './secrets.js';

let folder: string;
beforeAll(() => void (folder = mkdtempSync(path.join(tmpdir(), 'countersign-keys-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('secrets', () => {
  const secrets = createSecrets(randomBytes(32));

  it('opens what it sealed, for the same place only', () => {
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), fc.string(), fc.string(), (plain, place, other) => {
      const sealed = secrets.seal(plain, place);
      expect(secrets.open(sealed, place)).toBe(plain);
      if (other !== place) expect(() => secrets.open(sealed, other)).toThrow(SecretError);
    }), { numRuns: 100 });
  });

  it('refuses text in which any character was changed', () => {
    const sealed = secrets.seal('the password', 'place');
    for (let i = 0; i < sealed.length; i++) {
      const changed = `${sealed.slice(0, i)}${sealed[i] === 'A' ? 'B' : 'A'}${sealed.slice(i + 1)}`;
      // The last character of base64url carries unused bits: the same bytes are the same secret.
      const opened = (() => { try { return secrets.open(changed, 'place'); } catch { return undefined; } })();
      expect([undefined, 'the password']).toContain(opened);
      if (!/[.]/.test(sealed[i + 1] ?? '.')) expect(opened).toBeUndefined();
    }
  });

  it('refuses a shortened tag', () => {
    const [v, id, nonce, tag, body] = secrets.seal('x', 'p').split('.');
    expect(() => secrets.open([v, id, nonce, Buffer.from(tag ?? '', 'base64url').subarray(0, 4).toString('base64url'), body].join('.'), 'p')).toThrow('changed');
  });

  it('opens what an older key sealed, and seals with the new one', () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const sealed = createSecrets(old).seal('kept', 'p');
    const both = createSecrets(fresh, [old]);
    expect(both.open(sealed, 'p')).toBe('kept');
    expect(both.seal('x', 'p').split('.')[1]).toBe(both.keyId);
    expect(() => createSecrets(fresh).open(sealed, 'p')).toThrow(/not among ours/);
  });

  it('makes a key file that only its owner can read, once', () => {
    const file = path.join(folder, 'deep', 'key');
    const key = keyFromFile(file, { create: true });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(keyFromFile(file, { create: true }).equals(key)).toBe(true);
    expect(readdirSync(path.dirname(file))).toEqual(['key']);
  });

  it('refuses a key file that others can read, a missing one and a broken one', () => {
    const file = path.join(folder, 'open');
    writeFileSync(file, randomBytes(32).toString('base64'));
    chmodSync(file, 0o644);
    expect(() => keyFromFile(file, { create: false })).toThrow(/can be read by others/);
    expect(() => keyFromFile(path.join(folder, 'none'), { create: false })).toThrow(/ENOENT/);
    expect(() => decodeKey('too short')).toThrow(/32 bytes in base64/);
    expect(() => secretsFrom({})).toThrow(/COUNTERSIGN_KEY/);
  });
});
