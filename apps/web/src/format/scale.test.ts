import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { columnScale, placesOf, toScale } from './scale';

const money = { name: 'm', type: 'numeric', role: 'metric' as const, unit: 'USD' };
const rate = { name: 'r', type: 'numeric', role: 'metric' as const, unit: 'percent' };

describe('decimal places', () => {
  it('rounds half away from zero, by digits', () => {
    expect(toScale('14461.9745000000', 2)).toBe('14461.97');
    expect(toScale('0.005', 2)).toBe('0.01');
    expect(toScale('-2.5', 0)).toBe('-3');
    expect(toScale('999.995', 2)).toBe('1000.00');
    expect(toScale('9007199254740993.125', 2)).toBe('9007199254740993.13');
    expect(toScale('-0.001', 2)).toBe('0.00');
  });

  it('pads to line up and leaves other text alone', () => {
    expect(toScale('12', 2)).toBe('12.00');
    expect(toScale('12', 0)).toBe('12');
    expect(toScale('NaN', 2)).toBe('NaN');
  });

  it('is the nearest value at those places', () => {
    fc.assert(fc.property(fc.bigInt({ min: -(10n ** 20n), max: 10n ** 20n }), fc.integer({ min: 0, max: 6 }), (units, places) => {
      // `units` of 10⁻⁸, written out, then read back in the same unit.
      const digits = (units < 0n ? -units : units).toString().padStart(9, '0');
      const text = `${units < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
      const back = BigInt(toScale(text, places).replace('.', '') + '0'.repeat(8 - places));
      const off = back > units ? back - units : units - back;
      expect(off * 2n <= 10n ** BigInt(8 - places)).toBe(true);
    }));
  });

  it('leaves out the zeros a database pads with, for a whole column', () => {
    expect(placesOf('14461.974500000')).toBe(4);
    expect(columnScale(money, ['14461.97450000', '10313.38925000', null])).toEqual({ places: 5, rounded: false });
    expect(columnScale(money, ['10.0000', '12.0'])).toEqual({ places: 2, rounded: false });
    expect(columnScale(rate, ['12.500', '7'])).toEqual({ places: 1, rounded: false });
    expect(columnScale({ ...money, unit: 'count' }, ['12', '7'])).toEqual({ places: 0, rounded: false });
  });

  it('shows at most six places and says that there are more', () => {
    expect(columnScale(rate, ['33.3333333333333333'])).toEqual({ places: 6, rounded: true });
  });

  it('has no scale for what is no figure', () => {
    expect(columnScale({ name: 'id', type: 'int4', role: 'dimension' }, ['1'])).toBeNull();
  });
});
