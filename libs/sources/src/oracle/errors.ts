import { Fault } from '@countersign/contracts';
import type { Phase } from '../driver.js';
import { codeOf, faultOf, knownFault, networkFault, type Meaning } from '../network-faults.js';

/** Codes of server (ORA), Thin mode (NJS) and Thick mode (DPI) to what they mean here. Messages are never read. */
const CODES: Record<string, Meaning> = {
  'ORA-01017': ['source-auth-failed', false],
  'ORA-01005': ['source-auth-failed', false],
  'ORA-28000': ['source-auth-failed', false],
  'ORA-28001': ['source-auth-failed', false],
  'ORA-01045': ['source-auth-failed', false],
  'NJS-116': ['source-auth-failed', false],
  'NJS-101': ['source-auth-failed', false],
  'ORA-12514': ['source-unreachable', false, 'no-such-service'],
  'ORA-12505': ['source-unreachable', false, 'no-such-service'],
  'NJS-518': ['source-unreachable', false, 'no-such-service'],
  'NJS-517': ['source-unreachable', false, 'no-such-service'],
  'NJS-138': ['source-unreachable', false, 'oracle-client-missing'],
  'DPI-1047': ['source-unreachable', false, 'oracle-client-missing'],
  'DPI-1050': ['source-unreachable', false, 'oracle-client-missing'],
  'ORA-12170': ['source-unreachable', true],
  'ORA-12541': ['source-unreachable', true],
  'ORA-12543': ['source-unreachable', true],
  'ORA-12545': ['source-unreachable', true],
  'NJS-503': ['source-unreachable', true],
  'NJS-510': ['source-unreachable', true],
  'ORA-01033': ['source-unreachable', true, 'starting-up'],
  'ORA-01034': ['source-unreachable', true, 'starting-up'],
  'ORA-12516': ['source-unreachable', true, 'too-many-connections'],
  'ORA-12519': ['source-unreachable', true, 'too-many-connections'],
  'ORA-12520': ['source-unreachable', true, 'too-many-connections'],
  'ORA-00018': ['source-unreachable', true, 'too-many-connections'],
  'ORA-00020': ['source-unreachable', true, 'too-many-connections'],
  'ORA-02391': ['source-unreachable', true, 'too-many-connections'],
  'ORA-01013': ['query-failed', false, 'cancelled-on-server'],
  'NJS-123': ['query-failed', false, 'cancelled-on-server'],
  'DPI-1067': ['query-failed', false, 'cancelled-on-server'],
  'ORA-02393': ['query-failed', false, 'cancelled-on-server'],
  'ORA-02395': ['query-failed', false, 'cancelled-on-server'],
  'ORA-00040': ['query-failed', false, 'cancelled-on-server'],
  'ORA-01456': ['query-failed', false, 'read-only'],
  'ORA-16000': ['query-failed', false, 'read-only'],
  'ORA-01031': ['query-failed', false, 'no-privilege'],
  'ORA-41900': ['query-failed', false, 'no-privilege'],
  'ORA-00054': ['query-failed', true, 'locked'],
  'ORA-00060': ['query-failed', true, 'conflict'],
  'ORA-08177': ['query-failed', true, 'conflict'],
  'ORA-01555': ['query-failed', true, 'snapshot-too-old'],
  'ORA-01652': ['query-failed', true, 'out-of-resources'],
  'ORA-04030': ['query-failed', true, 'out-of-resources'],
  'ORA-04031': ['query-failed', true, 'out-of-resources'],
  'ORA-04036': ['query-failed', true, 'out-of-resources'],
  'ORA-07455': ['query-failed', false, 'resource-limit'],
};

/** The session is gone, by whatever hand. */
const GONE = new Set(['NJS-500', 'NJS-521', 'NJS-003', 'DPI-1010', 'DPI-1080', 'ORA-00028', 'ORA-00600', 'ORA-01012', 'ORA-01041', 'ORA-01089', 'ORA-01092', 'ORA-02396', 'ORA-02399', 'ORA-03113', 'ORA-03114', 'ORA-03135', 'ORA-12537', 'ORA-12547', 'ORA-12570']);

const OWN_CODE = /^(ORA|NJS|DPI)-\d{3,5}$/;

/** A driver's or socket's error as a closed kind. */
export function toFault(error: unknown, phase: Phase): Fault {
  const known = knownFault(error) ?? networkFault(error, phase);
  if (known) return known;
  const code = codeOf(error);
  const gone = phase === 'connecting' ? 'source-unreachable' : 'source-dropped';
  if (code === undefined) return faultOf([gone, true], error);
  if (GONE.has(code)) return faultOf([gone, true, code], error);
  if (!OWN_CODE.test(code)) return new Fault('internal', false, { cause: error, params: { code } });
  const meaning = CODES[code] ?? (code.startsWith('ORA-') && phase === 'running' ? (['query-failed', false] as Meaning) : undefined);
  if (!meaning) return phase === 'connecting' ? faultOf([gone, true, code], error) : new Fault('internal', false, { cause: error, params: { code } });
  const position = positionOf(error);
  return faultOf(meaning, error, { sqlstate: code, ...(position === undefined ? {} : { position }) });
}

/** The 1-based place in the statement; the driver counts from 0 and gives 0 when there is none. */
function positionOf(error: unknown): string | undefined {
  const { offset } = (error ?? {}) as { offset?: unknown };
  return typeof offset === 'number' && Number.isInteger(offset) && offset > 0 ? String(offset + 1) : undefined;
}
