import { createCipheriv, createDecipheriv, createHash, createPrivateKey, createPublicKey, diffieHellman, generateKeyPairSync, hkdfSync, type KeyObject, randomBytes } from 'node:crypto';

/**
 * Sealing to a public key: whoever holds it can close a secret, and only the holder of the private half can open it.
 * X25519 with a key pair made for each secret, HKDF-SHA-256, AES-256-GCM.
 */
export interface SealedParts {
  /** Public half of the pair made for this secret. */
  ephemeral: Buffer;
  nonce: Buffer;
  tag: Buffer;
  body: Buffer;
}

// RFC 8410: an X25519 key is its 32 bytes behind a fixed header.
const PRIVATE_HEADER = Buffer.from('302e020100300506032b656e04220420', 'hex');
const PUBLIC_HEADER = Buffer.from('302a300506032b656e032100', 'hex');

/** The private half, derived from the installation's key: one secret to keep, and its other uses tell nothing of it. */
export function privateKeyOf(key: Buffer): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), 'countersign sealing x25519', 32));
  return createPrivateKey({ key: Buffer.concat([PRIVATE_HEADER, seed]), format: 'der', type: 'pkcs8' });
}

/** The public half of a private key, 32 bytes. */
export function rawPublicKey(key: KeyObject): Buffer {
  return createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(PUBLIC_HEADER.length);
}

/** First 16 hex digits of the SHA-256: names a key without telling it. */
export function nameOfKey(key: Buffer): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 16);
}

/** @param context bound to the text: opening under another context fails */
export function sealTo(publicKey: Buffer, plain: string, context: string): SealedParts {
  const pair = generateKeyPairSync('x25519');
  const ephemeral = rawPublicKey(pair.privateKey);
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', sharedKey(pair.privateKey, publicKey, { ephemeral, recipient: publicKey }), nonce).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return { ephemeral, nonce, tag: cipher.getAuthTag(), body };
}

/** @throws Error when a byte, the key or the context is another */
export function openWith(privateKey: KeyObject, { ephemeral, nonce, tag, body }: SealedParts, context: string): string {
  const key = sharedKey(privateKey, ephemeral, { ephemeral, recipient: rawPublicKey(privateKey) });
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: 16 }).setAAD(Buffer.from(context)).setAuthTag(tag);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

function sharedKey(privateKey: KeyObject, theirs: Buffer, { ephemeral, recipient }: { ephemeral: Buffer; recipient: Buffer }): Buffer {
  const publicKey = createPublicKey({ key: Buffer.concat([PUBLIC_HEADER, theirs]), format: 'der', type: 'spki' });
  const shared = diffieHellman({ privateKey, publicKey });
  return Buffer.from(hkdfSync('sha256', shared, Buffer.concat([ephemeral, recipient]), 'countersign sealed v2', 32));
}
