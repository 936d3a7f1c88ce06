import { josa } from 'es-hangul';
import type { Grain, Locale } from '@countersign/contracts';
import { capital } from '../columns.js';
import { words, type Slot } from './prose.js';

/** A place of the table: how its row is named and its value. */
export interface Point {
  key: Slot;
  value: Slot;
}

/** A column's name and a value in it. */
export interface Named {
  name: string;
  value: Slot;
}

export interface Contrast {
  key: Slot;
  current: Named;
  previous: Named;
}

export interface Trend {
  first: Point;
  last: Point;
  high: Point;
  low: Point;
  grain: Grain;
  /** Periods that were not whole are left out. */
  wholeOnly: boolean;
  /** Some periods have no row: high and low are only those of the rows. */
  shownOnly: boolean;
}

/**
 * Sentences of a language. They hold no word about the data but names of columns and rows, and no figure but slots.
 * Wordings are chosen so that number and gender of a name never matter.
 */
export interface Templates {
  empty(): Slot[];
  noValue(name: string): Slot[];
  value(name: string, value: Slot): Slot[];
  /** Named rows and their values. */
  listing(name: string, by: string, points: readonly Point[]): Slot[];
  ranking(name: string, highestFirst: boolean, points: readonly Point[]): Slot[];
  trend(name: string, points: Trend): Slot[];
  /** Rows with their values in two periods, each named beside its value. */
  contrast(by: string, points: readonly Contrast[]): Slot[];
  /** Two periods and what changed between them. */
  comparison(current: Named, previous: Named, changes: readonly Named[]): Slot[];
  extremes(name: string, by: string, high: Point, low: Point, rows: Slot): Slot[];
  rows(count: Slot): Slot[];
  /** The result was cut off by a cap. */
  cutOff(): Slot[];
  /** More rows than a sentence can speak of. */
  seeTable(): Slot[];
}

const en: Templates = {
  empty: () => [words('Nothing matches: the result has no rows.')],
  noValue: (name) => [words(`There is no value for ${name}: nothing matches.`)],
  value: (name, value) => [words(`${capital(name)} came to `), value, words('.')],
  listing: (name, by, points) => [words(`${capital(name)} by ${by}: `), ...list(points, ', '), words('.')],
  ranking: (name, highestFirst, points) => [words(`${highestFirst ? 'Highest' : 'Lowest'} ${name}: `), ...list(points, ', '), words('.')],
  trend: (name, { first, last, high, low, grain, wholeOnly, shownOnly }) => {
    const when = words(grain === 'day' ? ' on ' : ' in ');
    return [
      words(`${capital(name)}${wholeOnly ? ` of whole ${grain}s` : ''} went from `), first.value, when, first.key, words(' to '), last.value, when, last.key,
      words(', with a high of '), high.value, when, high.key, words(' and a low of '), low.value, when, low.key, words(shownOnly ? ` among the ${grain}s shown.` : '.'),
    ];
  },
  contrast: (by, points) => [words(`By ${by}: `), ...contrasted(points), words('.')],
  comparison: (current, previous, changes) => [
    words(`${capital(current.name)} came to `), current.value, words(`, ${previous.name} to `), previous.value, words('.'),
    ...changes.flatMap(({ name, value }) => [words(` ${capital(name)}: `), value, words('.')]),
  ],
  extremes: (name, by, high, low, rows) => [
    words(`${capital(name)} by ${by}: highest for `), high.key, words(' ('), high.value, words('), lowest for '), low.key, words(' ('), low.value, words('); rows: '), rows, words('.'),
  ],
  rows: (count) => [words('Rows found: '), count, words('.')],
  cutOff: () => [words('The result was cut off by a cap: there is more than the table shows.')],
  seeTable: () => [words('The table shows the rows.')],
};

const KO_GRAINS: Record<Grain, string> = { day: '날', week: '주', month: '달', quarter: '분기', year: '해' };
const KO_WHOLE: Record<Grain, string> = { day: '다 지난 날', week: '온전한 주', month: '온전한 달', quarter: '온전한 분기', year: '온전한 해' };

const ko: Templates = {
  empty: () => [words('조건에 맞는 데이터가 없습니다.')],
  noValue: (name) => [words(`조건에 맞는 ${withJosa(name, '이/가')} 없습니다.`)],
  value: (name, value) => [words(`${withJosa(name, '은/는')} `), value, words('입니다.')],
  listing: (name, by, points) => [words(`${by}별 ${withJosa(name, '은/는')} `), ...list(points, ', '), words('입니다.')],
  ranking: (name, highestFirst, points) => [words(`${withJosa(name, '이/가')} 가장 ${highestFirst ? '높은' : '낮은'} 순서는 `), ...list(points, ', '), words('입니다.')],
  trend: (name, { first, last, high, low, grain, wholeOnly, shownOnly }) => [
    words(`${wholeOnly ? `${KO_WHOLE[grain]} 기준 ` : ''}${withJosa(name, '은/는')} `), first.key, words('에 '), first.value, words(', '), last.key, words('에 '), last.value,
    words(`입니다. ${shownOnly ? `표에 있는 ${KO_GRAINS[grain]} 중 ` : ''}가장 높은 때는 `), high.key, words('('), high.value, words('), 가장 낮은 때는 '), low.key, words('('), low.value, words(')입니다.'),
  ],
  contrast: (by, points) => [words(`${by}별: `), ...contrasted(points), words('.')],
  comparison: (current, previous, changes) => [
    words(`${withJosa(current.name, '은/는')} `), current.value, words(`, ${withJosa(previous.name, '은/는')} `), previous.value, words('입니다.'),
    ...changes.flatMap(({ name, value }) => [words(` ${withJosa(name, '은/는')} `), value, words('입니다.')]),
  ],
  extremes: (name, by, high, low, rows) => [
    words(`${by}별 ${withJosa(name, '은/는')} `), high.key, words('('), high.value, words(') 값이 가장 높고 '), low.key, words('('), low.value, words(') 값이 가장 낮습니다. 행 수: '), rows, words('.'),
  ],
  rows: (count) => [words('찾은 행 수: '), count, words('.')],
  cutOff: () => [words('결과가 한도에서 잘렸습니다. 표에 나온 것이 전부가 아닙니다.')],
  seeTable: () => [words('행은 표에서 볼 수 있습니다.')],
};

export const TEMPLATES: Record<Locale, Templates> = { en, ko };

function list(points: readonly Point[], separator: string): Slot[] {
  return points.flatMap(({ key, value }, i) => [...(i > 0 ? [words(separator)] : []), key, words(' ('), value, words(')')]);
}

function contrasted(points: readonly Contrast[]): Slot[] {
  return points.flatMap(({ key, current, previous }, i) => [...(i > 0 ? [words(', ')] : []), key, words(` (${current.name}: `), current.value, words(`, ${previous.name}: `), previous.value, words(')')]);
}

/** Both forms when the last letter is no Hangul: what it sounds like can't be known. */
function withJosa(name: string, particles: '은/는' | '이/가'): string {
  const both = particles === '은/는' ? '은(는)' : '이(가)';
  return /[가-힣]$/.test(name) ? josa(name, particles) : `${name}${both}`;
}
