import { isIP } from 'node:net';
import { isPublicAddress } from './public-address.js';

/** Where calls go, and whether that may be inside our own network. */
export interface Endpoint {
  url: URL;
  /** Any address and plain HTTP are fine: whoever runs the installation said so. */
  inner: boolean;
}

/** Says in one sentence what is wrong with an address; shown to whoever entered it. */
export class EndpointError extends Error {
  override readonly name = 'EndpointError';
}

/**
 * Reads the base URL of a model's API.
 *
 * A tenant's administrator chooses it, and the worker stands inside the network of whoever runs the installation: without
 * a rule, a base URL would be a way to reach metadata services and neighbours, and plain HTTP would show the key to
 * everyone between. So it must be https and public, unless the operator named the host in `innerHosts`.
 *
 * @param innerHosts `host` or `host:port`, in lower case, from the operator's settings
 * @throws EndpointError
 */
export function readEndpoint(baseUrl: string, innerHosts: readonly string[]): Endpoint {
  if (!URL.canParse(baseUrl)) throw new EndpointError('the base URL is not a URL');
  const url = new URL(baseUrl);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new EndpointError('the base URL must start with https://');
  if (url.username !== '' || url.password !== '') throw new EndpointError('the base URL must hold no user or password; the key has a field of its own');
  if (url.search !== '' || url.hash !== '') throw new EndpointError('the base URL must end with its path: nothing after ? or #');
  const inner = innerHosts.includes(url.host) || innerHosts.includes(url.hostname);
  if (!inner && url.protocol !== 'https:') throw new EndpointError(`the base URL must start with https://, or its host ${url.host} must be in COUNTERSIGN_MODEL_INNER_HOSTS`);
  if (!inner && !mayBePublic(url.hostname)) throw new EndpointError(`the base URL leads into a private network; its host ${url.host} must be in COUNTERSIGN_MODEL_INNER_HOSTS`);
  return { url, inner };
}

/** What the name alone tells; what it resolves to is looked at on every connection. */
export function mayBePublic(hostname: string): boolean {
  const bare = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (isIP(bare) !== 0) return isPublicAddress(bare);
  return bare.includes('.') && !/\.(localhost|local|internal|home\.arpa)$/i.test(bare);
}
