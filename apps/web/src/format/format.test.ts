import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnTitle, formatCell } from './cell';
import { compareDecimals, formatBytes, groupDigits } from './number';
import { formatElapsed, formatPeriod, formatRelative } from './time';

describe('figures', () => {
  it('keeps all digits of a number no float can hold', () => {
    expect(groupDigits('9007199254740993123.4500')).toBe('9,007,199,254,740,993,123.4500');
  });

  it('leaves what is not a plain decimal alone', () => {
    for (const text of ['NaN', '1e9', '', '12-3', '1,234']) expect(groupDigits(text)).toBe(text);
  });

  it('changes nothing but separators', () => {
    fc.assert(fc.property(fc.bigInt(), fc.option(fc.nat()), (whole, fraction) => {
      const text = fraction === null ? String(whole) : `${whole}.${fraction}`;
      expect(groupDigits(text).replaceAll(',', '')).toBe(text);
    }));
  });

  it('orders exact decimals as numbers', () => {
    expect(['10', '9.5', '-3', '-12.25', '9.50', '100000000000000000001', '100000000000000000000'].sort(compareDecimals)).toEqual(['-12.25', '-3', '9.5', '9.50', '10', '100000000000000000000', '100000000000000000001']);
    expect(compareDecimals('-0.0', '0')).toBe(0);
    fc.assert(fc.property(fc.bigInt(), fc.bigInt(), (a, b) => {
      expect(Math.sign(compareDecimals(String(a), String(b)))).toBe(a < b ? -1 : a > b ? 1 : 0);
    }));
  });

  it('groups a metric and not an identifier or a year', () => {
    expect(formatCell('1234567.50', { name: 'net_revenue', type: 'numeric', role: 'metric', unit: 'USD' }, 'en')).toBe('1,234,567.50');
    expect(formatCell('1234567', { name: 'order_id', type: 'int4', role: 'dimension', ref: 'order' }, 'en')).toBe('1234567');
    expect(formatCell('2025', { name: 'year', type: 'int4', role: 'dimension', ref: 'order_date', grain: 'year' }, 'en')).toBe('2025');
  });

  it('keeps NULL apart from empty text', () => {
    const column = { name: 'city', type: 'text', role: 'dimension' as const };
    expect(formatCell(null, column, 'en')).toBeNull();
    expect(formatCell('', column, 'en')).toBe('');
  });

  it('says the unit in the heading once', () => {
    expect(columnTitle({ name: 'margin_rate', label: '이익률', type: 'numeric', role: 'metric', unit: 'percent' })).toBe('이익률 (%)');
    expect(columnTitle({ name: 'n', label: 'Orders', type: 'int8', role: 'metric', unit: 'count' })).toBe('Orders');
  });
});

describe('times', () => {
  it('says periods in both languages without shifting a day', () => {
    expect(formatPeriod('2025-01-01', 'month', 'en')).toBe('Jan 2025');
    expect(formatPeriod('2025-01-01', 'month', 'ko')).toBe('2025년 1월');
    expect(formatPeriod('2025-10-01T00:00:00', 'quarter', 'en')).toBe('Q4 2025');
    expect(formatPeriod('2025-10-01', 'quarter', 'ko')).toBe('2025년 4분기');
    expect(formatPeriod('2025-03-09', 'day', 'en')).toBe('2025-03-09');
    expect(formatPeriod('2025', 'year', 'ko')).toBe('2025');
  });

  it('says elapsed time in at most two parts', () => {
    expect(formatElapsed(0, 'en')).toBe('0 ms');
    expect(formatElapsed(240, 'en')).toBe('0.2 sec');
    expect(formatElapsed(12_000, 'en')).toBe('12 sec');
    expect(formatElapsed(245_000, 'en')).toBe('4 min 5 sec');
    expect(formatElapsed(7_380_000, 'ko')).toBe('2시간 3분');
    expect(formatElapsed(-50, 'en')).toBe('0 ms');
  });

  it('says how far away an instant is', () => {
    const now = Date.parse('2026-07-01T12:00:00Z');
    expect(formatRelative('2026-07-01T12:26:00Z', now, 'en')).toBe('in 26 minutes');
    expect(formatRelative('2026-07-01T11:56:00Z', now, 'ko')).toBe('4분 전');
    expect(formatRelative('2026-07-01T12:00:01Z', now, 'en')).toBe('now');
  });

  it('says sizes', () => {
    expect(formatBytes(52_000_000, 'en')).toBe('52 MB');
  });
});
