import { describe, expect, it } from 'vitest';
import { toFault } from './errors.js';

const said = (number: number, severity = 16) => Object.assign(new Error('server text, which may quote values'), { number, class: severity });
const driver = (code: string, cause?: unknown) => Object.assign(new Error('driver text', { cause }), { code });
const network = (code: string) => Object.assign(new Error(code), { code });

describe('errors of SQL Server', () => {
  it.each([
    [18456, 'connecting', 'source-auth-failed', false],
    [18488, 'connecting', 'source-auth-failed', false],
    [99999, 'connecting', 'source-auth-failed', false],
    [4060, 'connecting', 'source-unreachable', false],
    [40613, 'connecting', 'source-unreachable', true],
    [229, 'running', 'query-failed', false],
    [1205, 'running', 'query-failed', true],
    [1222, 'running', 'query-failed', true],
    [207, 'running', 'query-failed', false],
    [8134, 'running', 'query-failed', false],
    [596, 'running', 'source-dropped', true],
  ] as const)('number %i while %s is %s', (number, phase, kind, retryable) => {
    expect(toFault(said(number), phase)).toMatchObject({ kind, retryable, params: { sqlstate: String(number) } });
  });

  it('takes the severities at which the server closes as a lost connection', () => {
    expect(toFault(said(99999, 21), 'running').kind).toBe('source-dropped');
  });

  it('takes the first of several', () => {
    expect(toFault(new AggregateError([said(208), said(4413)]), 'running').params['sqlstate']).toBe('208');
  });

  it.each([
    [driver('ESOCKET', network('ECONNREFUSED')), 'connecting', 'source-unreachable'],
    [driver('ESOCKET', network('CERT_HAS_EXPIRED')), 'connecting', 'source-no-tls'],
    [driver('ESOCKET', network('ECONNRESET')), 'running', 'source-dropped'],
    [driver('ETIMEOUT'), 'connecting', 'source-unreachable'],
    [driver('ELOGIN'), 'connecting', 'source-auth-failed'],
    [driver('EINVALIDSTATE'), 'running', 'source-dropped'],
    [new Error('unexpected end of data'), 'running', 'source-dropped'],
  ] as const)('takes %s while %s as %s', (error, phase, kind) => {
    expect(toFault(error, phase).kind).toBe(kind);
  });

  it('takes its own cancel as one of the server’s, and says nothing of the server’s text', () => {
    expect(toFault(driver('ECANCEL'), 'running').params).toEqual({ kind: 'cancelled-on-server' });
    expect(JSON.stringify(toFault(said(245), 'running').params)).not.toContain('quote values');
  });
});
