import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CallFailure } from './call-failure.js';
import { readRefusal, retryAfter } from './read-refusal.js';
import { retryWait } from './retry-wait.js';

const NOW = Date.parse('2026-06-30T03:00:00Z');

describe('asking again', () => {
  it('waits as long as it is asked to', () => {
    expect(retryWait(new CallFailure('busy', true, { retryAfterMs: 1_000 }), { made: 1, most: 4, leftMs: 5_000, chance: 0 })).toBe(1_000);
  });

  it('does not begin what would end after the deadline', () => {
    expect(retryWait(new CallFailure('busy', true, { retryAfterMs: 120_000 }), { made: 1, most: 4, leftMs: 30_000, chance: 0 })).toBeNull();
  });

  it('never waits past the deadline, nor where nothing may be asked again, nor too often', () => {
    const failures = fc.record({ retryAfterMs: fc.option(fc.nat(200_000), { nil: undefined }), again: fc.boolean() });
    const moments = fc.record({ made: fc.integer({ min: 1, max: 8 }), most: fc.integer({ min: 1, max: 8 }), leftMs: fc.integer({ min: -100, max: 120_000 }), chance: fc.double({ min: 0, max: 0.999, noNaN: true }) });
    fc.assert(fc.property(failures, moments, ({ retryAfterMs, again }, moment) => {
      const wait = retryWait(new CallFailure('busy', again, retryAfterMs === undefined ? {} : { retryAfterMs }), moment);
      if (!again || moment.made >= moment.most) expect(wait).toBeNull();
      if (wait !== null) {
        expect(wait).toBeLessThan(moment.leftMs);
        expect(wait).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
      }
    }));
  });

  it('reads seconds, milliseconds and dates', () => {
    expect(retryAfter({ 'retry-after': '2' }, NOW)).toBe(2_000);
    expect(retryAfter({ 'retry-after': '2', 'retry-after-ms': '150' }, NOW)).toBe(150);
    expect(retryAfter({ 'retry-after': 'Tue, 30 Jun 2026 03:00:05 GMT' }, NOW)).toBe(5_000);
    expect(retryAfter({ 'retry-after': 'Tue, 30 Jun 2026 02:00:00 GMT' }, NOW)).toBe(0);
    for (const odd of ['soon', '-1', '1e9', '', '99999999999999999999']) expect(retryAfter({ 'retry-after': odd }, NOW) ?? 0).toBeGreaterThanOrEqual(0);
  });

  it.each([
    [429, {}, 'busy', true], [529, {}, 'busy', true], [503, {}, 'busy', true], [500, {}, 'unavailable', true], [408, {}, 'unavailable', true],
    [400, {}, 'rejected', false], [401, {}, 'rejected', false], [404, {}, 'rejected', false], [302, {}, 'rejected', false],
    [429, { error: { code: 'insufficient_quota' } }, 'rejected', false],
  ] as const)('takes status %i %j for %s', (status, body, kind, again) => {
    expect(readRefusal({ status, headers: {}, body: JSON.stringify(body) }, NOW)).toMatchObject({ kind, again });
  });

  it('keeps a code and never a sentence of what the provider says', () => {
    const said = (error: unknown) => readRefusal({ status: 400, headers: {}, body: JSON.stringify({ error }) }, NOW).details.code;
    expect(said({ code: 'context_length_exceeded', message: 'x' })).toBe('context_length_exceeded');
    expect(said({ code: null, type: 'invalid_request_error' })).toBe('invalid_request_error');
    expect(said({ code: 'Incorrect API key provided: sk-live-1234' })).toBeUndefined();
    expect(said('oops')).toBeUndefined();
    expect(readRefusal({ status: 502, headers: {}, body: '<html>' }, NOW).details).toEqual({ status: 502 });
  });
});
