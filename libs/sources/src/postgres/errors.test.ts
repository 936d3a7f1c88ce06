import { Fault } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { toFault } from './errors.js';

const pg = (code: string, more: object = {}) => Object.assign(new Error('비밀번호가 틀렸습니다: hunter2'), { code, ...more });

describe('errors of PostgreSQL and of sockets', () => {
  it.each([
    ['28P01', 'connecting', 'source-auth-failed', false],
    ['28000', 'connecting', 'source-auth-failed', false],
    ['3D000', 'connecting', 'source-unreachable', false],
    ['53300', 'connecting', 'source-unreachable', true],
    ['57P03', 'connecting', 'source-unreachable', true],
    ['ECONNREFUSED', 'connecting', 'source-unreachable', true],
    ['ENOTFOUND', 'connecting', 'source-unreachable', false],
    ['ECONNRESET', 'connecting', 'source-unreachable', true],
    ['ECONNRESET', 'running', 'source-dropped', true],
    ['EPIPE', 'running', 'source-dropped', true],
    ['57P01', 'running', 'source-dropped', true],
    ['25P03', 'running', 'source-dropped', true],
    ['08006', 'running', 'source-dropped', true],
    ['CERT_HAS_EXPIRED', 'connecting', 'source-no-tls', false],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'connecting', 'source-no-tls', false],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'connecting', 'source-no-tls', false],
    ['42P01', 'running', 'query-failed', false],
    ['22012', 'running', 'query-failed', false],
    ['42501', 'running', 'query-failed', false],
    ['25006', 'running', 'query-failed', false],
    ['55P03', 'running', 'query-failed', true],
    ['40001', 'running', 'query-failed', true],
    ['57014', 'running', 'query-failed', false],
    ['53200', 'running', 'query-failed', true],
    ['XX000', 'running', 'query-failed', false],
    ['ERR_INVALID_ARG_TYPE', 'running', 'internal', false],
  ] as const)('reads %s while %s as %s', (code, phase, kind, retryable) => {
    expect(toFault(pg(code), phase)).toMatchObject({ kind, retryable });
  });

  it('takes an error without a code for a lost or missing connection', () => {
    expect(toFault(new Error('Connection terminated unexpectedly'), 'running')).toMatchObject({ kind: 'source-dropped', retryable: true });
    expect(toFault(new Error('timeout expired'), 'connecting')).toMatchObject({ kind: 'source-unreachable', retryable: true });
  });

  it('looks into the attempts at several addresses', () => {
    const several = new AggregateError([Object.assign(new Error(''), { code: 'ECONNREFUSED' })]);
    expect(toFault(several, 'connecting').kind).toBe('source-unreachable');
  });

  it('keeps the server’s text in the cause and out of everything that is shown', () => {
    const fault = toFault(pg('28P01', { detail: 'hunter2', where: 'hunter2', position: 'hunter2' }), 'connecting');
    expect(JSON.stringify([fault.message, fault.params, fault.kind])).not.toContain('hunter2');
    expect((fault.cause as Error).message).toContain('hunter2');
  });

  it('gives the state and the place of a failed statement', () => {
    expect(toFault(pg('42703', { position: '17' }), 'running').params).toEqual({ kind: '42703', sqlstate: '42703', position: '17' });
  });

  it('leaves a fault as it is, also when the pool wrapped it', () => {
    const fault = new Fault('source-no-tls', false);
    expect(toFault(fault, 'connecting')).toBe(fault);
    expect(toFault(new Error('wrapped', { cause: fault }), 'connecting')).toBe(fault);
  });
});
