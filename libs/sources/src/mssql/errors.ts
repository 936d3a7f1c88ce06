import { Fault } from '@countersign/contracts';
import type { Phase } from '../driver.js';
import { faultOf, knownFault, networkFault, type Meaning } from '../network-faults.js';

const AUTH: Meaning = ['source-auth-failed', false];
const NO_DATABASE: Meaning = ['source-unreachable', false, 'no-such-database'];
const BUSY: Meaning = ['source-unreachable', true, 'busy'];
const NO_PRIVILEGE: Meaning = ['query-failed', false, 'no-privilege'];
const NO_RESOURCES: Meaning = ['query-failed', true, 'out-of-resources'];
const SERVER_FAULT: Meaning = ['query-failed', false, 'server-fault'];

/** SQL Server's error numbers to what they mean here. Messages are never read: servers speak every language. */
const NUMBERS: Record<number, Meaning> = {
  18452: AUTH, 18456: AUTH, 18470: AUTH, 18486: AUTH, 18487: AUTH, 18488: AUTH,
  911: NO_DATABASE, 4060: NO_DATABASE, 4064: NO_DATABASE,
  17809: BUSY, 40197: BUSY, 40501: BUSY, 40613: BUSY, 10928: BUSY, 10929: BUSY,
  229: NO_PRIVILEGE, 230: NO_PRIVILEGE, 262: NO_PRIVILEGE, 297: NO_PRIVILEGE, 300: NO_PRIVILEGE, 916: NO_PRIVILEGE,
  701: NO_RESOURCES, 802: NO_RESOURCES, 1105: NO_RESOURCES, 8645: NO_RESOURCES, 8651: NO_RESOURCES,
  605: SERVER_FAULT, 823: SERVER_FAULT, 824: SERVER_FAULT, 3624: SERVER_FAULT,
  1205: ['query-failed', true, 'conflict'],
  3960: ['query-failed', true, 'conflict'],
  1222: ['query-failed', true, 'locked'],
  3906: ['query-failed', false, 'read-only'],
  8649: ['query-failed', false, 'over-the-server-governor'],
  596: ['source-dropped', true],
};

/** From this severity on the server closes the connection. */
const FATAL = 20;

export const NO_SHOWPLAN = 262;

/** The number of the first error the server gave, where it was the server's. */
export function numberOf(error: unknown): number | undefined {
  const { number, errors } = (error ?? {}) as { number?: unknown; errors?: unknown[] };
  if (typeof number === 'number') return number;
  return Array.isArray(errors) ? errors.map(numberOf).find((n) => n !== undefined) : undefined;
}

/** A driver's or socket's error as a closed kind. The server's number stands where other engines have an SQLSTATE. */
export function toFault(error: unknown, phase: Phase): Fault {
  const known = knownFault(error);
  if (known) return known;
  const number = numberOf(error);
  if (number !== undefined) {
    return faultOf(NUMBERS[number] ?? meaningOf(error, phase), error, { sqlstate: String(number) });
  }
  return fromDriver(error, phase);
}

function meaningOf(error: unknown, phase: Phase): Meaning {
  const { class: severity } = error as { class?: number };
  if (severity !== undefined && severity >= FATAL) return ['source-dropped', true];
  return phase === 'connecting' ? AUTH : ['query-failed', false];
}

function fromDriver(error: unknown, phase: Phase): Fault {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: unknown };
  const network = networkFault(code === 'ESOCKET' && cause !== undefined ? cause : error, phase);
  if (network) return network;
  if (phase === 'connecting') return faultOf(code === 'ELOGIN' ? AUTH : code === 'ETIMEOUT' ? ['source-unreachable', true, 'ETIMEDOUT'] : ['source-unreachable', true], error);
  if (code === 'ECANCEL') return faultOf(['query-failed', false, 'cancelled-on-server'], error);
  return faultOf(['source-dropped', true], error);
}
