import type { Finding, Locale } from '@countersign/contracts';
import type { Probe, ProbeEvidence } from './probe.js';

const RULES = {
  'probe-not-unique': { en: '{about} is declared unique, but {repeated} of its values stand in more than one row and {without} rows have none.', ko: '{about}은(는) 고유하다고 선언되었지만 {repeated}개 값이 여러 행에 있고 {without}개 행에는 값이 없습니다.' },
  'probe-orphans': { en: '{about} is declared never empty and always found, but {orphans} of {rows} rows refer to nothing that is there and {without} to nothing at all.', ko: '{about}은(는) 항상 존재한다고 선언되었지만 {rows}개 행 중 {orphans}개는 없는 대상을 가리키고 {without}개는 비어 있습니다.' },
  'probe-null': { en: '{about} is declared never empty, but it is in {empty} of {rows} rows.', ko: '{about}은(는) 비어 있지 않다고 선언되었지만 {rows}개 행 중 {empty}개에서 비어 있습니다.' },
  'probe-unknown-values': { en: '{about} holds values that the pack does not know: {values}.', ko: '{about}에 팩이 모르는 값이 있습니다: {values}.' },
  'probe-versions-overlap': { en: 'Versions of {about} overlap {overlaps} times, and {inverted} end before they begin.', ko: '{about}의 버전이 {overlaps}번 겹치고 {inverted}개는 시작하기 전에 끝납니다.' },
  'probe-orphan-rate': { en: '{about}: {orphans} of {rows} rows ({rate} %) refer to nothing that is there; they are shown as unknown.', ko: '{about}: {rows}개 행 중 {orphans}개({rate}%)가 없는 대상을 가리킵니다. 알 수 없음으로 표시됩니다.' },
  'probe-weights': { en: 'The weights of {about} have to add up to 1 for each of {owners} owners, but for {off} they do not (from {least} to {most}); {negative} have a negative one and {without} no owner.', ko: '{about}의 가중치는 소유자 {owners}개마다 합이 1이어야 하지만 {off}개는 그렇지 않습니다({least}~{most}). 음수 가중치가 있는 소유자는 {negative}개, 소유자가 없는 것은 {without}개입니다.' },
  'probe-balance-repeated': { en: '{about} is to be one balance, but {repeated} of them stand in more than one row and {without} rows have no date: they would be added up.', ko: '{about}은(는) 하나의 잔액이어야 하지만 {repeated}개가 여러 행에 있고 {without}개 행에는 날짜가 없어 중복 합산됩니다.' },
  'probe-needless-optional': { en: '{about} is declared optional, but every one of {rows} rows has its partner.', ko: '{about}은(는) 선택 사항으로 선언되었지만 {rows}개 행 모두 대상이 있습니다.' },
  'probe-many-values': { en: '{about} has more than {most} different values: they are not looked up.', ko: '{about}에 서로 다른 값이 {most}개보다 많아 값 조회에 사용하지 않습니다.' },
  'probe-not-run': { en: '{about} could not be proved: {why}.', ko: '{about}을(를) 증명할 수 없습니다: {why}.' },
} as const satisfies Record<string, Record<Locale, string>>;

type ProbeRule = keyof typeof RULES;

/**
 * The text of a finding about a probe.
 * @example probeText(finding, 'en') // 'orders.status holds values that the pack does not know: on_hold (12).'
 */
export function probeText({ rule, params = {}, message }: Pick<Finding, 'rule' | 'params' | 'message'>, locale: Locale): string {
  return rule in RULES ? RULES[rule as ProbeRule][locale].replace(/\{(\w+)\}/g, (whole, name: string) => String(params[name] ?? whole)) : message;
}

function found(rule: ProbeRule, severity: Finding['severity'], params: Record<string, string>): Finding {
  return { rule, severity, params, message: probeText({ rule, params, message: '' }, 'en') };
}

/** A probe that the data source did not answer proves nothing. */
export const notRun = (probe: Pick<Probe, 'about'>, why: string): Finding => found('probe-not-run', 'error', { about: probe.about, why });

/**
 * What the rows of a probe's query say: evidence to keep, and findings. An error says that the data is not what the pack claims.
 *
 * @param rows as the collector read them, cells as text
 * @example judgeProbe(probe, [['800', '0', '0']]) // { evidence: { outcome: 'passed', counts: { rows: '800', … } }, findings: [] }
 */
export function judgeProbe(probe: Omit<Probe, 'query'>, rows: readonly (readonly (string | null)[])[]): { evidence: ProbeEvidence; findings: Finding[] } {
  const findings = findingsOf(probe, rows);
  const evidence: ProbeEvidence = { probe: probe.id, outcome: findings.some((f) => f.severity === 'error') ? 'failed' : 'passed', counts: countsOf(probe, rows[0] ?? []) };
  const listed = probe.kind === 'values' || (probe.kind === 'lookup' && findings.length === 0);
  return { evidence: listed ? { ...evidence, values: rows.map(([value, n]) => ({ value: value ?? '', rows: n ?? '0' })) } : evidence, findings };
}

const NAMES: Readonly<Record<Exclude<Probe['kind'], 'never-null' | 'values' | 'lookup'>, string[]>> = { unique: ['rows', 'repeated', 'without'], reference: ['rows', 'orphans', 'without'], versions: ['rows', 'overlaps', 'inverted'], bridge: ['owners', 'off', 'without', 'negative', 'least', 'most'], balance: ['rows', 'repeated', 'without'] };

function countsOf(probe: Omit<Probe, 'query'>, row: readonly (string | null)[]): Record<string, string> {
  if (probe.kind === 'values' || probe.kind === 'lookup') return {};
  const names = probe.kind === 'never-null' ? ['rows', ...(probe.columns ?? [])] : NAMES[probe.kind];
  return Object.fromEntries(names.map((name, i) => [name, whole(row[i])]));
}

function findingsOf(probe: Omit<Probe, 'query'>, rows: readonly (readonly (string | null)[])[]): Finding[] {
  const counts = countsOf(probe, rows[0] ?? []);
  const { about } = probe;
  const some = (...names: string[]): boolean => names.some((name) => counts[name] !== '0');
  switch (probe.kind) {
    case 'unique': return some('repeated', 'without') ? [found('probe-not-unique', 'error', { about, ...counts })] : [];
    case 'balance': return some('repeated', 'without') ? [found('probe-balance-repeated', 'error', { about, ...counts })] : [];
    case 'bridge': return some('off', 'without', 'negative') ? [found('probe-weights', 'error', { about, ...counts })] : [];
    case 'versions': return some('overlaps', 'inverted') ? [found('probe-versions-overlap', 'error', { about, ...counts })] : [];
    case 'reference':
      if (probe.optional && some('orphans')) return [found('probe-orphan-rate', 'warning', { about, ...counts, rate: percentOf(counts['orphans'], counts['rows']) })];
      if (probe.optional) return some('rows') && !some('without') ? [found('probe-needless-optional', 'info', { about, ...counts })] : [];
      return some('orphans', 'without') ? [found('probe-orphans', 'error', { about, ...counts })] : [];
    case 'never-null': return (probe.columns ?? []).filter((name) => some(name)).map((name) => found('probe-null', 'error', { about: `${about}.${name}`, rows: counts['rows'] ?? '0', empty: counts[name] ?? '0' }));
    case 'lookup': return rows.length <= (probe.most ?? 0) ? [] : [found('probe-many-values', 'info', { about, most: String(probe.most ?? 0) })];
    case 'values': return rows.length === 0 ? [] : [found('probe-unknown-values', probe.open ? 'info' : 'error', { about, values: rows.map(([value, n]) => `${value ?? ''} (${whole(n)})`).join(', ') })];
  }
}

/** A count as digits: engines write sums as decimals. */
const whole = (cell: string | null | undefined): string => (cell ?? '0').replace(/\.0*$/, '');

/** With two digits, exactly: counts may be larger than a double holds. */
function percentOf(part = '0', all = '0'): string {
  const hundredths = BigInt(all) === 0n ? 0n : (BigInt(part) * 10_000n) / BigInt(all);
  return `${hundredths / 100n}.${String(hundredths % 100n).padStart(2, '0')}`;
}
