import { Fault } from '@countersign/contracts';
import type { Phase } from '../driver.js';
import { codeOf, faultOf, knownFault, networkFault, type Meaning } from '../network-faults.js';

const each = (numbers: number[], meaning: Meaning): [number, Meaning][] => numbers.map((n) => [n, meaning]);

/** The server's error numbers to what they mean here. Messages are never read: servers speak every language. */
const NUMBERS = new Map<number, Meaning>([
  // Wrong password; locked; expired; host not allowed; no such plugin; TLS demanded by the account.
  ...each([1045, 1130, 1251, 1524, 1698, 1820, 1862, 3118, 3159, 3955, 4151], ['source-auth-failed', false]),
  ...each([1049], ['source-unreachable', false, 'no-such-database']),
  ...each([1044], ['source-unreachable', false, 'no-right-on-database']),
  ...each([1040, 1203, 1226], ['source-unreachable', true, 'too-many-connections']),
  ...each([1129], ['source-unreachable', true, 'host-blocked']),
  ...each([1053, 1079, 1152, 1153, 1156, 1158, 1159, 1160, 1161, 1184, 1927, 3169, 4031], ['source-dropped', true]),
  // The server's own timeout (MariaDB, MySQL) and KILL QUERY.
  ...each([1969, 3024, 1317], ['query-failed', false, 'cancelled-on-server']),
  ...each([1142, 1143, 1227, 1345, 1370, 1356], ['query-failed', false, 'no-privilege']),
  ...each([1205, 3572], ['query-failed', true, 'locked']),
  ...each([1213, 1020], ['query-failed', true, 'conflict']),
  ...each([1290, 1792, 1836], ['query-failed', false, 'read-only']),
  ...each([1021, 1037, 1038, 1041, 1114, 1135], ['query-failed', true, 'out-of-resources']),
]);

/** mysql2's own words for a connection that ended. */
const GONE = new Set(['PROTOCOL_CONNECTION_LOST', 'PROTOCOL_ERROR', 'PROTOCOL_UNEXPECTED_PACKET', 'PROTOCOL_PACKETS_OUT_OF_ORDER']);

/** A driver or socket error as a closed kind. */
export function toFault(error: unknown, phase: Phase): Fault {
  const known = knownFault(error);
  if (known) return known;
  const code = codeOf(error);
  if (code === 'HANDSHAKE_NO_SSL_SUPPORT') return new Fault('source-no-tls', false, { cause: error });
  if (code === 'HANDSHAKE_SSL_ERROR') return networkFault((error as { cause?: unknown }).cause, phase) ?? faultOf(['source-no-tls', false, 'handshake'], error);
  if (code?.startsWith('AUTH_SWITCH_PLUGIN')) return faultOf(['source-auth-failed', false], error);
  const { errno, sqlState } = (error ?? {}) as { errno?: unknown; sqlState?: unknown };
  if (typeof errno === 'number' && errno >= 1000) {
    const meaning = NUMBERS.get(errno) ?? ['query-failed', false];
    // Without a state, as before the handshake is over, the number alone has to do.
    return faultOf(meaning, error, { ...(typeof sqlState === 'string' && sqlState !== '' ? { sqlstate: sqlState } : {}), number: String(errno) });
  }
  const network = networkFault(error, phase);
  if (network) return network;
  if (code === undefined || GONE.has(code)) return faultOf([phase === 'connecting' ? 'source-unreachable' : 'source-dropped', true], error);
  return new Fault('internal', false, { cause: error, params: { code } });
}
