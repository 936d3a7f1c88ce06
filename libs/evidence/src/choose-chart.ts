import type { ChartSpec, Interpretation, ResultColumn } from '@countersign/contracts';

const MOST_BARS = 60;
const MOST_POINTS = 1_000;

/**
 * The chart that shows a result, from a closed vocabulary; null when a table says it better (a list, no measure, one row of many
 * things, too much for one picture).
 */
export function chooseChart(interpretation: Interpretation, columns: readonly ResultColumn[], rowCount: number): ChartSpec | null {
  const metrics = columns.flatMap(({ role }, i) => (role === 'metric' ? [i] : []));
  const [first] = metrics;
  if (interpretation.intent === 'list' || rowCount === 0 || first === undefined) return null;
  const main = interpretation.intent === 'share' ? (metrics.find((i) => columns[i]?.unit === 'percent') ?? first) : first;
  const { unit } = columns[main] ?? {};
  const withUnit = unit === undefined ? {} : { unit };
  // One axis has one unit and one meaning: metrics of another unit, and changes beside what changed, stay in the table.
  const y = metrics.filter((i) => columns[i]?.unit === unit && (i === main || !/_change(_percent)?$/.test(columns[i]?.name ?? '')));
  const keys = columns.flatMap(({ role }, i) => ((role === 'dimension' && columns[i + 1]?.role !== 'label') || role === 'label' ? [i] : []));
  if (keys.length === 0) return rowCount === 1 && metrics.length === 1 ? { kind: 'number', x: null, y: [main], series: null, ...withUnit } : null;
  if (keys.length > 2 || rowCount < 2) return null;
  const time = keys.find((i) => columns[i]?.grain !== undefined);
  const x = time ?? (keys[0] as number);
  const series = keys.find((i) => i !== x) ?? null;
  if (time !== undefined) return rowCount > MOST_POINTS ? null : { kind: 'line', x, y: series === null ? y : [first], series, ...withUnit };
  if (rowCount > MOST_BARS) return null;
  if (series !== null) return { kind: 'grouped-bar', x, y: [main], series, ...withUnit };
  return { kind: y.length > 1 ? 'grouped-bar' : 'bar', x, y, series: null, ...withUnit };
}
