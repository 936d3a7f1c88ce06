import { lookup, type LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { CallFailure } from './call-failure.js';
import { isPublicAddress } from './public-address.js';

type Resolve = (hostname: string, options: { all: true }, callback: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void) => void;

/**
 * Resolves names for a connection, and only to public addresses. It is what the socket itself asks, so a name that resolved
 * elsewhere a moment ago gains nothing; and one private address among public ones is enough to refuse the name.
 */
export function publicLookup(resolve: Resolve = lookup): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) return callback(error, '', 0);
      const [first] = found;
      if (!first || !found.every(({ address }) => isPublicAddress(address))) return callback(forbiddenAddress(), '', 0);
      if (options.all) return callback(null, found);
      callback(null, first.address, first.family);
    });
  };
}

export function forbiddenAddress(): CallFailure {
  return new CallFailure('rejected', false, { code: 'private-address' });
}
