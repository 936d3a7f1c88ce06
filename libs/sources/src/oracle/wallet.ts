import { selfSigned } from '../self-signed.js';

let own: string | undefined;

/**
 * What Thin mode takes as a wallet: one text of certificates and a private key. A text of authorities alone is refused
 * by OpenSSL, which is handed the whole as certificate and key too; it then gets a key pair that lives in this process
 * only and that no server knows. A text with a key is used as it is: the collector's client certificate.
 */
export function walletFor(ca: string): string {
  if (ca.includes('PRIVATE KEY-----')) return ca;
  if (own === undefined) {
    const { cert, key } = selfSigned('countersign');
    own = cert + key;
  }
  return own + ca;
}
