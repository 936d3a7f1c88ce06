import { rootCertificates } from 'node:tls';
import { selfSigned } from '../self-signed.js';
import type { OracleAddress } from './oracle-session.js';

let own: { cert: string; key: string } | undefined;

/**
 * What Thin mode takes as a wallet: one text of certificates and a private key; undefined where Node's own authorities do. A text of
 * authorities alone is refused by OpenSSL, which is handed the whole as certificate and key too: without a client certificate it
 * gets a key pair that lives in this process only and that no server knows. A wallet takes the place of the public authorities.
 */
export function walletFor({ ca, client }: Pick<OracleAddress, 'ca' | 'client'>): string | undefined {
  if (ca === undefined && client === undefined) return undefined;
  const { cert, key } = client ?? (own ??= selfSigned('countersign'));
  return [cert, key, ca ?? rootCertificates.join('\n')].map((pem) => `${pem.trimEnd()}\n`).join('');
}
