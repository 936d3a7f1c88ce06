import { describe, expect, it } from 'vitest';
import { toFault } from './errors.js';

const server = (errno: number, sqlState = 'HY000') => Object.assign(new Error('비밀번호가 틀렸습니다: hunter2'), { errno, sqlState, code: 'ER_ANY' });
const network = (code: string, more: object = {}) => Object.assign(new Error('x'), { code, ...more });

describe('errors of MySQL, MariaDB and of sockets', () => {
  it.each([
    [1045, 'connecting', 'source-auth-failed', false],
    [4151, 'connecting', 'source-auth-failed', false],
    [1049, 'connecting', 'source-unreachable', false],
    [1040, 'connecting', 'source-unreachable', true],
    [1203, 'connecting', 'source-unreachable', true],
    [1927, 'running', 'source-dropped', true],
    [1053, 'running', 'source-dropped', true],
    [1054, 'running', 'query-failed', false],
    [1142, 'running', 'query-failed', false],
    [1205, 'running', 'query-failed', true],
    [1213, 'running', 'query-failed', true],
    [1792, 'running', 'query-failed', false],
  ] as const)('reads %s while %s as %s', (errno, phase, kind, retryable) => {
    expect(toFault(server(errno), phase)).toMatchObject({ kind, retryable });
  });

  it.each([
    ['ECONNREFUSED', 'connecting', 'source-unreachable'],
    ['ECONNRESET', 'running', 'source-dropped'],
    ['PROTOCOL_CONNECTION_LOST', 'connecting', 'source-unreachable'],
    ['PROTOCOL_CONNECTION_LOST', 'running', 'source-dropped'],
    ['HANDSHAKE_NO_SSL_SUPPORT', 'connecting', 'source-no-tls'],
    ['AUTH_SWITCH_PLUGIN_ERROR', 'connecting', 'source-auth-failed'],
    ['ERR_INVALID_ARG_TYPE', 'running', 'internal'],
  ] as const)('reads %s while %s as %s', (code, phase, kind) => {
    expect(toFault(network(code), phase)).toMatchObject({ kind });
  });

  it('says why a certificate does not hold, though the driver hides it', () => {
    const hidden = network('HANDSHAKE_SSL_ERROR', { cause: network('CERT_HAS_EXPIRED') });
    expect(toFault(hidden, 'connecting')).toMatchObject({ kind: 'source-no-tls', params: { detail: 'CERT_HAS_EXPIRED' } });
  });

  it.each([1969, 3024, 1317])('takes %s for a statement that the server stopped', (errno) => {
    expect(toFault(server(errno), 'running')).toMatchObject({ kind: 'query-failed', params: { kind: 'cancelled-on-server' } });
  });

  it('holds numbers and states, and no word of the server', () => {
    const fault = toFault(server(1064, '42000'), 'running');
    expect(fault.params).toEqual({ kind: '42000', sqlstate: '42000', number: '1064' });
    expect(JSON.stringify(fault)).not.toContain('hunter2');
  });
});
