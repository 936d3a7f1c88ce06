import type { Cell, Claim, Interpretation, Locale, ResultColumn } from '@countersign/contracts';
import { checkAnswer } from '../check-answer.js';
import { nameOf, shapeOf, type Shape } from '../columns.js';
import { readExact } from '../exact.js';
import { findFigures } from '../find-figures.js';
import { conditionsPrefix } from '../conditions-prefix.js';
import { Prose, figure, words, type Slot } from './prose.js';
import { TEMPLATES, type Named, type Point, type Templates, type Trend } from './templates.js';
import { wholePeriods } from './whole-periods.js';

export interface ComposeInput {
  interpretation: Interpretation;
  columns: readonly ResultColumn[];
  /** Cells as returned; the beginning of the result is enough, but then only little can be said. */
  rows: readonly Cell[][];
  rowCount: number;
  /** A cap cut the result off. */
  truncated: boolean;
  locale: Locale;
  /**
   * Begin with the conditions (period, filters) even when they are written with digits ("2025: …"). Then `checkAnswer` must be
   * given the interpretation: those digits stand on it, not on a cell.
   */
  sayConditions?: boolean;
  /** Row filters of the organization were part of the query: the sentence says so. */
  narrowed?: boolean;
}

/** Rows that are named one by one; with more, only the ends are. */
const MOST_NAMED = 5;

/**
 * The answer in words, from a template: names of columns and rows, and figures that are each bound to the cells they stand on.
 * Nothing else is said, so it always passes `checkAnswer`.
 *
 * @example composeAnswer({ …, columns: [{ name: 'net_revenue', label: 'net revenue', role: 'metric', unit: 'USD', type: 'numeric' }], rows: [['1234.5']] }).text
 * // 'Net revenue came to $1,234.50.'
 */
export function composeAnswer(input: ComposeInput): { text: string; claims: Claim[] } {
  const { interpretation, columns, rows, rowCount, truncated, locale } = input;
  const templates = TEMPLATES[locale];
  const prefix = conditionsPrefix(interpretation, input.narrowed ?? false);
  const begin = input.sayConditions === true || findFigures(prefix).length === 0 ? prefix : '';
  const compose = (slots: Slot[]): { text: string; claims: Claim[] } => {
    const prose = new Prose({ columns, rows, rowCount }, locale);
    prose.text = begin;
    prose.say(slots);
    if (truncated) prose.say([words(' '), ...templates.cutOff()]);
    return { text: prose.text, claims: prose.claims };
  };
  const answer = compose(sentence(input, templates));
  // Names come from data and packs: one that reads like a part of a figure ("12" beside "million") leaves the word to the table.
  const check = checkAnswer(answer.text, answer.claims, columns, rows, { rowCount, interpretation });
  return check.verdict === 'ungrounded' ? compose(templates.seeTable()) : answer;
}

function sentence(input: ComposeInput, templates: Templates): Slot[] {
  const { columns, rows, rowCount, truncated } = input;
  if (rowCount === 0) return templates.empty();
  const shape = shapeOf(columns, rows);
  const whole = rows.length === rowCount && !truncated;
  if (rowCount === 1 && shape.keys.length === 0 && shape.metrics.length > 0) return singleRow(input, shape, templates);
  const metric = askedMetric(input, shape);
  if (metric === undefined || shape.keys.length === 0) return whole ? templates.rows({ kind: 'figure', operation: 'row-count', operands: [] }) : templates.seeTable();
  return byKey(input, shape, metric, { templates, whole });
}

/** Of several metrics, the one the question is about: the share where a share was asked for, else the first. */
function askedMetric({ interpretation, columns }: ComposeInput, { metrics }: Shape): number | undefined {
  const share = interpretation.intent === 'share' ? metrics.find((i) => columns[i]?.unit === 'percent') : undefined;
  return share ?? metrics[0];
}

function singleRow(input: ComposeInput, { metrics }: Shape, templates: Templates): Slot[] {
  const { columns, rows } = input;
  const isSaid = (column: number) => readExact(rows[0]?.[column]) !== undefined;
  const sentences: Slot[][] = [];
  for (let i = 0; i < metrics.length; i += 1) {
    const compared = comparedAt(input, metrics.slice(i));
    const column = metrics[i] as number;
    if (compared?.every(isSaid)) {
      const [current, previous, ...changes] = compared.map((at) => ({ name: nameOf(columns[at]), value: figure(0, at) }));
      if (current && previous) sentences.push(templates.comparison(current, previous, changes.map(({ name, value }) => ({ name, value: { ...value, signed: true } }))));
      i += compared.length - 1;
    } else sentences.push(isSaid(column) ? templates.value(nameOf(columns[column]), figure(0, column)) : templates.noValue(nameOf(columns[column])));
  }
  return sentences.flatMap((said, i) => (i === 0 ? said : [words(' '), ...said]));
}

/** The columns of one comparison (value now, value before, changes), when these metrics begin with one. */
function comparedAt({ interpretation, columns }: ComposeInput, metrics: readonly number[]): number[] | undefined {
  const name = (i: number | undefined) => columns[i ?? -1]?.name ?? '';
  const base = /^(.+)_current$/.exec(name(metrics[0]))?.[1];
  if (!interpretation.compare || base === undefined || name(metrics[1]) !== `${base}_previous`) return undefined;
  return metrics.filter((i) => [`${base}_current`, `${base}_previous`, `${base}_change`, `${base}_change_percent`].includes(name(i)));
}

interface Saying {
  templates: Templates;
  /** All rows of the result are here. */
  whole: boolean;
}

function byKey(input: ComposeInput, shape: Shape, metric: number, { templates, whole }: Saying): Slot[] {
  const { interpretation, columns, rows } = input;
  if (interpretation.compare) return compared(input, shape, { templates, whole });
  const valued = rows.flatMap((row, i) => (readExact(row[metric]) ? [i] : []));
  const name = nameOf(columns[metric]);
  const by = shape.keys.map((key) => nameOf(columns[key])).join(' · ');
  const point = (row: number, operation: Claim['operation'] = 'cell'): Point => ({ key: { kind: 'key', row, columns: shape.keys }, value: figure(row, metric, operation) });
  if (valued.length === 0) return templates.noValue(name);
  const direction = interpretation.order[0]?.direction;
  if (interpretation.intent === 'rank' && direction && !interpretation.limitWithin?.length) return templates.ranking(name, direction === 'desc', valued.slice(0, MOST_NAMED).map((row) => point(row)));
  if (!whole) return templates.seeTable();
  const rowsFound: Slot[] = templates.rows({ kind: 'figure', operation: 'row-count', operands: [] });
  if (shape.time !== undefined && shape.keys.length === 1 && valued.length > 1) {
    const trend = trendOf(input, shape.time, metric, valued);
    if (trend) return templates.trend(name, trend);
  }
  if (rows.length <= MOST_NAMED && valued.length === rows.length) return templates.listing(name, by, valued.map((row) => point(row)));
  // Parts of a period beside whole ones: neither is high or low.
  if (shape.time !== undefined) return rowsFound;
  const [low, high] = extremes(valued, metric, rows);
  return templates.extremes(name, by, point(high, 'max'), point(low, 'min'), { kind: 'figure', operation: 'row-count', operands: [] });
}

/** Undefined: fewer than two whole periods, or none that can be told to be whole. */
function trendOf({ interpretation, columns, rows }: ComposeInput, time: number, metric: number, valued: readonly number[]): Trend | undefined {
  const grain = columns[time]?.grain;
  const found = grain && wholePeriods(interpretation, grain, rows.map((row) => row[time] ?? null), valued);
  const [first, last] = [found?.rows[0], found?.rows.at(-1)];
  if (!found || first === undefined || last === undefined || found.rows.length < 2) return undefined;
  const point = (row: number, operation: Claim['operation'] = 'cell'): Point => ({ key: { kind: 'key', row, columns: [time] }, value: figure(row, metric, operation) });
  const [low, high] = extremes(found.rows, metric, rows);
  // An extreme of the whole column is claimed as one; of some of its rows it is a cell like another.
  return { first: point(first), last: point(last), high: point(high, found.all ? 'max' : 'cell'), low: point(low, found.all ? 'min' : 'cell'), grain, wholeOnly: found.rows.length < valued.length, shownOnly: !found.complete };
}

/** A figure of one of the periods alone would be read as the answer. */
function compared(input: ComposeInput, shape: Shape, { templates, whole }: Saying): Slot[] {
  const { columns, rows } = input;
  const [current, previous] = comparedAt(input, shape.metrics) ?? [];
  const isSaid = rows.every((row) => readExact(row[current ?? -1]) && readExact(row[previous ?? -1]));
  if (!whole) return templates.seeTable();
  if (current === undefined || previous === undefined || rows.length > MOST_NAMED || !isSaid) return templates.rows({ kind: 'figure', operation: 'row-count', operands: [] });
  const by = shape.keys.map((key) => nameOf(columns[key])).join(' · ');
  const named = (row: number, column: number): Named => ({ name: nameOf(columns[column]), value: figure(row, column) });
  return templates.contrast(by, rows.map((_row, row) => ({ key: { kind: 'key', row, columns: shape.keys }, current: named(row, current), previous: named(row, previous) })));
}

function extremes(valued: readonly number[], metric: number, rows: ComposeInput['rows']): [low: number, high: number] {
  let [low, high] = [valued[0] as number, valued[0] as number];
  const at = (row: number) => readExact(rows[row]?.[metric]);
  for (const row of valued) {
    const value = at(row);
    if (value?.lt(at(low) ?? value)) low = row;
    if (value?.gt(at(high) ?? value)) high = row;
  }
  return [low, high];
}

