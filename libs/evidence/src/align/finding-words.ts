import type { Locale } from '@countersign/contracts';

type Words = Readonly<Record<string, string>>;

/** What a finding says, by rule; `{name}` is filled in. */
const TEXTS = {
  'filter-missing': { en: 'The question is about {asked}; the SQL does not restrict this.', ko: '질문은 {asked} 조건이지만 SQL에는 이 조건이 없습니다.' },
  'filter-extra': { en: 'The SQL keeps only {given}; the question does not ask for this.', ko: 'SQL은 {given} 조건을 두지만 질문에는 없습니다.' },
  'filter-value': { en: 'The question is about {asked}; the SQL takes {given}.', ko: '질문은 {asked} 조건이지만 SQL은 {given} 조건입니다.' },
  'filter-column': { en: 'The question restricts {asked}; the SQL restricts another column: {given}.', ko: '질문은 {asked} 조건이지만 SQL은 다른 컬럼을 봅니다: {given}.' },
  'period-missing': { en: 'The question is about {asked}; the SQL takes all time.', ko: '질문의 기간은 {asked}이지만 SQL은 전체 기간을 봅니다.' },
  'period-extra': { en: 'The SQL takes only {given}; the question names no such period.', ko: 'SQL은 {given} 기간만 보지만 질문에는 그런 기간이 없습니다.' },
  period: { en: 'The question is about {asked}; the SQL takes {given}.', ko: '질문의 기간은 {asked}이지만 SQL은 {given}입니다.' },
  'period-column': { en: 'The period is of {asked}; the SQL takes it of {given}.', ko: '기간의 기준은 {asked}이지만 SQL은 {given} 기준입니다.' },
  measure: { en: 'The question asks for {asked}; the SQL works out {given}.', ko: '질문은 {asked} 값을 묻지만 SQL은 {given} 값을 구합니다.' },
  'fan-out': { en: '{given} is taken over rows that the join with {table} repeats.', ko: '{table} 조인으로 반복된 행에 대해 {given} 값을 구합니다.' },
  'group-missing': { en: 'The question asks for a breakdown by {asked}; the SQL has none.', ko: '질문은 {asked}별 값을 묻지만 SQL은 이렇게 나누지 않습니다.' },
  'group-extra': { en: 'The SQL breaks down by {given}; the question does not.', ko: 'SQL은 {given}별로 나누지만 질문은 그렇지 않습니다.' },
  membership: { en: 'The question wants members {asked}; the SQL takes those {given}.', ko: '질문은 {asked} 대상을 묻지만 SQL은 {given} 대상을 봅니다.' },
  order: { en: 'The rows are not in the order the question asks for.', ko: '행의 순서가 질문과 다릅니다.' },
  limit: { en: 'The question asks for {asked} rows; the SQL gives {given}, or others.', ko: '질문은 {asked}개 행을 묻지만 SQL은 {given}개 또는 다른 행을 냅니다.' },
  'not-shown': { en: 'The SQL does not show what the question asks for: {asked}.', ko: 'SQL 결과에 질문이 묻는 값이 없습니다: {asked}.' },
  'join-path': { en: 'The SQL goes through other tables or joins: {given}.', ko: 'SQL이 다른 테이블이나 조인을 거칩니다: {given}.' },
  'other-rows': { en: 'The SQL gives other rows than the question asks for.', ko: 'SQL이 질문과 다른 행을 냅니다.' },
  'other-figures': { en: 'The SQL gives other figures than the question asks for.', ko: 'SQL이 질문과 다른 값을 냅니다.' },
  'cannot-follow': { en: "What the SQL does can't be worked out: {what}.", ko: 'SQL이 하는 일을 확인할 수 없습니다: {what}.' },
} as const satisfies Record<string, Record<Locale, string>>;

export type AlignmentRule = keyof typeof TEXTS;

export function findingText(rule: AlignmentRule, locale: Locale, params: Words): string {
  return TEXTS[rule][locale].replace(/\{(\w+)\}/g, (whole, name: string) => params[name] ?? whole);
}

/** Words that findings are made of. */
export const WORDS = {
  everything: { en: 'nothing of the kind', ko: '해당 없음' },
  all: { en: 'all', ko: '전체' },
  nothing: { en: 'no figure', ko: '값 없음' },
  withRows: { en: 'with', ko: '있는' },
  withoutRows: { en: 'without', ko: '없는' },
} as const satisfies Record<string, Record<Locale, string>>;
