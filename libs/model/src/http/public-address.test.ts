import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPublicAddress } from './public-address.js';

describe('a public address', () => {
  it.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '100.63.255.255', '2606:4700::1111', '2a00:1450:4001::1'])('%s is one', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    '127.0.0.1', '10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.0.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1', '255.255.255.255',
    '::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '::ffff:8.8.8.8', '64:ff9b::a00:1', '2002:7f00:1::', '2001:db8::1', 'ff02::1', 'localhost', '',
  ])('%s is none', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });

  it('is never in the private blocks, whatever its last bytes', () => {
    fc.assert(fc.property(fc.constantFrom('10', '127', '192.168', '169.254', '172.20'), fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }), (block, bytes) => {
      expect(isPublicAddress([...block.split('.'), ...bytes.map(String)].slice(0, 4).join('.'))).toBe(false);
    }));
  });
});
