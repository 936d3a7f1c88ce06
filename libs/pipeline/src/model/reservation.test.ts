import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ModelRequest } from './port.js';
import { reservationFor } from './reservation.js';

const request = (fields: Partial<ModelRequest> = {}): ModelRequest => ({ system: 'You turn questions into SQL.', messages: [], tools: [], maxOutputTokens: 1_000, deadlineMs: 1_000, ...fields });

describe('a reservation', () => {
  it('holds the whole output limit', () => {
    expect(reservationFor(request()).outputTokens).toBe(1_000);
  });

  it('grows with all that is sent', () => {
    const tool = { name: 'check_sql', description: 'What the gate says.', input: { type: 'object' } };
    const least = reservationFor(request()).inputTokens;
    expect(reservationFor(request({ tools: [tool] })).inputTokens).toBeGreaterThan(least);
    expect(reservationFor(request({ messages: [{ role: 'tool', callId: 'a', tool: 'check_sql', result: 'x'.repeat(1_000), failed: false }] })).inputTokens).toBeGreaterThan(least + 400);
    expect(reservationFor(request({ messages: [{ role: 'model', text: '', calls: [{ id: 'a', tool: 'check_sql', input: { sql: 'x'.repeat(1_000) } }] }] })).inputTokens).toBeGreaterThan(least + 400);
  });

  it('never shrinks when a text grows', () => {
    fc.assert(fc.property(fc.string(), fc.string({ unit: 'grapheme' }), (a, b) => {
      const [shorter, longer] = [a, a + b].map((text) => reservationFor(request({ messages: [{ role: 'user', text }] })).inputTokens);
      expect(longer).toBeGreaterThanOrEqual(shorter ?? 0);
    }));
  });

  it('counts a Korean syllable as more than one token and a word of SQL as more than two', () => {
    const added = (text: string) => reservationFor(request({ system: text })).inputTokens - reservationFor(request({ system: '' })).inputTokens;
    expect(added('지난달순매출은')).toBeGreaterThan(7);
    expect(added('SELECT count(*) FROM orders')).toBeGreaterThan(8);
  });
});
