import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

const TOKEN_PREFIX = 'cs_';

/** What the store keeps of a session or token secret: SHA-256 hex. The secrets are random, so no salt is needed. */
export function secretHash(secret: string): string {
  return createHash('sha256').update(secret, 'utf8').digest('hex');
}

/** 256 random bits, URL-safe. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** An API token as shown once to its owner. */
export function newApiToken(): string {
  return TOKEN_PREFIX + newSecret();
}

export function looksLikeApiToken(text: string): boolean {
  return text.startsWith(TOKEN_PREFIX) && text.length <= 128;
}

/** Compares without telling by its duration where two texts part. */
export function sameSecret(a: string, b: string): boolean {
  const [x, y] = [Buffer.from(secretHash(a)), Buffer.from(secretHash(b))];
  return timingSafeEqual(x, y);
}
