import { createDecipheriv, type KeyObject } from 'node:crypto';
import { decodeKey, keyFrom, SecretError } from './keys.js';
import { nameOfKey, openWith, privateKeyOf, rawPublicKey, sealTo } from './sealing.js';

/** Closes secrets, and can't open them again. */
export interface Sealer {
  /** Names the key that opens what is sealed here. */
  keyId: string;
  /**
   * Seals to the public key. `boundTo` names the place the secret belongs to (e.g. `tenant/source`); text sealed for
   * one place can't be opened for another.
   *
   * @returns 'v2.KEYID.EPHEMERAL.NONCE.TAG.CIPHERTEXT', the last four in base64url
   */
  seal(plain: string, boundTo: string): string;
}

/** Holds the key itself. */
export interface Secrets extends Sealer {
  /** For those who only seal: 32 bytes in base64. */
  publicKey: string;
  /** Can what was sealed under this key id (its second part) be opened here? */
  knows(keyId: string): boolean;
  /** @throws SecretError when the key is another, the place is another, or a byte was changed */
  open(sealed: string, boundTo: string): string;
}

/** @param publicKey as {@link Secrets.publicKey} shows it */
export function createSealer(publicKey: Buffer): Sealer {
  const keyId = nameOfKey(publicKey);
  return {
    keyId,
    seal(plain, boundTo) {
      const { ephemeral, nonce, tag, body } = sealTo(publicKey, plain, `v2|${keyId}|${boundTo}`);
      return ['v2', keyId, ...[ephemeral, nonce, tag, body].map((part) => part.toString('base64url'))].join('.');
    },
  };
}

/** @param older keys that are no longer sealed with, and still open what they sealed */
export function createSecrets(key: Buffer, older: readonly Buffer[] = []): Secrets {
  const keys = [key, ...older];
  if (keys.some(({ length }) => length !== 32)) throw new SecretError('a key must be 32 bytes');
  const symmetric = new Map(keys.map((each) => [nameOfKey(each), each]));
  const pairs = new Map(keys.map(privateKeyOf).map((each) => [nameOfKey(rawPublicKey(each)), each]));
  const publicKey = rawPublicKey(privateKeyOf(key));
  return {
    ...createSealer(publicKey),
    publicKey: publicKey.toString('base64'),
    knows: (keyId) => symmetric.has(keyId) || pairs.has(keyId),
    open(sealed, boundTo) {
      const [version, id = '', ...parts] = sealed.split('.');
      if (version === 'v2' && parts.length === 4) return openSealed(keyNamed(pairs, id), parts, `v2|${id}|${boundTo}`);
      if (version === 'v1' && parts.length === 3) return openEncrypted(keyNamed(symmetric, id), parts, `v1|${id}|${boundTo}`);
      throw new SecretError('the sealed text has an unknown form');
    },
  };
}

function keyNamed<K>(keys: ReadonlyMap<string, K>, id: string): K {
  const key = keys.get(id);
  if (!key) throw new SecretError(`sealed with key ${id.slice(0, 16)}, which is not among ours`);
  return key;
}

function openSealed(key: KeyObject, parts: readonly string[], context: string): string {
  const [ephemeral = EMPTY, nonce = EMPTY, tag = EMPTY, body = EMPTY] = parts.map(bytesOf);
  return unchanged(tag, () => openWith(key, { ephemeral, nonce, tag, body }, context));
}

/** What installations sealed before there was a public key: with the key itself. */
function openEncrypted(key: Buffer, parts: readonly string[], context: string): string {
  const [nonce = EMPTY, tag = EMPTY, body = EMPTY] = parts.map(bytesOf);
  return unchanged(tag, () => {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(context)).setAuthTag(tag);
    return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
  });
}

const EMPTY = Buffer.alloc(0);
const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

function unchanged(tag: Buffer, open: () => string): string {
  // Node accepts shorter tags; each missing byte makes a forgery 256 times likelier.
  if (tag.length !== 16) throw new SecretError('the sealed text was changed');
  try {
    return open();
  } catch {
    throw new SecretError('the sealed text was changed, or belongs to another place');
  }
}

/** From COUNTERSIGN_KEY or COUNTERSIGN_KEY_FILE; keys of before in COUNTERSIGN_OLD_KEYS, comma-separated. */
export function secretsFrom(env: Record<string, string | undefined>): Secrets {
  const older = (env.COUNTERSIGN_OLD_KEYS ?? '').split(',').filter((text) => text.trim() !== '').map((text) => decodeKey(text, 'COUNTERSIGN_OLD_KEYS'));
  return createSecrets(keyFrom(env, 'COUNTERSIGN_KEY'), older);
}

/**
 * From COUNTERSIGN_SEALING_KEY, the public half of COUNTERSIGN_KEY.
 *
 * @throws SecretError also when the key itself is there: a process that only seals must not be able to open
 */
export function sealerFrom(env: Record<string, string | undefined>): Sealer {
  if (env.COUNTERSIGN_KEY || env.COUNTERSIGN_KEY_FILE || env.COUNTERSIGN_OLD_KEYS) throw new SecretError('COUNTERSIGN_KEY is for the collector only; give this process COUNTERSIGN_SEALING_KEY (npx countersign keys public)');
  if (!env.COUNTERSIGN_SEALING_KEY) throw new SecretError('set COUNTERSIGN_SEALING_KEY, the public half of COUNTERSIGN_KEY (npx countersign keys public)');
  return createSealer(decodeKey(env.COUNTERSIGN_SEALING_KEY, 'COUNTERSIGN_SEALING_KEY'));
}
