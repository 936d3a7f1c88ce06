import type { ResultColumn } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { chartOption, chartSeries } from './chart-option';
import { chartSummary } from './chart-summary';

const month: ResultColumn = { name: 'month', type: 'date', role: 'dimension', grain: 'month' };
const channel: ResultColumn = { name: 'channel', type: 'text', role: 'dimension' };
const revenue: ResultColumn = { name: 'net_revenue', label: 'Net revenue', type: 'numeric', role: 'metric', unit: 'USD' };
const tokens = { text: '#000', muted: '#555', line: '#ddd', surface: '#fff', font: 'sans-serif', series: ['#111', '#222'] };
const line = { spec: { kind: 'line' as const, x: 0, y: [1], series: null }, columns: [month, revenue], rows: [['2025-01-01', '10.50'], ['2025-02-01', null], ['2025-03-01', '9007199254740993.25']] };

describe('chart', () => {
  it('draws one point per period and leaves a gap for NULL', () => {
    const option = chartOption(line, tokens, 'en', false);
    expect(option?.xAxis).toMatchObject({ type: 'category', data: ['Jan 2025', 'Feb 2025', 'Mar 2025'] });
    expect(option?.series).toMatchObject([{ type: 'line', data: [10.5, null, 9007199254740993.25] }]);
  });

  it('shows every digit before the point in the tooltip', () => {
    const option = chartOption(line, tokens, 'en', false);
    expect(option?.tooltip.formatter([{ dataIndex: 2 }])).toBe('Mar 2025\nNet revenue (USD): 9,007,199,254,740,993.25');
  });

  it('makes one series per value of the series column and lines them up', () => {
    const read = chartSeries({ spec: { kind: 'grouped-bar', x: 0, y: [2], series: 1 }, columns: [month, channel, revenue], rows: [['2025-01-01', 'web', '1'], ['2025-01-01', 'store', '2'], ['2025-02-01', 'store', '3']] }, 'ko');
    expect(read).toEqual({ categories: ['2025년 1월', '2025년 2월'], series: [{ name: 'web', values: ['1', null] }, { name: 'store', values: ['2', '3'] }] });
  });

  it('draws nothing without rows, without an axis or for a single number', () => {
    expect(chartOption({ ...line, rows: [] }, tokens, 'en', false)).toBeNull();
    expect(chartOption({ ...line, spec: { ...line.spec, x: 7 } }, tokens, 'en', false)).toBeNull();
    expect(chartOption({ ...line, spec: { kind: 'number', x: null, y: [1], series: null } }, tokens, 'en', false)).toBeNull();
  });

  it('draws nothing rather than a part of too many bars', () => {
    const rows = Array.from({ length: 61 }, (_, n) => [`c${n}`, '1']);
    const bars = { spec: { kind: 'bar' as const, x: 0, y: [1], series: null }, columns: [channel, revenue], rows };
    expect(chartSeries(bars, 'en')).toBeNull();
    expect(chartSeries({ ...bars, rows: rows.slice(1) }, 'en')?.categories).toHaveLength(60);
  });

  it('says the lowest and the highest point, compared as exact decimals', () => {
    expect(chartSummary(line, 'en')).toEqual({ points: 2, series: 1, low: { label: 'Jan 2025', value: '10.50' }, high: { label: 'Mar 2025', value: '9,007,199,254,740,993.25' } });
  });

  it('has no summary when every value is NULL', () => {
    expect(chartSummary({ ...line, rows: [['2025-01-01', null]] }, 'en')).toBeNull();
  });
});
