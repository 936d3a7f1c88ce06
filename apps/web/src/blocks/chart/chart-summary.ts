import { compareDecimals } from '../../format/number';
import { formatCell } from '../../format/cell';
import { type ChartData, chartPlaces, chartSeries } from './chart-option';

export interface ChartSummary {
  points: number;
  series: number;
  low: { label: string; value: string };
  high: { label: string; value: string };
}

/** A chart in one line, for those who do not see it: how many points, the lowest and the highest. */
export function chartSummary(data: ChartData, language: string): ChartSummary | null {
  const read = chartSeries(data, language);
  const metric = data.columns[data.spec.y[0] ?? 0];
  if (!read || !metric) return null;
  const points = read.series.flatMap((series) =>
    series.values.flatMap((value, at) => (value === null ? [] : [{ label: [read.categories[at], read.series.length > 1 ? series.name : ''].filter(Boolean).join(', '), value }])),
  );
  const [first] = points;
  if (!first) return null;
  let low = first;
  let high = first;
  for (const point of points) {
    if (compareDecimals(point.value, low.value) < 0) low = point;
    if (compareDecimals(point.value, high.value) > 0) high = point;
  }
  const places = chartPlaces(metric, read);
  const shown = (point: typeof first) => ({ label: point.label, value: formatCell(point.value, metric, language, places) ?? '–' });
  return { points: points.length, series: read.series.length, low: shown(low), high: shown(high) };
}
