import type { Role } from '@countersign/contracts';
import type { TFunction } from 'i18next';
import type { Language } from '../../api/problem';
import { formatCount } from '../../format/number';
import type { Rule } from './policy-draft';

/** Names of what a rule speaks of by id. */
export interface Names {
  groups: ReadonlyMap<string, string>;
  sources: ReadonlyMap<string, string>;
}

/** What a policy does, as one sentence. */
export function policySentence(rule: Rule, names: Names, t: TFunction, language: Language): string {
  const named = (ids: readonly string[], known: ReadonlyMap<string, string>): string => ids.map((id) => known.get(id) ?? id).join(', ');
  const whom = ({ groups, roles }: { groups: readonly string[]; roles: readonly Role[] }): string =>
    [...groups.map((id) => names.groups.get(id) ?? id), ...roles.map((role) => t(`role.${role}`))].join(', ') || t('policies.everyone');
  switch (rule.kind) {
    case 'row-filter': return t('policies.says.row-filter', { table: rule.table, predicate: rule.predicate, who: rule.groups.length === 0 ? t('policies.everyone') : named(rule.groups, names.groups) });
    case 'mask': return t('policies.says.mask', { column: `${rule.table}.${rule.column}`, form: t(`policies.forms.${rule.form.kind}`), who: whom(rule) });
    case 'export': return t('policies.says.export', { formats: rule.formats.map((format) => t(`export.format.${format}`)).join(', ') || t('export.none'), who: whom(rule) });
    case 'approvers': return t('policies.says.approvers', { group: names.groups.get(rule.groupId) ?? rule.groupId, when: t(`policies.whens.${rule.when}`), count: rule.approvals });
    case 'auto-approval': return t('policies.says.auto-approval', { origins: rule.when.origins.map((origin) => t(`policies.origins.${origin}`)).join(', '), sources: named(rule.when.dataSourceIds, names.sources), cost: formatCount(rule.when.maxCost, language), rows: formatCount(rule.when.maxEstimatedRows, language) });
  }
}
