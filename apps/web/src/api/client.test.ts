import { routes } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { createClient, routeUrl } from './client';
import { ApiProblem, problemSentence } from './problem';

const ID = '0192f0c4-7c1e-7b7e-8b7a-2f3a4b5c6d7e';

function answering(status: number, body: unknown) {
  const seen: { url: string; init: RequestInit }[] = [];
  const fetch = (async (url: string, init: RequestInit) => {
    seen.push({ url, init });
    return new Response(status === 204 ? null : typeof body === 'string' ? body : JSON.stringify(body), { status });
  }) as typeof globalThis.fetch;
  return { seen, call: createClient({ fetch, csrfToken: () => 'token-1' }) };
}

describe('client', () => {
  it('fills the path, leaves out empty query members and encodes both', () => {
    expect(routeUrl('/v1/jobs/:id/result', { id: 'a/b' }, { offset: 0, state: undefined, search: '매출 & net', cursor: '' })).toBe('/v1/jobs/a%2Fb/result?offset=0&search=%EB%A7%A4%EC%B6%9C+%26+net');
  });

  it('refuses to call a path with a parameter missing', () => {
    expect(() => routeUrl('/v1/jobs/:id', {})).toThrow('needs id');
  });

  it('sends the CSRF token, the cookie and an idempotency key when something changes', async () => {
    const { call, seen } = answering(202, { jobId: ID, state: 'RECEIVED' });
    const answer = await call(routes.askQuestion, { body: { question: '순매출', dataSourceId: ID, packId: 'commerce' }, idempotencyKey: 'k1' });
    expect(answer).toEqual({ jobId: ID, state: 'RECEIVED' });
    expect(seen[0]?.init).toMatchObject({ method: 'POST', credentials: 'same-origin', headers: { 'x-csrf-token': 'token-1', 'idempotency-key': 'k1', 'content-type': 'application/json' } });
  });

  it('sends no CSRF token when it only reads', async () => {
    const { call, seen } = answering(200, { items: [] });
    await call(routes.listPacks, {});
    expect(seen[0]?.init.headers).not.toHaveProperty('x-csrf-token');
  });

  it('gives nothing for 204', async () => {
    await expect(answering(204, null).call(routes.signOut, {})).resolves.toBeUndefined();
  });

  it('turns problem details into the text of the reader’s language', async () => {
    const { call } = answering(409, { type: 'about:blank', title: 'Conflict', status: 409, code: 'already-decided', params: { name: 'Mina Park', at: '14:02', decision: 'approve' } });
    const error = await call(routes.cancelJob, { params: { id: ID } }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(ApiProblem);
    expect(problemSentence(error, 'en')).toBe('Mina Park decided at 14:02: approve.');
    expect(problemSentence(error, 'ko')).toBe('Mina Park 님이 14:02에 결정했습니다: approve.');
  });

  it('names a proxy’s HTML error a failed request and keeps its status', async () => {
    const error = await answering(502, '<html>').call(routes.listPacks, {}).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'failed', status: 502, retryable: true });
  });

  it('refuses an answer of another shape than the contract', async () => {
    const error = await answering(200, { items: [{ id: 1 }] }).call(routes.listPacks, {}).catch((e: unknown) => e);
    expect(error).toMatchObject({ code: 'unexpected-answer' });
  });

  it('says the server did not answer when the network is gone', async () => {
    const call = createClient({ fetch: (() => Promise.reject(new TypeError('Failed to fetch'))) as typeof fetch, csrfToken: () => undefined });
    const error = await call(routes.listPacks, {}).catch((e: unknown) => e);
    expect(problemSentence(error, 'en')).toContain('did not answer');
  });

  it('shows a code nobody knows as a failed request, never as raw text', () => {
    expect(problemSentence(new ApiProblem('toString', 400), 'en')).toBe('The request failed.');
  });
});
