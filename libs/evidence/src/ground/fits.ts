import { Exact } from '../exact.js';
import type { ProseFigure } from './prose-figures.js';

/** Does a figure, as it is written, say this value? Rounded half up to the places it shows; 'about', 'over' and 'nearly' to its last digit that is not 0. */
export function fits(figure: ProseFigure, value: Exact): boolean {
  const { value: shown, scale, exponent, bound } = figure;
  if (!shown) return false;
  const unit = new Exact(10).pow(exponent);
  if (value.div(unit).toDecimalPlaces(scale, Exact.ROUND_HALF_UP).times(unit).eq(shown)) return true;
  // A loss "of 12" is −12; the words say the direction.
  if (shown.isPositive() && value.isNegative()) return fits(figure, value.neg());
  if (bound === 'exact' || shown.isZero()) return false;
  const step = lastDigit(shown);
  const rounded = value.div(step).toDecimalPlaces(0, bound === 'about' ? Exact.ROUND_HALF_UP : bound === 'above' ? Exact.ROUND_FLOOR : Exact.ROUND_CEIL).times(step);
  return rounded.eq(shown);
}

/** The power of ten of the last digit that is not 0. */
function lastDigit(value: Exact): Exact {
  let step = new Exact(10).pow(-value.decimalPlaces());
  while (value.div(step.times(10)).isInteger()) step = step.times(10);
  return step;
}
