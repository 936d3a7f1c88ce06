import { Fault } from '@countersign/contracts';
import type { Phase } from '../driver.js';
import { faultOf, knownFault, networkFault, type Meaning } from '../network-faults.js';

/** Numbers of the server to what they mean here. Messages are never read. */
const NUMBERS: Record<number, Meaning> = {
  4: ['query-failed', true, 'out-of-resources'],
  10: ['source-auth-failed', false],
  131: ['query-failed', true, 'locked'],
  132: ['query-failed', true, 'out-of-resources'],
  133: ['query-failed', true, 'conflict'],
  138: ['query-failed', true, 'conflict'],
  139: ['query-failed', false, 'cancelled-on-server'],
  146: ['query-failed', true, 'locked'],
  258: ['query-failed', false, 'no-privilege'],
  414: ['source-auth-failed', false],
  415: ['source-auth-failed', false],
  416: ['source-auth-failed', false],
  613: ['query-failed', false, 'cancelled-on-server'],
  663: ['source-auth-failed', false],
};

/** Codes of the driver: the connection never was, or is no more. */
const GONE = new Set(['EHDBCLOSE', 'EHDBOPENCONN', 'EHDBTIMEOUT', 'EHDBINIT', 'EHDBMSGPARSE', 'EHDBCONNECT']);
const AUTH = new Set(['EHDBNOAUTHMETH', 'EHDBSERVERAUTH']);

/** A driver's or socket's error as a closed kind. */
export function toFault(error: unknown, phase: Phase): Fault {
  const known = knownFault(error) ?? networkFault(error, phase);
  if (known) return known;
  const { code, position } = (error ?? {}) as { code?: unknown; position?: unknown };
  const gone = phase === 'connecting' ? 'source-unreachable' : 'source-dropped';
  if (code === undefined) return faultOf([gone, true], error);
  if (typeof code === 'string' && GONE.has(code)) return faultOf([gone, true, code], error);
  if (typeof code === 'string' && AUTH.has(code)) return faultOf(['source-auth-failed', false, code], error);
  if (typeof code !== 'number') return new Fault('internal', false, { cause: error, params: { code: String(code) } });
  const place: Record<string, string> = typeof position === 'number' && position > 0 ? { position: String(position) } : {};
  return faultOf(NUMBERS[code] ?? ['query-failed', false], error, { sqlstate: `HANA ${code}`, ...place });
}
