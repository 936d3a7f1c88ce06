import { createCipheriv, createHash, randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeKey, keyFrom, keyFromFile, SecretError } from './keys.js';
import { createSealer, createSecrets, sealerFrom, secretsFrom } from './secrets.js';

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
    const [v, id, ephemeral, nonce, tag, body] = secrets.seal('x', 'p').split('.');
    expect(() => secrets.open([v, id, ephemeral, nonce, Buffer.from(tag ?? '', 'base64url').subarray(0, 4).toString('base64url'), body].join('.'), 'p')).toThrow('changed');
  });

  it('opens what an older key sealed, and seals with the new one', () => {
    const [old, fresh] = [randomBytes(32), randomBytes(32)];
    const sealed = createSecrets(old).seal('kept', 'p');
    const both = createSecrets(fresh, [old]);
    expect(both.open(sealed, 'p')).toBe('kept');
    expect(both.seal('x', 'p').split('.')[1]).toBe(both.keyId);
    expect(() => createSecrets(fresh).open(sealed, 'p')).toThrow(/not among ours/);
  });

  it('lets who holds the public key seal, and not open', () => {
    const sealer = createSealer(decodeKey(secrets.publicKey));
    const sealed = sealer.seal('for the collector', 'place');
    expect(secrets.open(sealed, 'place')).toBe('for the collector');
    expect(Object.keys(sealer)).toEqual(['keyId', 'seal']);
    // Not even with the public key taken for a key.
    expect(() => createSecrets(decodeKey(secrets.publicKey)).open(sealed, 'place')).toThrow(/not among ours/);
    expect(sealer.seal('for the collector', 'place')).not.toBe(sealed);
  });

  it('still opens what was sealed with the key itself, for the same place only', () => {
    const key = Buffer.alloc(32, 9);
    const id = createHash('sha256').update(key).digest('hex').slice(0, 16);
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.alloc(12)).setAAD(Buffer.from(`v1|${id}|place`));
    const body = Buffer.concat([cipher.update('of before', 'utf8'), cipher.final()]);
    const sealed = ['v1', id, ...[Buffer.alloc(12), cipher.getAuthTag(), body].map((part) => part.toString('base64url'))].join('.');
    const now = createSecrets(randomBytes(32), [key]);
    expect(now.open(sealed, 'place')).toBe('of before');
    expect([now.knows(id), now.knows(now.keyId), now.knows('0'.repeat(16))]).toEqual([true, true, false]);
    expect(() => now.open(sealed, 'elsewhere')).toThrow(SecretError);
    expect(() => now.open(sealed.replace('v1.', 'v2.'), 'place')).toThrow(/unknown form/);
  });

  it('refuses to give a process that only seals the key that opens', () => {
    const publicKey = secrets.publicKey;
    expect(secrets.open(sealerFrom({ COUNTERSIGN_SEALING_KEY: publicKey }).seal('x', 'p'), 'p')).toBe('x');
    expect(() => sealerFrom({ COUNTERSIGN_SEALING_KEY: publicKey, COUNTERSIGN_KEY: randomBytes(32).toString('base64') })).toThrow(/for the collector only/);
    expect(() => sealerFrom({ COUNTERSIGN_SEALING_KEY: 'short' })).toThrow(/^COUNTERSIGN_SEALING_KEY must be 32 bytes/);
    expect(() => sealerFrom({})).toThrow(/set COUNTERSIGN_SEALING_KEY/);
  });

  it('names the setting that is missing', () => {
    expect(() => keyFrom({}, 'COUNTERSIGN_AUDIT_KEY')).toThrow('set COUNTERSIGN_AUDIT_KEY (32 bytes in base64) or COUNTERSIGN_AUDIT_KEY_FILE');
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
