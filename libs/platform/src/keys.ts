import { randomBytes } from 'node:crypto';
import { chmodSync, linkSync, readFileSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeFolder } from './make-folder.js';

/** A secret can't be opened, or there is no usable key. Says why, never what. */
export class SecretError extends Error {
  override readonly name = 'SecretError';
}

/** @param text 32 bytes in base64, e.g. from `openssl rand -base64 32` */
export function decodeKey(text: string, name = 'the key'): Buffer {
  const key = Buffer.from(text.trim(), 'base64');
  if (key.length !== 32 || key.toString('base64').replace(/=+$/, '') !== text.trim().replace(/=+$/, '')) throw new SecretError(`${name} must be 32 bytes in base64 (openssl rand -base64 32)`);
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

/**
 * The key in a setting: NAME (base64), else in the file that NAME_FILE names.
 *
 * @throws SecretError naming the setting when there is none
 */
export function keyFrom(env: Record<string, string | undefined>, name: string): Buffer {
  const [text, file] = [env[name], env[`${name}_FILE`]];
  if (text) return decodeKey(text, name);
  if (file) return keyFromFile(file, { create: false });
  throw new SecretError(`set ${name} (32 bytes in base64) or ${name}_FILE`);
}
