import type { Finding, Locale } from '@countersign/contracts';

/** What can be wrong with a binding, in both languages. `{name}` marks a parameter. */
const RULES = {
  'binding-syntax': { en: '{path}: {detail}', ko: '{path}: {detail}' },
  'binding-other-pack': { en: 'This binding is for pack {bound}, not {pack}.', ko: '이 바인딩은 {pack}이(가) 아니라 {bound} 팩을 위한 것입니다.' },
  'binding-unknown-table': { en: 'The pack has no table {table}.{nearest}', ko: '팩에 {table} 테이블이 없습니다.{nearest}' },
  'binding-unknown-column': { en: 'The pack has no column {column}.{nearest}', ko: '팩에 {column} 열이 없습니다.{nearest}' },
  'binding-unbound-table': { en: 'The pack’s table {table} is bound to nothing: questions about it are refused here.', ko: '팩의 {table} 테이블이 연결되지 않았습니다. 여기서는 그에 대한 질문이 거절됩니다.' },
  'binding-missing-table': { en: 'The data source has no table {real} for {table}.{nearest}', ko: '데이터 소스에 {table}에 해당하는 {real} 테이블이 없습니다.{nearest}' },
  'binding-missing-column': { en: 'Table {real} has no column {name} for {column}.{nearest}', ko: '{real} 테이블에 {column}에 해당하는 {name} 열이 없습니다.{nearest}' },
  'binding-table-twice': { en: '{table} and {other} are bound to the same table {real}.', ko: '{table}와(과) {other}이(가) 같은 {real} 테이블에 연결되었습니다.' },
  'binding-column-twice': { en: '{column} and {other} are bound to the same column {name}.', ko: '{column}와(과) {other}이(가) 같은 {name} 열에 연결되었습니다.' },
  'binding-wrong-type': { en: '{column} is {wanted} in the pack and {type} in the data source.{hint}', ko: '{column}의 형식이 팩에서는 {wanted}, 데이터 소스에서는 {type}입니다.{hint}' },
  'binding-not-exact': { en: '{column}: {type} can’t be read as {wanted} this way without a guess.', ko: '{column}: {type}을(를) 이 방법으로는 추측 없이 {wanted}(으)로 읽을 수 없습니다.' },
  'binding-value-unknown': { en: '{column} has no value {value} in the pack.', ko: '팩에서 {column}에는 {value} 값이 없습니다.' },
  'binding-value-missing': { en: '{column}: the pack’s value {value} is stored as nothing here.', ko: '{column}: 팩의 {value} 값이 여기에서는 어떻게 저장되는지 지정되지 않았습니다.' },
  'binding-value-twice': { en: '{column}: the stored value {value} stands for two values.', ko: '{column}: 저장된 값 {value}이(가) 두 값을 뜻합니다.' },
  'binding-nullable': { en: '{column} is never empty in the pack, but {name} may be NULL: the probe has to prove it.', ko: '팩에서 {column}은(는) 비어 있지 않지만 {name}은(는) NULL일 수 있습니다. 프로브로 증명해야 합니다.' },
  'binding-opens-column': { en: 'These columns are personal and would go by another name: {names}. A version of the pack opens them, with a second person.', ko: '다음 열은 개인정보인데 다른 이름으로 보이게 됩니다: {names}. 열을 공개하려면 두 번째 사람의 동의를 받아 팩의 새 버전으로 바꿔야 합니다.' },
  'binding-extra-columns': { en: 'Table {real} has columns the pack knows nothing of: {names}.', ko: '{real} 테이블에 팩이 모르는 열이 있습니다: {names}.' },
} as const satisfies Record<string, Record<Locale, string>>;

export type BindingRule = keyof typeof RULES;

/** Words that stand beside a finding's own parameters. */
const ASIDES = {
  nearest: { en: ' Perhaps {names}?', ko: ' 혹시 {names}?' },
  hint: { en: ' Say {say} beside its name if that is what it holds.', ko: ' 실제로 그렇다면 이름 옆에 {say}을(를) 쓰세요.' },
} as const;

/**
 * The text of a finding about a binding.
 * @example bindingText({ rule: 'binding-missing-table', params: { table: 'orders', real: 'ORDRS', nearest: ['ORDERS'] }, … }, 'en') // 'The data source has no table ORDRS for orders. Perhaps ORDERS?'
 */
export function bindingText({ rule, params = {}, message }: Pick<Finding, 'rule' | 'params' | 'message'>, locale: Locale): string {
  if (!(rule in RULES)) return message;
  const said: Record<string, string> = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : String(value)]));
  const aside = (name: keyof typeof ASIDES, of: string, as: string): string => (said[of] ? ASIDES[name][locale].replace(`{${as}}`, said[of]) : '');
  return RULES[rule as BindingRule][locale].replace(/\{(\w+)\}/g, (whole, name: string) => (name === 'nearest' ? aside('nearest', 'nearest', 'names') : name === 'hint' ? aside('hint', 'hint', 'say') : said[name] ?? whole));
}

/** A finding with its English text. */
export function bindingFinding(rule: BindingRule, severity: Finding['severity'], params: Record<string, string | string[]>, at: Finding['at']): Finding {
  return { rule, severity, params, message: bindingText({ rule, params, message: '' }, 'en'), ...(at ? { at } : {}) };
}
