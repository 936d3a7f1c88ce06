import type { SourceCredential } from './data-source.js';
import type { ProblemCode } from './problem.js';

/**
 * Why a credential can't be sealed as it was given; undefined: it can. A sealed credential is replaced whole and can't be read
 * back by whom it is given to, so a certificate's key has to come with every new password, and goes with its certificate.
 * @param certificate PEM of the client certificate that the source will have; undefined: none
 * @example credentialGap(undefined, { password: 'p' }) // undefined
 * @example credentialGap('-----BEGIN CERTIFICATE-----…', { password: 'p' }) // 'client-key-required'
 */
export function credentialGap(certificate: string | undefined, { password, clientKey }: { [K in 'password' | 'clientKey']?: SourceCredential[K] | undefined }): Extract<ProblemCode, `client-${string}`> | undefined {
  if (password === undefined) return clientKey === undefined ? undefined : 'client-key-without-password';
  if (certificate !== undefined && clientKey === undefined) return 'client-key-required';
  return certificate === undefined && clientKey !== undefined ? 'client-certificate-required' : undefined;
}
