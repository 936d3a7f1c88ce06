import { Fault } from '@countersign/contracts';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { sqlState, storeFault } from './store-fault.js';

const server = (code: string) => Object.assign(new pg.DatabaseError('Meldung in einer anderen Sprache', 10, 'error'), { code });
const prisma = (code: string, meta: object = {}) => Object.assign(new (class PrismaClientKnownRequestError extends Error {})('x'), { code, meta });

describe('what pg and Prisma throw', () => {
  it('is worth another try when the database is gone, going, full or busy', () => {
    for (const code of ['57P01', '57P02', '57P03', '08006', '53300', '40001', '40P01', '57014', '25006']) expect([code, storeFault(server(code))]).toMatchObject([code, { kind: 'store-unavailable', retryable: true }]);
    for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE']) expect(storeFault(Object.assign(new Error('x'), { code }))).toMatchObject({ kind: 'store-unavailable', retryable: true });
    for (const code of ['P1001', 'P1017', 'P2024', 'P2028']) expect(storeFault(prisma(code))).toMatchObject({ kind: 'store-unavailable', retryable: true });
    expect(storeFault(new Error('Connection terminated unexpectedly'))).toMatchObject({ kind: 'store-unavailable', retryable: true });
    expect(storeFault(prisma('P2010', { driverAdapterError: { cause: { kind: 'postgres', originalCode: '57P01' } } }))).toMatchObject({ kind: 'store-unavailable', retryable: true });
  });

  it('is a defect otherwise', () => {
    for (const code of ['23505', '42501', '22P02', '42883', 'CS003']) expect([code, storeFault(server(code))]).toMatchObject([code, { kind: 'internal', retryable: false, params: { sqlState: code } }]);
    for (const error of [prisma('P2002'), prisma('P2025'), new TypeError('x'), 'text', undefined, null]) expect(storeFault(error)).toMatchObject({ kind: 'internal', retryable: false });
  });

  it('keeps a Fault, the cause, and no message of the driver', () => {
    const fault = new Fault('internal', false);
    expect(storeFault(fault)).toBe(fault);
    const error = server('23505');
    expect(storeFault(error)).toMatchObject({ message: 'internal', cause: error });
  });

  it('finds the SQLSTATE under Prisma’s own code', () => {
    expect(sqlState(prisma('P2010', { driverAdapterError: { cause: { originalCode: 'CS003' } } }))).toBe('CS003');
    expect(sqlState(prisma('P2002'))).toBeUndefined();
  });
});
