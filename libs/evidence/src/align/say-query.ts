import { josa } from 'es-hangul';
import type { ConditionFact, GroupFact, Locale, MeasureFact, PeriodFact, SqlFacts } from '@countersign/contracts';

/** What people call a table or a 'table.column'; undefined: its own name is said. */
export type LabelOf = (name: string) => string | undefined;

interface Words {
  measure: Readonly<Record<string, (what: string) => string>>;
  other: (call: string, what: string) => string;
  rows: string;
  by: (groups: string) => string;
  unit: Readonly<Record<string, (what: string) => string>>;
  condition: (column: string, condition: ConditionFact) => string;
  period: (column: string, period: PeriodFact, last: string | null) => string;
  exists: (tables: string, holds: boolean) => string;
  /** `of`: how many, or which one of a group. */
  order: (what: string, down: boolean, of: 'figures' | 'groups') => string;
  limit: (n: number) => string;
  list: (shown: string) => string;
  only: string;
  and: string;
}

const en: Words = {
  measure: { sum: (x) => `total of ${x}`, avg: (x) => `average of ${x}`, min: (x) => `lowest ${x}`, max: (x) => `highest ${x}`, count: (x) => `number of ${x}`, distinct: (x) => `number of different ${x}` },
  other: (call, x) => `${call} of ${x}`,
  rows: 'rows',
  by: (groups) => `for each ${groups}`,
  unit: { year: (x) => `year of ${x}`, quarter: (x) => `quarter of ${x}`, month: (x) => `month of ${x}`, week: (x) => `week of ${x}`, day: (x) => `day of ${x}` },
  condition: (column, { op, values }) => (op === 'in' || op === '=' ? `${column} is ${list(values, ' or ')}` : op === 'not in' || op === '<>' ? `${column} is not ${list(values, ' or ')}` : op === 'true' ? `${column} holds` : op === 'false' ? `${column} does not hold` : op === 'is null' ? `${column} is unknown` : op === 'is not null' ? `${column} is known` : op.includes('between') ? `${column} is ${op} ${values.join(' and ')}` : `${column} ${SIGNS[op] ?? op} ${values.join(', ')}`),
  period: (column, { from }, last) => (from && last ? `${column} from ${from} to ${last}` : from ? `${column} from ${from} on` : `${column} up to ${last ?? ''}`),
  exists: (tables, holds) => `${holds ? 'with' : 'without'} ${tables}`,
  order: (what, down, of) => (of === 'groups' ? `in ${down ? 'reverse ' : ''}order of ${what}` : `${what} ${down ? 'from high to low' : 'from low to high'}`),
  limit: (n) => `at most ${n} rows`,
  list: (shown) => `rows with ${shown}`,
  only: 'only where ',
  and: ' and ',
};

const ko: Words = {
  measure: { sum: (x) => `${x}의 합계`, avg: (x) => `${x}의 평균`, min: (x) => `${x}의 최솟값`, max: (x) => `${x}의 최댓값`, count: (x) => `${x} 수`, distinct: (x) => `서로 다른 ${x}의 수` },
  other: (call, x) => `${x}의 ${call}`,
  rows: '행',
  by: (groups) => `${groups}별`,
  unit: { year: (x) => `${x}의 연도`, quarter: (x) => `${x}의 분기`, month: (x) => `${x}의 월`, week: (x) => `${x}의 주`, day: (x) => `${x}의 일` },
  condition: (column, { op, values }) => (op === 'in' || op === '=' ? `${withJosa(column)} ${list(values, ' 또는 ')}` : op === 'not in' || op === '<>' ? `${withJosa(column)} ${list(values, ' 또는 ')} 아님` : op === 'true' ? `${column} 참` : op === 'false' ? `${column} 거짓` : op === 'is null' ? `${column} 값 없음` : op === 'is not null' ? `${column} 값 있음` : `${column} ${SIGNS[op] ?? op} ${values.join(' ~ ')}`),
  period: (column, { from }, last) => `${column} ${from ? `${from}부터` : ''}${from && last ? ' ' : ''}${last ? `${last}까지` : ''}`,
  exists: (tables, holds) => `${tables} ${holds ? '있음' : '없음'}`,
  order: (what, down, of) => (of === 'groups' ? `${what} ${down ? '역순' : '순서대로'}` : `${what} ${down ? '높은' : '낮은'} 순`),
  limit: (n) => `최대 ${n}행`,
  list: (shown) => `${shown} 목록`,
  only: '조건: ',
  and: ', ',
};

const WORDS: Record<Locale, Words> = { en, ko };
const SIGNS: Readonly<Record<string, string>> = { '<=': '≤', '>=': '≥', '<>': '≠' };

function list(values: readonly string[], or: string): string {
  return values.length < 2 ? (values[0] ?? '') : `${values.slice(0, -1).join(', ')}${or}${values.at(-1) ?? ''}`;
}

function withJosa(word: string): string {
  return /[가-힣]$/.test(word) ? josa(word, '이/가') : `${word}이(가)`;
}

/**
 * One plain sentence that says what a query does, from what is read in it: what is worked out or listed, for each what, under
 * which conditions, from when to when, in which order, how many rows. It says what the text says, not what was meant.
 *
 * @param labelOf names of tables and columns as people know them
 * @example sayQuery(facts, 'en', () => undefined)
 * // 'Total of order items quantity for each month of orders order date; only where orders status is completed; at most 1000 rows.'
 */
export function sayQuery(facts: SqlFacts, locale: Locale, labelOf: LabelOf): string {
  const words = WORDS[locale];
  const label = (name: string): string => labelOf(name) ?? name.replace(/[._]/g, ' ');
  const readable = (text: string): string => text.replace(/[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)?/gu, (name) => (name.includes('.') ? label(name) : name.replace(/_/g, ' ')));
  const measures = different(facts.measures.filter(isOwn).map((measure) => measureText(measure, words, { label, readable })));
  const groups = different(facts.groups.map((group) => groupText(group, words, { label, readable })));
  const what = measures.length > 0 ? measures.join(words.and) : words.list(facts.shown.map(readable).join(', '));
  const by = groups.length > 0 ? words.by(groups.join(words.and)) : '';
  const rowConditions = facts.conditions.filter(({ inside }) => inside !== true);
  const conditions = different(rowConditions.map((one) => conditionText(one, words, { label, readable })));
  const parts = [
    locale === 'ko' ? [by, what].filter((part) => part !== '').join(' ') : [what, by].filter((part) => part !== '').join(' '),
    ...different(facts.periods.filter(({ inside }) => inside !== true).map((period) => periodText(period, words, label))),
    ...(conditions.length > 0 ? [`${words.only}${conditions.join(words.and)}`] : []),
    ...different(facts.exists.map(({ tables, holds, conditions: own, periods }) => {
      const inside = [...periods.map((period) => periodText(period, words, label)), ...own.map((one) => conditionText(one, words, { label, readable }))];
      return `${words.exists(tables.map(label).join(words.and), holds)}${inside.length > 0 ? ` (${inside.join(', ')})` : ''}`;
    })),
    ...(facts.order[0] ? [words.order(readable(facts.order[0].text), facts.order[0].direction === 'desc', orderedBy(facts))] : []),
    ...(facts.limit === null ? [] : [words.limit(facts.limit)]),
  ];
  const sentence = parts.join('; ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}

interface Naming {
  label: (name: string) => string;
  readable: (text: string) => string;
}

/** Sorting by what the rows are for reads otherwise than sorting by what was measured. */
function orderedBy({ order: [first], groups }: SqlFacts): 'figures' | 'groups' {
  const text = first?.text ?? '';
  const last = text.split('.').at(-1);
  return groups.some((group) => group.text === text || group.columns.some((column) => column === text || column.split('.').at(-1) === last)) ? 'groups' : 'figures';
}

const different = (texts: readonly string[]): string[] => [...new Set(texts)];

function conditionText(one: ConditionFact, words: Words, { label, readable }: Naming): string {
  return one.op === 'other' || one.ofGroups || one.columns.length !== 1 ? readable(one.text) : words.condition(label(one.columns[0] ?? ''), one);
}

function periodText(period: PeriodFact, words: Words, label: (name: string) => string): string {
  return words.period(label(period.column), period, period.before && dayBefore(period.before));
}

/** What only puts parts together measures nothing of its own. */
const isOwn = ({ columns, call }: MeasureFact): boolean => columns.some((column) => column.includes('.')) || (columns.length === 0 && call === 'count');

function measureText(measure: MeasureFact, words: Words, naming: Naming): string {
  const { call, distinct, of, text, where } = measure;
  const inside = text.slice(call.length + 1, -1).replace(/^distinct /, '');
  const { label, readable } = naming;
  const bare = readable(inside.replace(/^\((.*)\)$/, (whole, own: string) => (/^[^()]*$/.test(own) ? own : whole)));
  const what = where.length > 0 && inside.startsWith('case') ? measure.columns.map(label).join(words.and) : bare;
  const rows = of === undefined ? words.rows : label(of);
  const counts = call === 'count' || (call === 'sum' && measure.columns.length === 0);
  const said = counts ? words.measure[distinct ? 'distinct' : 'count']?.(distinct ? what : rows) : (words.measure[call]?.(what) ?? words.other(call, what));
  const own = where.map((one) => conditionText(one, words, naming));
  return `${said ?? text}${own.length > 0 ? ` (${own.join(', ')})` : ''}`;
}

function groupText({ columns, unit, text }: GroupFact, words: Words, { label, readable }: Naming): string {
  const [column] = columns;
  const by = unit === undefined ? undefined : words.unit[unit];
  return column !== undefined && by ? by(label(column)) : columns.length === 1 && column === text ? label(column) : readable(text);
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}
