import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { BoundFilter, ResultColumn, type Cell, type Interpretation } from '@countersign/contracts';
import { chooseChart } from '../choose-chart.js';
import { checkAnswer } from '../check-answer.js';
import { composeAnswer } from './compose-answer.js';

interface Spec {
  what: string;
  locale: 'en' | 'ko';
  intent?: Interpretation['intent'];
  period?: string;
  /** The days of the period. */
  from?: string;
  to?: string;
  sayConditions?: boolean;
  filters?: Partial<Interpretation['filters'][number]>[];
  having?: string[];
  notes?: string[];
  assumed?: boolean;
  narrowed?: boolean;
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
const period = (label: string, assumed = false) => ({ from: null, to: null, label, assumed });

function interpretationOf(spec: Spec): Interpretation {
  return {
    locale: spec.locale, question: 'q', today: '2026-06-30', pack: { id: 'commerce', version: 1 }, intent: spec.intent ?? 'aggregate', metrics: [], dimensions: [], filters: (spec.filters ?? []).map((filter) => BoundFilter.parse({ ref: 'x', ...filter })),
    period: spec.period === undefined && spec.from === undefined ? null : { ...period(spec.period ?? '', spec.assumed), from: spec.from ?? null, to: spec.to ?? null }, having: (spec.having ?? []).map((label) => ({ ref: 'x', op: 'gt' as const, value: '1', label })), order: spec.direction ? [{ ref: 'x', direction: spec.direction }] : [], spans: [], notes: (spec.notes ?? []).map((code) => ({ code })),
    ...(spec.compare ? { compare: { period: period('2024'), show: 'both' as const } } : {}),
  };
}

describe('answers', () => {
  it.each(specs)('$locale: $what', (spec) => {
    const columns = spec.columns.map((column) => ResultColumn.parse({ type: 'text', ...(column as object) }));
    const interpretation = interpretationOf(spec);
    const rowCount = spec.rowCount ?? spec.rows.length;
    const { text, claims } = composeAnswer({ interpretation, columns, rows: spec.rows, rowCount, truncated: spec.truncated ?? false, locale: spec.locale, sayConditions: spec.sayConditions ?? false, narrowed: spec.narrowed ?? false });
    expect(text).toBe(spec.text);
    expect(checkAnswer(text, claims, columns, spec.rows, { interpretation, rowCount }).verdict).not.toBe('ungrounded');
    if (spec.chart !== undefined) expect(chooseChart(interpretation, columns, rowCount)?.kind ?? null).toBe(spec.chart);
  });
});
