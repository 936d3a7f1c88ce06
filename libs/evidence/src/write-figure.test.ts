import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Exact, readExact } from './exact.js';
import { findFigures } from './find-figures.js';
import { writeFigure } from './write-figure.js';

describe('writeFigure', () => {
  it.each<[string, string | undefined, 'en' | 'ko', string]>([
    ['1234.5', 'USD', 'en', '$1,234.50'], ['-1234.5', 'USD', 'en', '-$1,234.50'], ['1234.5', 'USD', 'ko', '1,234.50달러'],
    ['1234567.895', 'USD', 'en', '$1,234,567.90'], ['-0.005', 'USD', 'en', '-$0.01'], ['0', 'USD', 'en', '$0.00'],
    ['123450000', 'KRW', 'ko', '1억 2,345만원'], ['300000000', 'KRW', 'ko', '3억원'], ['123450001', 'KRW', 'ko', '123,450,001원'], ['30000', 'count', 'ko', '3만'],
    ['1234500000000', 'KRW', 'ko', '12,345억원'], ['800', 'count', 'en', '800'], ['31.2345', 'percent', 'en', '31.23%'], ['31.50', 'percent', 'en', '31.5%'],
    ['0.00123', undefined, 'en', '0.0012'], ['0.999', undefined, 'en', '1'], ['12.5', 'days', 'en', '12.5 days'], ['9007199254740993', 'count', 'en', '9,007,199,254,740,993'],
    ['99999999999999999999999999999999999999.99', 'USD', 'en', '$99,999,999,999,999,999,999,999,999,999,999,999,999.99'],
  ])('%s %s in %s is %s', (value, unit, locale, text) => {
    expect(writeFigure(new Exact(value), unit, locale).text).toBe(text);
  });

  it('writes what the finder reads back, to the scale shown', () => {
    const values = fc.tuple(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.nat(12)).map(([digits, scale]) => new Exact(digits.toString()).div(new Exact(10).pow(scale)));
    fc.assert(fc.property(values, fc.constantFrom(undefined, 'USD', 'KRW', 'percent', 'count', 'days'), fc.constantFrom('en' as const, 'ko' as const), (value, unit, locale) => {
      const { text, scale, exponent } = writeFigure(value, unit, locale);
      const [figure, ...others] = findFigures(text);
      expect(others).toEqual([]);
      expect([figure?.scale, figure?.exponent]).toEqual([scale, exponent]);
      expect(figure?.value?.eq(value.div(new Exact(10).pow(exponent)).toDecimalPlaces(scale).times(new Exact(10).pow(exponent)))).toBe(true);
    }), { numRuns: 2_000 });
  });
});

describe('readExact', () => {
  it.each(['NaN', 'Infinity', '-Infinity', '', ' 1', '1,000', '0x10', '1e9999', 'abc', null, undefined])('%j is no number', (cell) => {
    expect(readExact(cell)).toBeUndefined();
  });
  it.each([['1.10', '1.1'], ['-0', '0'], ['1e20', '100000000000000000000'], ['.5', '0.5'], ['123456789012345678901234567890.123456789', '123456789012345678901234567890.123456789']])('%s is exactly %s', (cell, exact) => {
    expect(readExact(cell)?.abs().toFixed()).toBe(exact);
  });
});
