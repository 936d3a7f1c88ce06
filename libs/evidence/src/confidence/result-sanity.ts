/** Rows as they came; numbers as text. */
export interface SanityInput {
  columns: readonly string[];
  rows: readonly (readonly (string | boolean | null)[])[];
  /** First and last day the data has, where known (ISO). */
  days?: { first: string; last: string };
  /** Rows of the largest table it reads: more in the result are made by a join. */
  largest?: number;
}

export type SanityRule = 'empty' | 'all-null' | 'null-heavy' | 'zero' | 'repeated-rows' | 'blow-up' | 'days-outside' | 'constant-column';

export interface Sanity {
  /** 1: nothing odd. */
  value: number;
  findings: SanityRule[];
}

/** What is left of trust after each finding. */
const LEFT: Readonly<Record<SanityRule, number>> = { 'empty': 0.35, 'all-null': 0.1, 'null-heavy': 0.5, 'zero': 0.9, 'repeated-rows': 0.2, 'blow-up': 0.5, 'days-outside': 0.4, 'constant-column': 0.25 };
const DAY = /^\d{4}-\d\d-\d\d/;

/**
 * Do the rows look like an answer? Nothing at all, mostly NULL, the same row again and again, more rows than any table has, days
 * outside the data: each is possible and rare.
 *
 * @example resultSanity({ columns: ['n'], rows: [[null]] }) // { value: 0.1, findings: ['all-null'] }
 */
export function resultSanity({ columns, rows, days, largest }: SanityInput): Sanity {
  const cells = rows.flat();
  const nulls = cells.filter((cell) => cell === null).length;
  const different = new Set(rows.map((row) => JSON.stringify(row))).size;
  const constant = rows.length > 2 && columns.length > 1 && columns.some((_, i) => new Set(rows.map((row) => row[i] ?? null)).size === 1);
  const outside = days && cells.some((cell) => typeof cell === 'string' && DAY.test(cell) && (cell.slice(0, 10) < days.first || cell.slice(0, 10) > days.last));
  const found: Record<SanityRule, boolean> = {
    'empty': rows.length === 0,
    'all-null': cells.length > 0 && nulls === cells.length,
    'null-heavy': nulls < cells.length && nulls > cells.length / 3,
    'zero': rows.length === 1 && cells.length === 1 && Number(cells[0] ?? NaN) === 0,
    'repeated-rows': rows.length > 1 && different < rows.length,
    'blow-up': largest !== undefined && rows.length > largest,
    'days-outside': outside === true,
    'constant-column': constant,
  };
  const findings = (Object.keys(found) as SanityRule[]).filter((rule) => found[rule]);
  return { value: findings.reduce((left, rule) => left * LEFT[rule], 1), findings };
}
