import { BlockList, isIP } from 'node:net';

/** Ranges of IPv4 that lead into a network, to oneself, or nowhere. */
const INNER_V4: readonly [network: string, prefix: number][] = [
  ['0.0.0.0', 8], ['10.0.0.0', 8], ['100.64.0.0', 10], ['127.0.0.0', 8], ['169.254.0.0', 16], ['172.16.0.0', 12], ['192.0.0.0', 24], ['192.0.2.0', 24],
  ['192.168.0.0', 16], ['198.18.0.0', 15], ['198.51.100.0', 24], ['203.0.113.0', 24], ['224.0.0.0', 4], ['240.0.0.0', 4],
];
/** Of IPv6 only global unicast is public, and there not what carries an IPv4 address inside or is for documents. */
const INNER_V6: readonly [network: string, prefix: number][] = [['2001::', 32], ['2001:db8::', 32], ['2002::', 16]];

const inner = new BlockList();
for (const [network, prefix] of INNER_V4) inner.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of INNER_V6) inner.addSubnet(network, prefix, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

/** Can this IP address be reached only through the open internet? Anything that is not an address is not. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !inner.check(address, 'ipv4');
  return family === 6 && globalUnicast.check(address, 'ipv6') && !inner.check(address, 'ipv6');
}
