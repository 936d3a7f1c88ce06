import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.js';
import { redact, redactText } from './redact.js';

describe('redaction', () => {
  it('masks secrets at any depth and leaves the rest', () => {
    const row = { user: 'reader', password: 'p', nested: [{ apiKey: 'k', deep: { authorization: 'Bearer x', count: 3 } }], credential: { username: 'u' } };
    expect(redact(row)).toEqual({ user: 'reader', password: '[redacted]', nested: [{ apiKey: '[redacted]', deep: { authorization: '[redacted]', count: 3 } }], credential: '[redacted]' });
  });

  it('takes the password out of a connection string, wherever it stands', () => {
    expect(redactText('connect to postgresql://app:s3cr3t@db:5432/x failed')).toBe('connect to postgresql://app:[redacted]@db:5432/x failed');
    expect(redactText('redis://:abcdef@127.0.0.1:6379')).toBe('redis://:[redacted]@127.0.0.1:6379');
    expect(redactText('sent Bearer cs_abcdefgh12345')).toBe('sent Bearer [redacted]');
  });

  it('keeps of an error its kind, code, text and causes, and nothing else', () => {
    const cause = Object.assign(new Error('connect postgresql://a:b@h/d'), { code: '28P01', client: { password: 'b' }, detail: 'Key (email)=(x@y) exists' });
    const seen = JSON.stringify(redact(new Error('outer', { cause })));
    expect(seen).toContain('28P01');
    expect(seen).not.toContain('a:b@');
    expect(seen).not.toContain('x@y');
  });

  it('survives circular values', () => {
    const loop: Record<string, unknown> = { password: 'hidden' };
    loop.self = loop;
    expect(JSON.stringify(redact(loop))).not.toContain('hidden');
  });

  it('never lets the value of a secret key through, in any shape', () => {
    const secret = 'S3CR3T-VALUE';
    const key = fc.constantFrom('password', 'dbPassword', 'clientSecret', 'accessToken', 'Authorization', 'credentials', 'x-api-key', 'set-cookie', 'csrfToken');
    const leaf = key.map((name): unknown => ({ [name]: secret }));
    const wrap = (inner: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> => fc.oneof(inner, fc.array(inner, { maxLength: 3 }), fc.dictionary(fc.string(), inner, { maxKeys: 3 }));
    const tree = Array.from({ length: 10 }).reduce<fc.Arbitrary<unknown>>(wrap, leaf);
    fc.assert(fc.property(tree, (value) => !JSON.stringify(redact(value)).includes(secret)), { numRuns: 300 });
  });
});

describe('the log', () => {
  it('writes one JSON object a line, with the fields of its child and no secret', () => {
    const lines: string[] = [];
    const log = createLog({ process: 'worker', destination: { write: (line) => void lines.push(line) } }).child({ jobId: 'j1' });
    log.warn({ err: new Error('no'), token: 't0ps3cret' }, 'lost redis://:pw@h:1');
    log.debug({}, 'not at this level');
    expect(lines).toHaveLength(1);
    const line = JSON.parse(lines[0] ?? '') as Record<string, unknown>;
    expect(line).toMatchObject({ level: 'warn', process: 'worker', jobId: 'j1', token: '[redacted]', msg: 'lost redis://:[redacted]@h:1', err: { message: 'no' } });
    expect(lines[0]).not.toContain('t0ps3cret');
  });
});
