import { createHash, createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';

/** Which key signs an export: Ed25519, its public half in base64, and a short name for reading aloud. */
export interface SigningKey {
  algorithm: 'ed25519';
  /** First 16 hex digits of the SHA-256 of the public key. */
  keyId: string;
  /** 32 bytes in base64. */
  publicKey: string;
}

/** Signs exports. The private half stays inside. */
export interface Signer extends SigningKey {
  /** Signature of a text (UTF-8), 64 bytes in base64. */
  sign(text: string): string;
}

// RFC 8410: an Ed25519 key is its 32 bytes behind a fixed header.
const PRIVATE_HEADER = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_HEADER = Buffer.from('302a300506032b6570032100', 'hex');
const KEY_BYTES = 32;

/**
 * The signer of a secret key.
 *
 * @param secret 32 random bytes, kept as other keys are kept
 * @throws RangeError when it has another length
 * @example signerOf(key).sign('text').length // 88
 */
export function signerOf(secret: Uint8Array): Signer {
  if (secret.length !== KEY_BYTES) throw new RangeError('a signing key has 32 bytes');
  const key = createPrivateKey({ key: Buffer.concat([PRIVATE_HEADER, secret]), format: 'der', type: 'pkcs8' });
  const raw = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEADER.length);
  return { ...signingKey(raw), sign: (text) => sign(null, Buffer.from(text, 'utf8'), key).toString('base64') };
}

/**
 * Reads a public key as {@link SigningKey} shows it.
 *
 * @returns undefined when the text is no such key
 * @example readSigningKey('not a key') // undefined
 */
export function readSigningKey(text: string): SigningKey | undefined {
  const raw = Buffer.from(text.trim(), 'base64');
  return raw.length === KEY_BYTES && raw.toString('base64') === text.trim() ? signingKey(raw) : undefined;
}

/** Did the holder of this key sign this text? Anything malformed is no. */
export function isSignedBy(publicKey: string, text: string, signature: unknown): boolean {
  const known = readSigningKey(publicKey);
  if (!known || typeof signature !== 'string') return false;
  const bytes = Buffer.from(signature, 'base64');
  if (bytes.toString('base64') !== signature) return false;
  try {
    const key = createPublicKey({ key: Buffer.concat([PUBLIC_HEADER, Buffer.from(publicKey, 'base64')]), format: 'der', type: 'spki' });
    return verify(null, Buffer.from(text, 'utf8'), key, bytes);
  } catch {
    // 32 bytes that are no point of the curve.
    return false;
  }
}

function signingKey(raw: Buffer): SigningKey {
  return { algorithm: 'ed25519', keyId: createHash('sha256').update(raw).digest('hex').slice(0, 16), publicKey: raw.toString('base64') };
}
