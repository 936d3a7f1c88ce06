import type { Claim, ResultColumn } from '@countersign/contracts';
import { expect, it } from 'vitest';
import { claimFormula } from './claim-formula';

const columns: ResultColumn[] = [
  { name: 'month', type: 'date', role: 'dimension', grain: 'month' },
  { name: 'channel', type: 'text', role: 'dimension' },
  { name: 'net_revenue', label: '순매출', type: 'numeric', role: 'metric', unit: 'USD' },
];
const rows = [['2025-01-01', 'web', '1200.50'], ['2025-02-01', 'web', '900'], ['2025-03-01', null, '1'], ['2025-04-01', 'web', '2'], ['2025-05-01', 'web', '3']];
const claim = (over: Partial<Claim>): Claim => ({ text: '', span: { start: 0, end: 0 }, value: '2106.50', operation: 'sum', operands: [], scale: 1, exponent: 0, status: 'grounded', ...over });

it('names a cell by its row and column', () => {
  expect(claimFormula(claim({ operation: 'cell', value: '1200.50', operands: [{ row: 0, column: 2 }] }), columns, rows, 'ko')).toEqual({
    operation: 'cell', column: '순매출 (USD)', operands: [{ place: '2025년 1월, web', value: '1,200.50' }], more: 0, value: '1,200.50',
  });
});

it('shows the first operands of many and counts the rest', () => {
  const formula = claimFormula(claim({ operands: rows.map((_, row) => ({ row, column: 2 })) }), columns, rows, 'en');
  expect(formula.operands).toHaveLength(3);
  expect(formula.operands[2]?.place).toBe('Mar 2025, –');
  expect(formula.more).toBe(2);
});

it('names the only row of a result without dimensions by its column', () => {
  expect(claimFormula(claim({ operands: [{ row: 0, column: 0 }] }), [{ name: 'n', label: 'Orders', type: 'int8', role: 'metric', unit: 'count' }], [['2986']], 'en').operands).toEqual([{ place: 'Orders', value: '2,986' }]);
});

it('says nothing of cells that were not fetched', () => {
  expect(claimFormula(claim({ operands: [{ row: 5000, column: 2 }] }), columns, rows, 'en').operands).toEqual([{ place: '–, –', value: '–' }]);
});
