import { Exact } from '../exact.js';
import { CURRENCIES } from '../units.js';

export interface GridColumn {
  name: string;
  unit?: string | undefined;
}

/** A cell with the numbers in it. */
export interface GridCell {
  text: string;
  /** The number that the cell as a whole is. */
  value: Exact | undefined;
  percent: boolean;
}

export interface Grid {
  columns: readonly GridColumn[];
  cells: readonly (readonly GridCell[])[];
  /** Columns whose cells are mostly numbers. */
  numeric: readonly boolean[];
  /** Powers of ten that a column's name or unit says its cells are in: '(in millions)' 6, '천원' 3. */
  exponents: readonly number[];
}

const SCALES: readonly (readonly [RegExp, number])[] = [
  [/thousand|\(?000s?\)|x\s?1,?000\b|\bk\b|천\s?(?:원|달러|명|단위)/i, 3], [/million|\bmm?\b|백만/i, 6], [/billion|\bbn\b|십억/i, 9], [/억\s?(?:원|달러|단위)?/, 8], [/만\s?(?:원|달러|명|단위)/, 4],
];

const SIGNS = new RegExp(`[${CURRENCIES.map(({ sign }) => sign).join('')}]|\\b(?:${CURRENCIES.map(({ unit }) => unit).join('|')})\\b|${CURRENCIES.map(({ korean }) => korean).join('|')}`, 'g');

/** A table as it was returned, or as people lay one out: '$ 5,686', '(1,234)', '12.5 %'. */
export function readGrid(columns: readonly GridColumn[], rows: readonly (readonly (string | boolean | null)[])[]): Grid {
  const cells = rows.map((row) => row.map((cell): GridCell => readGridCell(cell)));
  const numeric = columns.map((_, at) => {
    const filled = cells.filter((row) => row[at]?.text !== '');
    return filled.length > 0 && filled.filter((row) => row[at]?.value !== undefined).length * 2 >= filled.length;
  });
  const exponents = columns.map(({ name, unit }) => SCALES.find(([words]) => words.test(`${name} ${unit ?? ''}`))?.[1] ?? 0);
  return { columns, cells, numeric, exponents };
}

function readGridCell(cell: string | boolean | null): GridCell {
  const text = cell === null ? '' : String(cell).trim();
  const bare = text.replace(SIGNS, '').trim();
  const [, open, sign = '', digits = '', , percent] = /^(\()?\s*([-−–+]?)\s*((?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?)\s*(\))?\s*(%)?\s*\)?$/.exec(bare) ?? [];
  if (digits === '' || digits === '.') return { text, value: undefined, percent: false };
  const value = new Exact(digits.replaceAll(',', ''));
  return { text, value: open !== undefined || /[-−–]/.test(sign) ? value.neg() : value, percent: percent !== undefined };
}
