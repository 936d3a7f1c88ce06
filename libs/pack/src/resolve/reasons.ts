import type { Grain, Locale } from '@countersign/contracts';
import { GRAIN_LABELS } from '../describe/refs.js';

/** Why a question that is understood has no correct figure, and what can be asked instead, in sentences for people. */
export const REASONS = {
  unevenSeries: (locale: Locale, grain: Grain, against: Grain): string => {
    const [g, a] = [GRAIN_LABELS[grain][locale], GRAIN_LABELS[against][locale]];
    const [en, ko] = against === 'year' ? ['month, quarter or year', '월, 분기, 연도'] : [`${a}, or against the year before`, `${a}별로, 또는 전년과 비교해`];
    return locale === 'ko' ? `${g}별 수치는 직전 ${a}과(와) 비교할 수 없습니다. ${against === 'year' ? `${ko}별로` : ko} 물어보세요.` : `figures by ${g} cannot be set against the ${a} before. Ask by ${en}.`;
  },
  perMember: (locale: Locale, metric: string, member: string): string =>
    locale === 'ko' ? `${metric}은(는) ${member} 하나에 나눌 수 없습니다. ${member}별로 나누어 물어보세요.` : `${metric} does not belong to one ${member}, so there is no figure per ${member}. Ask for it by ${member}.`,
  withoutException: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}” 빠짐없이 일어났는지는 셀 수 없습니다. 기간을 하나 정하거나 기간별로 물어보세요.` : `what happened “${words}”, without exception, cannot be counted. Name one period, or ask by period.`,
  whichClause: (locale: Locale, period: string): string =>
    locale === 'ko' ? `“${period}”이(가) 어느 조건의 기간인지 알 수 없습니다. 조건마다 기간을 말해 주세요.` : `it is not said which condition “${period}” belongs to. Name a period for each.`,
  oneShare: (locale: Locale, count: number): string =>
    locale === 'ko'
      ? count === 0 ? '무엇의 비중인지 알 수 없습니다. 주문 건수나 순매출처럼 지표를 말해 주세요.' : '비중은 한 번에 지표 하나만 계산할 수 있습니다. 지표마다 따로 물어보세요.'
      : count === 0 ? 'it is not said of what the share is. Name a figure, such as orders or net revenue.' : 'a share is of one figure at a time. Ask for each by itself.',
  whichPart: (locale: Locale, conditions: string[]): string =>
    locale === 'ko' ? `${conditions.join(', ')} 중 무엇이 전체이고 무엇이 일부인지 알 수 없습니다. “A 중 B의 비율”처럼 물어보세요.` : `of ${conditions.join(' and ')}, it is not said which is the whole and which the part. Ask for “the share of A that is B”.`,
  wholeOf: (locale: Locale, share: string): string =>
    locale === 'ko' ? `“${share}”의 부분이 무엇인지 알 수 없습니다. 채널별처럼 나눌 기준이나 조건을 말해 주세요.` : `it is not said what “${share}” is a part of. Name a breakdown, such as by channel, or a condition.`,
  rankWithin: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}” 순위는 그룹 안에서 매길 수 없습니다. 그룹 하나를 정해 물어보세요.` : `“${words}” cannot be ranked inside groups. Name one group.`,
  otherCurrency: (locale: Locale, said: string, figure: string, unit: string): string => {
    if (unit === '') return locale === 'ko' ? `${figure}은(는) 행마다 통화가 달라 “${said}”와(과) 비교할 수 없습니다. 통화를 하나 정해 물어보세요.` : `${figure} is in a currency of its own in each row, so it cannot be compared with “${said}”. Name one currency.`;
    return locale === 'ko' ? `${figure}의 단위는 ${unit}라서 “${said}”와(과) 견줄 수 없고, 정해진 환산도 없습니다. ${unit} 금액으로 물어보세요.` : `${figure} is in ${unit}, which “${said}” is not, and no conversion is declared. Ask in ${unit}.`;
  },
  shareLimit: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”처럼 비중에는 조건을 걸 수 없습니다. 비중을 먼저 물어보고 그중에서 고르세요.` : `“${words}” cannot limit a share. Ask for the shares, and pick from them.`,
  limitOfTotal: (locale: Locale, limit: string): string =>
    locale === 'ko' ? `“${limit}”은(는) 합계 하나에 대한 조건이라 고를 대상이 없습니다. 합계를 묻거나, 무엇의 조건인지(금액, 그룹별 수치) 말해 주세요.` : `“${limit}” limits one total, so there is nothing to pick from. Ask for the total, or say what is limited: an amount, or a figure by group.`,
  priceOfBought: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”은(는) 함께 일어난 일의 조건으로 쓸 수 없습니다. 상품을 이름이나 분류로 정해 물어보세요.` : `“${words}” cannot be part of what happened to something. Name the products, or their category.`,
  onlyOf: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}만”이 무엇을 빼는지 알 수 없습니다. 채널이나 카테고리 하나를 정해 물어보세요.` : `it is not said what “${words}” leaves out. Name one channel, category or the like.`,
  leftOutByDefinition: (locale: Locale, metric: string, condition: string): string =>
    locale === 'ko' ? `${metric}의 정의에 “${condition}”은(는) 포함되지 않습니다. 정의가 다른 지표나 건수를 물어보세요.` : `by its definition ${metric} leaves out “${condition}”. Ask for a figure that is defined otherwise, or for a count.`,
  ratioOfTwo: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”처럼 두 값을 나누는 비율은 구할 수 없습니다. 값마다 나누어 묻거나 전체에서 차지하는 비중을 물어보세요.` : `one value divided by another (“${words}”) can't be told. Ask for each of them, or for its share of the whole.`,
  thoseThatChanged: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}” 항목만 고를 수는 없습니다. 모든 항목의 변화를 물어보세요.` : `those that “${words}” can't be picked out. Ask for the change of each.`,
  bestOfWhat: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”의 기준이 없습니다. 어떤 지표로 순위를 매길지 말해 주세요.` : `it is not said by which figure “${words}” is meant.`,
  partOfEachYear: (locale: Locale, period: string): string =>
    locale === 'ko' ? `해마다의 “${period}”은(는) 함께 구할 수 없습니다. 연도와 함께 하나씩 묻거나 월별 또는 분기별로 물어보세요.` : `“${period}” of every year can't be told at once. Name the year, or ask by month or quarter.`,
  twoQuestions: (locale: Locale): string =>
    locale === 'ko' ? '두 가지를 한꺼번에 물었습니다. 하나씩 물어보세요.' : 'two things are asked at once. Ask for each by itself.',
  shareOfRanking: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}” 순위에 든 것을 합친 비중은 구할 수 없습니다. 비중을 순위대로 물어보세요.` : `the share of all in “${words}” taken together can't be told. Ask for the shares in that order.`,
  percentOfRanking: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”처럼 비율로 순위를 자를 수는 없습니다. 몇 개인지 숫자로 말해 주세요.` : `a ranking can't be cut at “${words}”. Say how many.`,
  notWithin: (locale: Locale, period: string): string =>
    locale === 'ko' ? `“${period}”이(가) 아닌 날짜는 앞뒤로 나뉩니다. 그 이전인지 이후인지 말해 주세요.` : `a date that is not in “${period}” is before or after it. Say which.`,
  totalOfMember: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}” 합계를 조건으로 걸 수 없습니다. 합계를 먼저 물어보세요.` : `a total of “${words}” can't be a condition. Ask for the totals.`,
  byFigure: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”처럼 수치별로 나눌 수는 없습니다. 채널이나 기간처럼 나눌 기준을 말해 주세요.` : `figures can't be broken down by another figure (“${words}”). Name a breakdown, such as a channel or a month.`,
  noneOfThem: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}” 항목만 고를 수는 없습니다. 항목별 건수를 물어보세요.` : `those “${words}” of something can't be picked out. Ask for the number in each.`,
  bothEnds: (locale: Locale): string =>
    locale === 'ko' ? '가장 높은 것과 가장 낮은 것은 한 번에 구할 수 없습니다. 하나씩 물어보거나 순위 전체를 물어보세요.' : 'the highest and the lowest cannot be told in one answer. Ask for each by itself, or for the whole ranking.',
  bothLimits: (locale: Locale, limit: string): string =>
    locale === 'ko' ? `“${limit}”와 반대 조건을 한 행이 함께 만족할 수 없습니다. 조건을 하나씩 물어보세요.` : `no one row meets “${limit}” and its opposite. Ask for one at a time.`,
  unsupported: (locale: Locale, why: 'statistic' | 'hour' | 'repeated', words: string): string => {
    const ko = locale === 'ko';
    if (why === 'statistic') return ko ? `“${words}”은(는) 정의된 지표가 아닙니다. 평균, 최솟값, 최댓값, 합계는 구할 수 있습니다.` : `no “${words}” is declared. Ask for an average, a lowest or highest value, or a total.`;
    if (why === 'hour') return ko ? `하루 안의 시각은 다루지 않습니다. 일별이나 요일별로 물어보세요.` : 'times of day are not kept apart. Ask by day or by day of week.';
    return ko ? `“${words}”에 대한 정의가 없습니다. 두 기간 모두 있었던 고객 수처럼 기간을 말해 물어보세요.` : `“${words}” is not declared. Say it with periods, such as those in one year but not in the next.`;
  },
  weekdayOfMembers: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”은 함께 묻는 조건에는 쓸 수 없습니다. 건수나 금액을 요일별로 물어보세요.` : `“${words}” cannot be part of a condition on members. Ask for a figure by day of week.`,
  whichDay: (locale: Locale, words: string): string =>
    locale === 'ko' ? `“${words}”이(가) 하루인지 매주인지 알 수 없습니다. 기간이나 날짜를 말하거나 요일별로 물어보세요.` : `“${words}” may be one day or every one. Name a period or the date, or ask by day of week.`,
  weekdaySides: (locale: Locale): string =>
    locale === 'ko' ? '요일끼리는 바로 비교할 수 없습니다. 요일별로 물어보거나 하나씩 물어보세요.' : 'days of the week cannot be set side by side like this. Ask by day of week, or for each by itself.',
  overTimeAlone: (locale: Locale, metric: string): string =>
    locale === 'ko' ? `${metric}은(는) 다른 지표나 다른 비교와 함께 구할 수 없습니다. 따로 물어보세요.` : `${metric} cannot be combined with other figures or comparisons. Ask for it by itself.`,
} as const;
