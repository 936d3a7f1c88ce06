import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell, Claim, Interpretation, ResultColumn } from '@countersign/contracts';
import { checkAnswer } from './check-answer.js';
import { composeAnswer, type ComposeInput } from './compose/compose-answer.js';
import { recompute } from './recompute.js';

const USD: ResultColumn = { name: 'net_revenue', label: 'net revenue', role: 'metric', unit: 'USD', type: 'numeric' };
const PERCENT: ResultColumn = { name: 'margin_rate', label: 'margin rate', role: 'metric', unit: 'percent', type: 'numeric' };
const CHANNEL: ResultColumn = { name: 'channel', label: 'channel', role: 'dimension', type: 'text' };
const MONTH: ResultColumn = { name: 'month', label: 'month', role: 'dimension', grain: 'month', type: 'date' };
const interpretation = (changes: Partial<Interpretation> = {}): Interpretation => ({
  locale: 'en', question: 'q', today: '2026-06-30', pack: { id: 'commerce', version: 1 }, intent: 'aggregate', metrics: [], dimensions: [], filters: [],
  period: null, having: [], order: [], spans: [], notes: [], ...changes,
});

const claim = (text: string, whole: string, changes: Partial<Claim> = {}): Claim => {
  const start = whole.indexOf(text);
  return { text, span: { start, end: start + text.length }, value: '1234.5', unit: 'USD', operation: 'cell', operands: [{ row: 0, column: 0 }], scale: 2, exponent: 0, status: 'grounded', ...changes };
};
const TEXT = 'Revenue came to $1,234.50.';
const rows: Cell[][] = [['1234.5', '20'], ['10', '30'], [null, '50']];
const columns = [USD, PERCENT];
const verdict = (text: string, claims: Claim[], more = {}) => checkAnswer(text, claims, columns, rows, more).verdict;

describe('checkAnswer', () => {
  it('believes a figure that is bound and recomputes', () => {
    expect(checkAnswer(TEXT, [claim('$1,234.50', TEXT)], columns, rows)).toMatchObject({ verdict: 'grounded', figures: [{ text: '$1,234.50', status: 'grounded' }], claims: [{ status: 'grounded' }] });
  });
  it('has nothing to say about a text without figures', () => {
    expect(verdict('Nothing matches.', [])).toBe('no_figures');
  });

  it.each<[string, string, Claim[]]>([
    ['a figure nothing claims', TEXT, []],
    ['a figure beside a good one', 'Revenue came to $1,234.50 of 9.', [claim('$1,234.50', TEXT)]],
    ['a number word', 'Revenue came to $1,234.50, twice as much.', [claim('$1,234.50', TEXT)]],
    ['another digit', 'Revenue came to $1,234.60.', [claim('$1,234.60', 'Revenue came to $1,234.60.')]],
    ['a lost sign', TEXT, [claim('$1,234.50', TEXT, { value: '-1234.5' })]],
    ['another value under the right text', TEXT, [claim('$1,234.50', TEXT, { value: '1234.51' })]],
    ['another cell', TEXT, [claim('$1,234.50', TEXT, { operands: [{ row: 1, column: 0 }] })]],
    ['a cell that is not there', TEXT, [claim('$1,234.50', TEXT, { operands: [{ row: 9, column: 0 }] })]],
    ['a NULL', TEXT, [claim('$1,234.50', TEXT, { operands: [{ row: 2, column: 0 }] })]],
    ['another unit', 'Revenue came to €1,234.50.', [claim('€1,234.50', 'Revenue came to €1,234.50.')]],
    ['a percentage that is none', 'Revenue came to 1,234.50%.', [claim('1,234.50%', 'Revenue came to 1,234.50%.')]],
    ['another scale word', 'Revenue came to $1,234.50 million.', [claim('$1,234.50 million', 'Revenue came to $1,234.50 million.')]],
    ['a scale word outside the claim', 'Revenue came to $1,234.50 million.', [claim('$1,234.50', TEXT)]],
    ['a claim on half a figure', 'Revenue came to $21,234.50.', [claim('1,234.50', 'Revenue came to $21,234.50.')]],
    ['fewer decimals than claimed', 'Revenue came to $1,235.', [claim('$1,235', 'Revenue came to $1,235.', { scale: 2 })]],
    ['a claim elsewhere in the text', TEXT, [claim('$1,234.50', TEXT, { span: { start: 0, end: 9 } })]],
    ['a claim on nothing', TEXT, [claim('$1,234.50', TEXT), claim('', TEXT, { span: { start: 0, end: 0 } })]],
    ['a maximum that is none', 'Revenue came to $10.00.', [claim('$10.00', 'Revenue came to $10.00.', { value: '10', operation: 'max', operands: [{ row: 1, column: 0 }] })]],
  ])('does not believe %s', (_what, text, claims) => {
    expect(verdict(text, claims)).toBe('ungrounded');
  });

  it('rounds half away from zero, and only as shown', () => {
    const shown = 'Revenue came to $1,235.';
    expect(verdict(shown, [claim('$1,235', shown, { scale: 0 })])).toBe('grounded');
    expect(verdict('Revenue came to $1,234.', [claim('$1,234', 'Revenue came to $1,234.', { scale: 0 })])).toBe('ungrounded');
  });

  it('does not take the extreme of a part for the extreme', () => {
    const max = claim('$1,234.50', TEXT, { operation: 'max' });
    expect(verdict(TEXT, [max])).toBe('grounded');
    expect(verdict(TEXT, [max], { rowCount: 9 })).toBe('ungrounded');
  });

  it('believes digits of the period asked for at the beginning only, and only when told what was asked', () => {
    const asked = interpretation({ period: { from: '2025-01-01', to: '2026-01-01', label: '2025', assumed: false } });
    const said = `2025: ${TEXT}`;
    const bound = claim('$1,234.50', said);
    expect(verdict(said, [bound], { interpretation: asked })).toBe('grounded');
    expect(verdict(said, [bound])).toBe('ungrounded');
    expect(verdict(said.replace('2025', '2024'), [bound], { interpretation: asked })).toBe('ungrounded');
    expect(verdict(`${said} 2025: so`, [bound], { interpretation: asked })).toBe('ungrounded');
  });
});

describe('recompute', () => {
  const table = { columns: [USD, PERCENT, USD], rows: [['100', '1', '80'], ['50', '2', '0'], ['-30', '3', null]], rowCount: 3 };
  const at = (...cells: [number, number][]) => cells.map(([row, column]) => ({ row, column }));
  it.each<[Claim['operation'], [number, number][], string | undefined, string | undefined]>([
    ['sum', [[0, 0], [1, 0], [2, 0]], '120', 'USD'], ['average', [[0, 0], [1, 0]], '75', 'USD'], ['difference', [[0, 0], [0, 2]], '20', 'USD'], ['ratio', [[0, 0], [1, 0]], '2', undefined],
    ['change-percent', [[0, 0], [0, 2]], '25', 'percent'], ['change-percent', [[0, 0], [2, 0]], '433.33', 'percent'], ['change-percent', [[0, 0], [1, 2]], undefined, undefined],
    ['share-percent', [[0, 0], [0, 0], [1, 0]], '66.67', 'percent'], ['min', [[2, 0]], '-30', 'USD'], ['min', [[1, 0]], undefined, undefined], ['rank', [[1, 0]], '2', undefined],
    ['row-count', [], '3', undefined], ['row-count', [[0, 0]], undefined, undefined], ['sum', [[0, 0], [0, 1]], undefined, undefined], ['sum', [], undefined, undefined], ['sum', [[0, 0], [2, 2]], undefined, undefined],
  ])('%s of %j is %s %s', (operation, cells, value, unit) => {
    const result = recompute({ operation, operands: at(...cells) }, table);
    expect(result?.value.toDecimalPlaces(2).toFixed()).toBe(value);
    expect(result?.unit).toBe(unit);
  });
});

const number = fc.tuple(fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }), fc.nat(6)).map(([digits, scale]) => {
  const text = digits.toString().replace('-', '').padStart(scale + 1, '0');
  return `${digits < 0n ? '-' : ''}${text.slice(0, text.length - scale)}${scale > 0 ? `.${text.slice(text.length - scale)}` : ''}`;
});
const cell = fc.oneof({ weight: 9, arbitrary: number }, { weight: 1, arbitrary: fc.constant<Cell>(null) });
const names = fc.oneof(fc.constantFrom('web', 'Desk 3000', '2025', '12', '브라질', 'A·B', '3만 개 세트', '10%', 'half', '$5 off', '', '1e5', '-7', '½', '5 million'), fc.string({ unit: 'grapheme', maxLength: 8 }));
const months = fc.integer({ min: 0, max: 40 }).map((n) => `${2024 + Math.floor(n / 12)}-${String((n % 12) + 1).padStart(2, '0')}-01`);
const COMPARED: ResultColumn[] = [
  { ...USD, name: 'net_revenue_current', label: 'net revenue 2025' }, { ...USD, name: 'net_revenue_previous', label: 'net revenue 2024' },
  { ...USD, name: 'net_revenue_change', label: '순매출 증감' }, { ...PERCENT, name: 'net_revenue_change_percent', label: '순매출 증감 %' },
];
const period = (label: string) => ({ from: null, to: null, label, assumed: false });
const inputs: fc.Arbitrary<ComposeInput> = fc.record({
  compare: fc.boolean(),
  key: fc.constantFrom<ResultColumn | undefined>(undefined, CHANNEL, MONTH),
  metrics: fc.subarray<ResultColumn>([USD, PERCENT, { ...USD, name: 'n', label: '주문 건수', unit: 'count' }, { ...USD, name: 'd', label: 'delay', unit: 'days' }, { ...USD, name: 'odd', label: 'top 10 share', unit: 'million' }], { minLength: 1 }),
  size: fc.integer({ min: 0, max: 9 }), locale: fc.constantFrom('en' as const, 'ko' as const), truncated: fc.boolean(), sayConditions: fc.boolean(), extra: fc.constantFrom(0, 0, 0, 5),
  intent: fc.constantFrom('aggregate' as const, 'rank' as const, 'trend' as const, 'list' as const), label: fc.constantFrom('', '2025', 'last month', '최근 3개월', 'Q4 2025'),
}).chain(({ key, metrics, size, intent, label, extra, compare, ...rest }) => {
  const columns = [...(key ? [key] : []), ...(compare ? COMPARED : metrics)];
  const row = fc.tuple(...columns.map((column) => (column === MONTH ? months : column === CHANNEL ? names : cell)));
  return fc.array(row as fc.Arbitrary<Cell[]>, { minLength: size, maxLength: size }).map((table): ComposeInput => ({
    ...rest, columns, rows: table, rowCount: table.length === 0 ? 0 : table.length + extra,
    interpretation: interpretation({ intent, order: [{ ref: 'x', direction: 'desc' }], period: period(label), ...(compare ? { compare: { period: period('2024'), show: 'both' as const } } : {}) }),
  }));
});
const check = ({ columns: c, rows: r, rowCount, interpretation: i }: ComposeInput, text: string, claims: readonly Claim[]) => checkAnswer(text, claims, c, r, { rowCount, interpretation: i }).verdict;

describe('laws', () => {
  it('a composed answer always verifies', () => {
    fc.assert(fc.property(inputs, (input) => {
      const { text, claims } = composeAnswer(input);
      expect(text).not.toBe('');
      expect(check(input, text, claims)).not.toBe('ungrounded');
    }), { numRuns: 3_000 });
  });

  it('no text with a changed digit passes, whether or not its claim is changed with it', () => {
    let changes = 0;
    fc.assert(fc.property(inputs, fc.nat(), fc.integer({ min: 1, max: 9 }), fc.boolean(), (input, where, shift, forge) => {
      const { text, claims } = composeAnswer(input);
      const digits = [...text.matchAll(/\d/g)].map((match) => match.index);
      if (digits.length === 0) return;
      changes += 1;
      const at = digits[where % digits.length]!;
      const change = (s: string, i: number) => s.slice(0, i) + String((Number(s[i]) + shift) % 10) + s.slice(i + 1);
      const forged = claims.map((c) => (forge && c.span.start <= at && at < c.span.end ? { ...c, text: change(c.text, at - c.span.start) } : c));
      expect(check(input, change(text, at), forged)).toBe('ungrounded');
    }), { numRuns: 3_000 });
    expect(changes).toBeGreaterThan(500);
  });

  it('no text passes over rows whose named cell changed', () => {
    fc.assert(fc.property(inputs, fc.nat(), (input, which) => {
      const { text, claims } = composeAnswer(input);
      const bound = claims.filter((c) => c.operation !== 'row-count');
      if (bound.length === 0) return;
      const { row, column } = bound[which % bound.length]!.operands[0]!;
      const changed = input.rows.map((cells, r) => cells.map((value, c) => (r === row && c === column ? `${value ?? ''}1` : value)));
      expect(check({ ...input, rows: changed }, text, claims)).toBe('ungrounded');
    }), { numRuns: 2_000 });
  });
});
