import { Fault } from '@countersign/contracts';
import type { Phase } from '../driver.js';
import { codeOf, faultOf, knownFault, networkFault, type Meaning } from '../network-faults.js';

/** SQLSTATE, whole or class, to what it means here. Messages are never read: servers speak every language. */
const SQLSTATE: Record<string, Meaning> = {
  '28': ['source-auth-failed', false],
  '3D': ['source-unreachable', false, 'no-such-database'],
  '42501': ['query-failed', false, 'no-privilege'],
  '53300': ['source-unreachable', true, 'too-many-connections'],
  '53': ['query-failed', true, 'out-of-resources'],
  '57014': ['query-failed', false, 'cancelled-on-server'],
  '57P03': ['source-unreachable', true, 'starting-up'],
  '57P': ['source-dropped', true],
  '25P03': ['source-dropped', true],
  '25P04': ['source-dropped', true],
  '55P03': ['query-failed', true, 'locked'],
  '40': ['query-failed', true, 'conflict'],
  '25006': ['query-failed', false, 'read-only'],
  '08': ['source-dropped', true],
  XX: ['query-failed', false, 'server-fault'],
};

const isSqlState = (code: string) => /^[0-9A-Z]{5}$/.test(code);

/** A driver or socket error as a closed kind. */
export function toFault(error: unknown, phase: Phase): Fault {
  const known = knownFault(error) ?? networkFault(error, phase);
  if (known) return known;
  const code = codeOf(error);
  if (code === undefined) return faultOf([phase === 'connecting' ? 'source-unreachable' : 'source-dropped', true], error);
  if (!isSqlState(code)) return new Fault('internal', false, { cause: error, params: { code } });
  const meaning = SQLSTATE[code] ?? SQLSTATE[code.slice(0, 3)] ?? SQLSTATE[code.slice(0, 2)] ?? ['query-failed', false];
  const position = positionOf(error);
  return faultOf(meaning, error, { sqlstate: code, ...(position === undefined ? {} : { position }) });
}

/** 1-based character in the statement that the server points at. */
function positionOf(error: unknown): string | undefined {
  const { position } = (error ?? {}) as { position?: unknown };
  return typeof position === 'string' && /^\d+$/.test(position) ? position : undefined;
}
