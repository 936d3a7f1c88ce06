import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';

/** The DER tags a certificate needs. */
const der = (tag: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? Buffer.from([body.length]) : Buffer.from([0x82, body.length >> 8, body.length & 255]);
  return Buffer.concat([Buffer.from([tag]), length, body]);
};
const sequence = (...parts: Buffer[]) => der(0x30, ...parts);
const oid = (...bytes: number[]) => der(0x06, Buffer.from(bytes));
const ECDSA_SHA256 = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
const nameOf = (common: string) => sequence(der(0x31, sequence(oid(0x55, 0x04, 0x03), der(0x0c, Buffer.from(common)))));
const time = (day: string) => der(0x17, Buffer.from(`${day}000000Z`));

/** A self-signed certificate for one host name, made afresh: no key lies in the repository or on a disk. Days as YYMMDD. */
export function selfSigned(host: string, validity: { from: string; to: string } = { from: '240101', to: '490101' }): { key: string; cert: string } {
  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256', publicKeyEncoding: { type: 'spki', format: 'der' }, privateKeyEncoding: { type: 'pkcs8', format: 'pem' } });
  const subjectAltName = sequence(oid(0x55, 0x1d, 0x11), der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const basicConstraints = sequence(oid(0x55, 0x1d, 0x13), der(0x01, Buffer.from([0xff])), der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_SHA256,
    nameOf(host),
    sequence(time(validity.from), time(validity.to)),
    nameOf(host),
    pair.publicKey,
    der(0xa3, sequence(subjectAltName, basicConstraints)),
  );
  const signature = sign('sha256', body, createPrivateKey(pair.privateKey));
  const certificate = sequence(body, ECDSA_SHA256, der(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return { key: pair.privateKey, cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n` };
}
