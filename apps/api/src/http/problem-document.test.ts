import { Fault, PROBLEMS } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { replyFor } from './problem-document.js';
import { PROBLEM_STATUS } from './problem-status.js';
import { Problem } from './problem.js';

describe('what an error becomes', () => {
  it('has a status for every problem of the registry, all of them errors', () => {
    for (const code of Object.keys(PROBLEMS) as (keyof typeof PROBLEMS)[]) expect(PROBLEM_STATUS[code]).toBeGreaterThanOrEqual(400);
  });
  it('speaks the caller’s language and keeps the parameters', () => {
    const { document } = replyFor(new Problem('time-cap', { limit: '5' }), 'ko', 'ref');
    expect(document).toEqual({ type: 'urn:countersign:problem:time-cap', title: '5ms 후 중지했습니다.', status: 422, code: 'time-cap', params: { limit: '5' } });
  });
  it('tells nothing of an unknown error but a reference', () => {
    const reply = replyFor(new Error('password=hunter2 in SELECT'), 'en', 'ref-1');
    expect(reply.document.status).toBe(500);
    expect(reply.document.reference).toBe('ref-1');
    expect(JSON.stringify(reply.document)).not.toContain('hunter2');
    expect(reply.logged).toBe(true);
  });
  it('asks to come back when the database is away', () => {
    const reply = replyFor(new Fault('store-unavailable', true), 'en', 'ref');
    expect(reply.document).toMatchObject({ status: 503, code: 'service-unavailable' });
    expect(reply.headers).toEqual({ 'retry-after': '2' });
  });
  it('calls a body that is too large by its name', () => {
    expect(replyFor(Object.assign(new Error(), { type: 'entity.too.large', status: 413 }), 'en', 'r').document).toMatchObject({ status: 413, code: 'payload-too-large' });
  });
  it('survives anything that can be thrown', () => {
    for (const thrown of [undefined, null, 'text', 7, {}]) expect(replyFor(thrown, 'en', 'r').document.code).toBe('internal');
  });
});
