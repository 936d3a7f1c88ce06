import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { ResultColumn, type Cell, type Interpretation } from '@countersign/contracts';
import { chooseChart } from '../choose-chart.js';
import { composeAnswer } from './compose-answer.js';

interface Spec {
  what: string;
  locale: 'en' | 'ko';
  intent?: Interpretation['intent'];
  period?: string;
  sayPeriod?: boolean;
  compare?: boolean;
  direction?: 'asc' | 'desc';
  columns: unknown[];
  rows: Cell[][];
  rowCount?: number;
  truncated?: boolean;
  text: string;
  chart?: string | null;
}
const specs = parse(readFileSync(path.resolve(__dirname, '../spec/answers.yaml'), 'utf8')) as Spec[];
const period = (label: string) => ({ from: null, to: null, label, assumed: false });

function interpretationOf(spec: Spec): Interpretation {
  return {
    locale: spec.locale, question: 'q', today: '2026-06-30', pack: { id: 'commerce', version: 1 }, intent: spec.intent ?? 'aggregate', metrics: [], dimensions: [], filters: [],
    period: spec.period === undefined ? null : period(spec.period), having: [], order: spec.direction ? [{ ref: 'x', direction: spec.direction }] : [], spans: [], notes: [],
    ...(spec.compare ? { compare: { period: period('2024'), show: 'both' as const } } : {}),
  };
}

describe('answers', () => {
  it.each(specs)('$locale: $what', (spec) => {
    const columns = spec.columns.map((column) => ResultColumn.parse({ type: 'text', ...(column as object) }));
    const interpretation = interpretationOf(spec);
    const rowCount = spec.rowCount ?? spec.rows.length;
    const { text } = composeAnswer({ interpretation, columns, rows: spec.rows, rowCount, truncated: spec.truncated ?? false, locale: spec.locale, sayPeriod: spec.sayPeriod ?? false });
    expect(text).toBe(spec.text);
    if (spec.chart !== undefined) expect(chooseChart(interpretation, columns, rowCount)?.kind ?? null).toBe(spec.chart);
  });
});
