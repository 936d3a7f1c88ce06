import type { Cell, ChartSpec, ResultColumn } from '@countersign/contracts';
import { columnTitle, formatCell } from '../../format/cell';
import { formatCompact } from '../../format/number';
import { columnScale } from '../../format/scale';

export interface ChartTokens {
  text: string;
  muted: string;
  line: string;
  surface: string;
  font: string;
  series: string[];
}
export interface ChartData {
  spec: ChartSpec;
  columns: readonly ResultColumn[];
  rows: readonly (readonly Cell[])[];
}
interface Series {
  name: string;
  /** Exact text per category, for the tooltip; the drawn value is its float. */
  values: (string | null)[];
}
export interface ChartSeries {
  categories: string[];
  series: Series[];
}

/** More than this are no bars or points a person can read: nothing is drawn rather than a part of it. */
const MOST_BARS = 60;
const MOST_POINTS = 1000;

/** Rows as categories and series; null when there is nothing to draw. With a series column, each of its values is one series. */
export function chartSeries({ spec, columns, rows }: ChartData, language: string): ChartSeries | null {
  const xColumn = spec.x === null ? undefined : columns[spec.x];
  if (spec.kind === 'number' || spec.x === null || !xColumn || rows.length === 0 || spec.y.length === 0) return null;
  const x = spec.x;
  const label = (row: readonly Cell[]): string => formatCell(row[x] ?? null, xColumn, language) ?? '–';
  const categories = [...new Set(rows.map(label))];
  if (categories.length > (spec.kind === 'line' ? MOST_POINTS : MOST_BARS)) return null;
  const place = new Map(categories.map((name, index) => [name, index]));
  const found = new Map<string, Series>();
  const put = (name: string, category: string, value: Cell): void => {
    const at = place.get(category);
    if (at === undefined) return;
    const series = found.get(name) ?? { name, values: categories.map(() => null) };
    series.values[at] = value;
    found.set(name, series);
  };
  for (const row of rows) {
    for (const y of spec.y) {
      const title = columns[y] ? columnTitle(columns[y]) : '';
      const splitter = spec.series === null ? undefined : columns[spec.series];
      const name = splitter && spec.series !== null ? (formatCell(row[spec.series] ?? null, splitter, language) ?? '–') : title;
      put(name, label(row), row[y] ?? null);
    }
  }
  return { categories, series: [...found.values()] };
}

/** Our closed chart spec as an ECharts option. Nothing of the spec reaches ECharts unread. */
export function chartOption(data: ChartData, tokens: ChartTokens, language: string, animate: boolean) {
  const read = chartSeries(data, language);
  if (!read) return null;
  const line = data.spec.kind === 'line';
  const many = read.series.length > 1;
  // Long category names lie better on their side.
  const flat = !line && !many && read.categories.some((name) => name.length > 9) && read.categories.length <= 20;
  const axisText = { color: tokens.muted, fontFamily: tokens.font, fontSize: 12 };
  const category = {
    type: 'category' as const, data: read.categories, inverse: flat, axisTick: { show: false }, axisLine: { lineStyle: { color: tokens.line } },
    axisLabel: { ...axisText, hideOverlap: true, ...(flat ? { width: 150, overflow: 'truncate' as const } : {}) },
  };
  const value = { type: 'value' as const, splitLine: { lineStyle: { color: tokens.line } }, axisLabel: { ...axisText, formatter: (v: number) => formatCompact(v, language) } };
  const metric = data.columns[data.spec.y[0] ?? 0];
  return {
    animation: animate,
    animationDuration: 300,
    color: tokens.series,
    textStyle: { fontFamily: tokens.font, color: tokens.text },
    grid: { left: 4, right: 16, top: many ? 40 : 14, bottom: 4, containLabel: true },
    legend: many ? { top: 0, left: 0, icon: 'circle', itemWidth: 8, textStyle: { color: tokens.text, fontFamily: tokens.font }, type: 'scroll' as const } : undefined,
    // Rich text draws on the canvas: the HTML tooltip writes style attributes, which the page's policy forbids.
    tooltip: {
      trigger: 'axis' as const, renderMode: 'richText' as const, axisPointer: { type: line ? ('line' as const) : ('shadow' as const) },
      backgroundColor: tokens.surface, borderColor: tokens.line, textStyle: { color: tokens.text, fontFamily: tokens.font, fontSize: 13 },
      formatter: (points: { dataIndex: number }[]) => tooltipText(read, points[0]?.dataIndex ?? 0, metric, language),
    },
    xAxis: flat ? value : category,
    yAxis: flat ? category : value,
    series: read.series.map((series) => ({
      name: series.name,
      type: line ? ('line' as const) : ('bar' as const),
      data: series.values.map((text) => (text === null ? null : Number(text))),
      ...(line ? { symbol: 'circle', symbolSize: 6, showSymbol: read.categories.length <= 40, lineStyle: { width: 2 } } : { barMaxWidth: 36, itemStyle: { borderRadius: flat ? [0, 3, 3, 0] : [3, 3, 0, 0] } }),
    })),
  };
}

/** Places in a chart's words: what the values need, at most two. */
export function chartPlaces(metric: ResultColumn, read: ChartSeries): number {
  return Math.min(2, columnScale(metric, read.series.flatMap((series) => series.values))?.places ?? 0);
}

function tooltipText(read: ChartSeries, at: number, metric: ResultColumn | undefined, language: string): string {
  const places = metric ? chartPlaces(metric, read) : 0;
  const lines = read.series.map((series) => {
    const exact = metric ? formatCell(series.values[at] ?? null, metric, language, places) : series.values[at];
    return `${series.name}: ${exact ?? '–'}`;
  });
  return [read.categories[at], ...lines].join('\n');
}
