import type { LookupAddress } from 'node:dns';
import { describe, expect, it } from 'vitest';
import { publicLookup } from './public-lookup.js';

function looked(addresses: readonly string[], all: boolean): Promise<string | LookupAddress[]> {
  const lookup = publicLookup((_name, _options, callback) => callback(null, addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))));
  return new Promise((resolve, reject) => lookup('model.example.com', { all }, (error, found) => (error ? reject(error) : resolve(found))));
}

describe('resolving the name of a tenant’s endpoint', () => {
  it('gives public addresses, all or the first', async () => {
    expect(await looked(['8.8.8.8', '2606:4700::1111'], false)).toBe('8.8.8.8');
    expect(await looked(['8.8.8.8', '2606:4700::1111'], true)).toHaveLength(2);
  });

  it.each([[['169.254.169.254']], [['8.8.8.8', '10.0.0.1']], [['::ffff:127.0.0.1']], [['fd00::1']], [[]]])('refuses %j', async (addresses) => {
    for (const all of [true, false]) await expect(looked(addresses, all)).rejects.toMatchObject({ kind: 'rejected', again: false, details: { code: 'private-address' } });
  });

  it('passes on that a name is unknown', async () => {
    const lookup = publicLookup((_name, _options, callback) => callback(Object.assign(new Error('no'), { code: 'ENOTFOUND' }), []));
    await expect(new Promise((resolve, reject) => lookup('nowhere.example.com', {}, (error, found) => (error ? reject(error) : resolve(found))))).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});
