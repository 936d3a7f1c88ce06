import { Exact } from '../exact.js';

/** A cell as JSON has it; numbers as the text they were written with. */
export type RawCell = string | boolean | null;

/** A cell by what it says, however it is written. */
export type CellValue =
  | { kind: 'null' }
  | { kind: 'number'; value: Exact; decimals: number; digits: number; float: boolean }
  | { kind: 'time'; ms: string }
  | { kind: 'text'; text: string };

const NUMBER = /^[+-]?(?:(?:0|[1-9]\d*)(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(?:\.(\d+))?)?\s*(Z|[+-]00(?::?00)?)?)?$/;

/**
 * What a cell says. `1`, `1.0` and `"1.00"` are one number, `2025-01-01` and `2025-01-01T00:00:00Z` one moment, `true` and `t`
 * one truth; text that only looks like a number (`007`) stays text, and NULL is not the empty text.
 */
export function readCell(cell: RawCell): CellValue {
  if (cell === null) return { kind: 'null' };
  if (typeof cell === 'boolean') return truth(cell);
  if (cell.length <= 400 && NUMBER.test(cell)) {
    const [mantissa = ''] = cell.split(/[eE]/);
    const value = new Exact(cell);
    return { kind: 'number', value, decimals: value.decimalPlaces(), digits: mantissa.replace(/^[+-]?0*\.?0*|\./g, '').length, float: /[eE]/.test(cell) };
  }
  const [, day, minute = '00:00', second = '00', fraction = ''] = TIME.exec(cell) ?? [];
  if (day !== undefined) return { kind: 'time', ms: `${day} ${minute}:${second}.${fraction.replace(/0+$/, '')}` };
  if (/^(?:t|f|true|false)$/i.test(cell)) return truth(cell.charAt(0).toLowerCase() === 't');
  return { kind: 'text', text: cell };
}

/** Engines without a boolean have 1 and 0. */
const truth = (value: boolean): CellValue => ({ kind: 'number', value: new Exact(value ? 1 : 0), decimals: 0, digits: 1, float: false });

/** Fewer decimals than these are figures as they are; more are how far an engine happens to divide. */
const DIVIDED = 4;

/**
 * Are two cells one answer? Numbers are compared exactly, with two allowances: where both show at least four decimals, the
 * shorter may be the longer one cut off or rounded (an average is 12.3333 on one engine and 12.333333333333 on another); and where one has fifteen or more
 * digits or an exponent, a relative difference of 1e-12 is the noise of binary fractions.
 */
export function sameValue(a: CellValue, b: CellValue): boolean {
  if (a.kind === 'number' && b.kind === 'number') {
    if (a.value.eq(b.value)) return true;
    const difference = a.value.minus(b.value).abs();
    if (a.decimals === 0 && b.decimals === 0 && !a.float && !b.float) return false;
    const noisy = a.float || b.float || a.digits >= 15 || b.digits >= 15;
    if (noisy && difference.lte(Exact.max(a.value.abs(), b.value.abs()).times('1e-12'))) return true;
    const shown = Math.min(a.decimals, b.decimals);
    return shown >= DIVIDED && difference.lt(new Exact(10).pow(-shown));
  }
  return keyOfValue(a) === keyOfValue(b);
}

/** May this be the same as a value that is written otherwise? */
export function isLoose(value: CellValue): boolean {
  return value.kind === 'number' && (value.float || value.digits >= 15 || value.decimals > 0);
}

export function keyOfValue(value: CellValue): string {
  switch (value.kind) {
    case 'null': return 'n';
    case 'number': return `#${value.value.toFixed()}`;
    case 'time': return `t${value.ms}`;
    case 'text': return `s${value.text}`;
  }
}
