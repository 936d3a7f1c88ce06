/** A unit as people write it. Units that are not here are written after the number by their own name. */
export interface UnitSign {
  unit: string;
  /** Before the number in English. */
  sign: string;
  /** After the number in Korean. */
  korean: string;
  /** Decimals money is written with. */
  decimals: number;
}

export const CURRENCIES: readonly UnitSign[] = [
  { unit: 'USD', sign: '$', korean: '달러', decimals: 2 },
  { unit: 'KRW', sign: '₩', korean: '원', decimals: 0 },
  { unit: 'EUR', sign: '€', korean: '유로', decimals: 2 },
  { unit: 'GBP', sign: '£', korean: '파운드', decimals: 2 },
  { unit: 'JPY', sign: '¥', korean: '엔', decimals: 0 },
];

/** Units that are not written: counting needs no word. */
export const SILENT: readonly (string | undefined)[] = [undefined, 'count', 'number', ''];

export function currencyOf(unit: string | undefined): UnitSign | undefined {
  return CURRENCIES.find((currency) => currency.unit === unit);
}
