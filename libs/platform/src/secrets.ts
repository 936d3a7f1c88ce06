import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.js';

/** A secret can't be opened, or there is no usable key. Says why, never what. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

export interface Secrets {
  /** Id of the key that seals now: the first 16 hex digits of its SHA-256. */
  keyId: string;
  /**
   * Encrypts with AES-256-GCM. `boundTo` names the place the secret belongs to (e.g. `tenant/source`); text sealed for
   * one place can't be opened for another.
   *
   * @returns 'v1.KEYID.NONCE.TAG.CIPHERTEXT', the last three in base64url
   */
  seal(plain: string, boundTo: string): string;
  /** @throws SecretError when the key is another, the place is another, or a byte was changed */
  open(sealed: string, boundTo: string): string;
}

const keyIdOf = (key: Buffer): string => createHash('sha256').update(key).digest('hex').slice(0, 16);

/** @param older keys that are no longer sealed with, and still open what they sealed */
export function createSecrets(key: Buffer, older: readonly Buffer[] = []): Secrets {
  const keys = new Map([key, ...older].map((each) => [keyIdOf(each), each]));
  for (const each of keys.values()) if (each.length !== 32) throw new SecretError('a key must be 32 bytes');
  const keyId = keyIdOf(key);
  return {
    keyId,
    seal(plain, boundTo) {
      const nonce = randomBytes(12);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(`v1|${keyId}|${boundTo}`));
      const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
      return ['v1', keyId, nonce.toString('base64url'), cipher.getAuthTag().toString('base64url'), body.toString('base64url')].join('.');
    },
    open(sealed, boundTo) {
      const [version, id = '', nonce = '', tag = '', body = '', ...rest] = sealed.split('.');
      if (version !== 'v1' || rest.length > 0) throw new SecretError('the sealed text has an unknown form');
      const opening = keys.get(id);
      if (!opening) throw new SecretError(`sealed with key ${id.slice(0, 16)}, which is not among ours`);
      const authTag = Buffer.from(tag, 'base64url');
      // Node accepts shorter tags; each missing byte makes a forgery 256 times likelier.
      if (authTag.length !== 16) throw new SecretError('the sealed text was changed');
      try {
        const decipher = createDecipheriv('aes-256-gcm', opening, Buffer.from(nonce, 'base64url'), { authTagLength: 16 }).setAAD(Buffer.from(`v1|${id}|${boundTo}`)).setAuthTag(authTag);
        return Buffer.concat([decipher.update(Buffer.from(body, 'base64url')), decipher.final()]).toString('utf8');
      } catch {
        throw new SecretError('the sealed text was changed, or belongs to another place');
      }
    },
  };
}

/** @param text 32 bytes in base64, e.g. from `openssl rand -base64 32` */
export function decodeKey(text: string): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32 || key.toString('base64').replace(/=+$/, '') !== text.trim().replace(/=+$/, '')) throw new SecretError('the key must be 32 bytes in base64 (openssl rand -base64 32)');
  return key;
}

/**
 * The key in a file that only its owner may read; made when absent. Two processes that make it at once get the same key.
 *
 * @throws SecretError when others can read the file, or it holds no key
 */
export function keyFromFile(file: string, options: { create: boolean }): Buffer {
  if (options.create) createKeyFile(file);
  let text: string;
  try {
    const { mode } = statSync(file);
    if (mode & 0o077) throw new SecretError(`${file} can be read by others: chmod 600 it`);
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof SecretError) throw error;
    throw new SecretError(`the key file ${file} can't be read: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}`);
  }
  return decodeKey(text);
}

function createKeyFile(file: string): void {
  const fresh = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    makeFolder(path.dirname(file));
    writeFileSync(fresh, `${randomBytes(32).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    chmodSync(fresh, 0o600);
    // A link appears whole and never replaces: whoever is second finds the first one's key.
    linkSync(fresh, file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EEXIST') throw new SecretError(`the key file ${file} can't be written: ${code ?? 'unknown'}`);
  } finally {
    try {
      unlinkSync(fresh);
    } catch {
      // It was never made.
    }
  }
}

/** From COUNTERSIGN_KEY (base64), else from the file COUNTERSIGN_KEY_FILE; keys of before in COUNTERSIGN_OLD_KEYS, comma-separated. */
export function secretsFrom(env: Record<string, string | undefined>): Secrets {
  const older = (env.COUNTERSIGN_OLD_KEYS ?? '').split(',').filter((text) => text.trim() !== '').map(decodeKey);
  if (env.COUNTERSIGN_KEY) return createSecrets(decodeKey(env.COUNTERSIGN_KEY), older);
  if (env.COUNTERSIGN_KEY_FILE) return createSecrets(keyFromFile(env.COUNTERSIGN_KEY_FILE, { create: false }), older);
  throw new SecretError('set COUNTERSIGN_KEY (32 bytes in base64) or COUNTERSIGN_KEY_FILE');
}
