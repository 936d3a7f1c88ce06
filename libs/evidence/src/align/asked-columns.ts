import type { Grain, Interpretation, ResultColumn } from '@countersign/contracts';

/** A column of the planned query; its type is not needed. */
export type PlannedColumn = Pick<ResultColumn, 'name' | 'role' | 'ref' | 'unit' | 'grain'>;

/** What an answer must show, in terms of the columns of the planned query. */
export interface Asked {
  /** Each identifies rows; any of `at` may stand for it (a key, or the label beside it). */
  keys: { at: number[]; grain?: Grain }[];
  /** Figures that must be there. `percent`: a fraction says the same. */
  figures: { at: number; percent: boolean }[];
  /** Other ways to lay out the same figures: one row for each of these columns. */
  stacked?: number[];
  /** The time column, where each period is set against the one before: the first may then have nothing to be set against. */
  changesOver?: number;
  /** The order of rows that was asked for. */
  order: { at: number; direction: 'asc' | 'desc' }[];
  limit: number | undefined;
  /** Ties may fall either way. */
  ties: boolean;
}

/** Reads from the interpretation which columns of the planned query answer the question; the rest is extra. */
export function askedColumns(i: Interpretation, columns: readonly PlannedColumn[]): Asked {
  const order = i.order.flatMap(({ ref, direction }) => {
    const at = columns.findIndex((column) => column.ref === ref && column.role !== 'label');
    return at === -1 ? [] : [{ at, direction }];
  });
  const limited = i.limit !== undefined && !i.limitWithin?.length;
  const common = { order: i.limitWithin?.length ? [] : order, limit: limited ? i.limit : undefined, ties: (i.limitWithin?.length ?? 0) > 0 };
  if (i.intent === 'list' || i.entity !== undefined) return { ...common, keys: listKeys(i, columns), figures: [] };
  const figures = figuresAsked(i, columns).map((at) => ({ at, percent: columns[at]?.unit === 'percent' }));
  const stacked = i.compare?.show === 'both' ? figures.map(({ at }) => at) : undefined;
  const time = i.series && i.series.kind !== 'cumulative' ? columns.findIndex(({ grain }) => grain !== undefined) : -1;
  return { ...common, keys: keysOf(columns), figures, ...(stacked ? { stacked } : {}), ...(time === -1 ? {} : { changesOver: time }) };
}

function keysOf(columns: readonly PlannedColumn[]): Asked['keys'] {
  return columns.flatMap(({ role, grain }, at) => {
    if (role !== 'dimension') return [];
    const labels: number[] = [];
    for (let next = at + 1; columns[next]?.role === 'label'; next += 1) labels.push(next);
    return [{ at: [at, ...labels], ...(grain ? { grain } : {}) }];
  });
}

function listKeys(i: Interpretation, columns: readonly PlannedColumn[]): Asked['keys'] {
  const first = columns.findIndex(({ ref }) => ref?.startsWith(`${i.entity ?? ''}.`));
  const labels = columns.flatMap(({ role }, at) => (role === 'label' ? [at] : []));
  return [{ at: [Math.max(0, first), ...labels] }];
}

function figuresAsked(i: Interpretation, columns: readonly PlannedColumn[]): number[] {
  const asked = new Set(i.metrics.map(({ ref }) => ref));
  const metrics = columns.flatMap(({ role, ref }, at) => (role === 'metric' && (ref === undefined || asked.has(ref)) ? [at] : []));
  const ending = (suffix: RegExp): number[] => metrics.filter((at) => suffix.test(columns[at]?.name ?? ''));
  if (i.compare) return ending(i.compare.show === 'both' ? /_(current|previous)$/ : i.compare.show === 'change' ? /_change$/ : /_change_percent$/);
  if (i.shareWithin || i.series || i.intent === 'share') return metrics.slice(-1);
  // "Which channel …" is answered by the channel.
  return i.intent === 'rank' ? [] : metrics;
}
