import { GRAIN_LABELS } from '../describe/refs.js';
import type { Grain } from '@countersign/contracts';
import type { Pack } from '../pack.js';
import type { Bilingual } from '../schema/pack-source.js';

/** An entity as people call it; what no pack has keeps its name. */
export const labelOf = (pack: Pack, entity: string): Bilingual => pack.entities.get(entity)?.label ?? { en: entity, ko: entity };

const list = (labels: Bilingual[]): Bilingual => ({ en: labels.map((l) => l.en).join(', '), ko: labels.map((l) => l.ko).join(', ') });

/** Why there is no correct plan, as a sentence part for people. */
export const WHY = {
  noDate: { en: 'a period for rows without a date', ko: '날짜가 없는 행에 기간을 적용할 수 없습니다' },
  undated: (metric: Bilingual): Bilingual => ({ en: `${metric.en} has no date`, ko: `${metric.ko}에는 날짜가 없습니다` }),
  noDateOfItsOwn: (metric: Bilingual): Bilingual => ({ en: `${metric.en} has no date of its own`, ko: `${metric.ko}에는 자체 날짜가 없습니다` }),
  unknown: (ref: string): Bilingual => ({ en: `unknown reference ${ref}`, ko: `알 수 없는 참조 ${ref}` }),
  condition: (op: string): Bilingual => ({ en: `condition ${op}`, ko: `조건 ${op}` }),
  noSharedRows: (one: Bilingual, other: Bilingual): Bilingual => ({ en: `${one.en} and ${other.en} share no rows`, ko: `${one.ko}와(과) ${other.ko}을(를) 잇는 행이 없습니다` }),
  noSingleKey: (entity: Bilingual): Bilingual => ({ en: `${entity.en} has no single key`, ko: `${entity.ko}에는 하나로 된 키가 없습니다` }),
  severalPaths: (from: Bilingual, to: Bilingual): Bilingual => ({ en: `${from.en} → ${to.en}: more than one join path`, ko: `${from.ko} → ${to.ko}: 조인 경로가 둘 이상입니다` }),
  repeatsRows: (from: Bilingual, to: Bilingual): Bilingual => ({ en: `${from.en} → ${to.en}: rows would be counted more than once`, ko: `${from.ko} → ${to.ko}: 행이 두 번 이상 세어집니다` }),
  oneMetricOnly: (of: 'share' | 'mean' | 'series'): Bilingual => ({
    share: { en: 'a share of more than one metric', ko: '비중은 지표 하나에 대해서만 구할 수 있습니다' },
    mean: { en: 'a mean of more than one metric', ko: '기간 평균은 지표 하나에 대해서만 구할 수 있습니다' },
    series: { en: 'a series of more than one metric', ko: '추이 비교는 지표 하나에 대해서만 구할 수 있습니다' },
  })[of],
  noPart: (metric: Bilingual): Bilingual => ({ en: `a part of ${metric.en}`, ko: `${metric.ko}에는 일부라는 것이 없습니다` }),
  noWhole: (metric: Bilingual): Bilingual => ({ en: `${metric.en} does not add up to a whole`, ko: `${metric.ko}은(는) 더해서 전체가 되지 않습니다` }),
  overlaps: (metric: Bilingual): Bilingual => ({ en: `${metric.en} by these dimensions overlaps and does not add up to a whole`, ko: `${metric.ko}은(는) 이 기준으로 나누면 겹치므로 더해서 전체가 되지 않습니다` }),
  limitedShare: { en: 'a share with a limit on the parts', ko: '비중에는 지표 조건을 함께 걸 수 없습니다' },
  limitsOnRows: (limits: string): Bilingual => ({ en: `rows are not listed by a limit on figures (${limits})`, ko: `수치 조건(${limits})으로는 행을 나열할 수 없습니다` }),
  nothingToList: { en: 'nothing to list', ko: '나열할 것이 없습니다' },
  nothingToRank: { en: 'a ranking by nothing', ko: '무엇으로 순위를 매길지 없습니다' },
  noMemberFigure: (metric: Bilingual): Bilingual => ({ en: `${metric.en} cannot be a condition on members`, ko: `${metric.ko}은(는) 구성원을 고르는 조건이 될 수 없습니다` }),
  notOfMember: (metric: Bilingual, member: Bilingual): Bilingual => ({ en: `${metric.en} of one ${member.en} row is not defined`, ko: `${member.ko} 하나의 ${metric.ko}은(는) 정의되어 있지 않습니다` }),
  mixedUnits: (metric: Bilingual, unit: Bilingual, how: 'add' | 'compare'): Bilingual => ({
    en: `${metric.en}: amounts of different ${unit.en} do not ${how === 'add' ? 'add up' : 'compare'}`,
    ko: `${metric.ko}: ${unit.ko}이(가) 다른 값은 ${how === 'add' ? '더할' : '비교할'} 수 없습니다`,
  }),
  comparison: { en: 'this comparison', ko: '이 비교는 계산할 수 없습니다' },
  notOverTime: (metric: string): Bilingual => ({ en: `${metric} does not add up over time`, ko: `${metric}은(는) 시간에 따라 더할 수 없습니다` }),
  restarts: (reset: Grain, grain: Grain): Bilingual => ({ en: `a total that starts again each ${reset}, by ${grain}`, ko: `${GRAIN_LABELS[reset].ko}마다 다시 시작하는 누계를 ${GRAIN_LABELS[grain].ko}별로 볼 수 없습니다` }),
  separatePeriods: (what: 'total' | 'change'): Bilingual => (what === 'total' ? { en: 'a running total over several separate periods', ko: '떨어진 여러 기간의 누계는 계산할 수 없습니다' } : { en: 'a change over several separate periods', ko: '떨어진 여러 기간의 증감은 계산할 수 없습니다' }),
  unevenPeriods: (grain: Grain, against: Grain): Bilingual => ({ en: `each ${grain} against the ${against} before`, ko: `${GRAIN_LABELS[grain].ko}별 값을 직전 ${GRAIN_LABELS[against].ko}와(과) 비교할 수 없습니다` }),
  otherDate: (metric: Bilingual, term: Bilingual): Bilingual => ({ en: `${metric.en} has a date of its own, which is not that of a ${term.en}`, ko: `${metric.ko}은(는) 날짜가 따로 있어 ${term.ko}의 날짜와 다릅니다` }),
  noKeyToCount: (metric: Bilingual, by: Bilingual[]): Bilingual => ({ en: `${metric.en} by ${list(by).en}: no single key to count by`, ko: `${list(by).ko}별 ${metric.ko}: 하나로 된 키가 없어 셀 수 없습니다` }),
  repeated: (metric: Bilingual, by: Bilingual[], rows: Bilingual): Bilingual => ({
    en: `${metric.en} by ${list(by).en}: one ${rows.en} row has several, the amount would be counted more than once`,
    ko: `${list(by).ko}별 ${metric.ko}: ${rows.ko} 하나에 여러 개가 있어 같은 금액이 두 번 이상 세어집니다`,
  }),
  balanceByWeekday: (metric: Bilingual): Bilingual => ({ en: `${metric.en} is a balance, which no day of the week has`, ko: `${metric.ko}은(는) 잔액이라 요일별로 나눌 수 없습니다` }),
  meanOfWeekdays: { en: 'a mean over periods by day of week', ko: '요일별 기간 평균은 계산할 수 없습니다' },
} as const;
