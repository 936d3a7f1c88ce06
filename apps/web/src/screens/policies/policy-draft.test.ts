import { Policy } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { draftOf, EMPTY_POLICY, missingIn, ruleOf, type Rule } from './policy-draft';

const id = '00000000-0000-7000-8000-000000000001';
const rules: Rule[] = [
  { kind: 'row-filter', table: 'orders', predicate: "channel = 'web'", groups: [id] },
  { kind: 'mask', table: 'customers', column: 'email', form: { kind: 'last', keep: 3 }, groups: [], roles: ['analyst'] },
  { kind: 'mask', table: 'customers', column: 'email', form: { kind: 'fixed', text: '***' }, groups: [], roles: [] },
  { kind: 'mask', table: 'customers', column: 'age', form: { kind: 'bucket', size: 10 }, groups: [], roles: [] },
  { kind: 'approvers', groupId: id, when: 'always', approvals: 2 },
  { kind: 'auto-approval', when: { origins: ['verified'], maxCost: 5, maxEstimatedRows: 6, dataSourceIds: [id] } },
];

describe('a policy in the form', () => {
  it.each(rules)('$kind says the same when it is opened and sent again', (rule) => {
    const policy = Policy.parse({ id, version: 1, name: 'n', authorId: id, rule, enabled: true });
    expect(ruleOf(draftOf(policy))).toEqual(rule);
    expect(missingIn(draftOf(policy))).toEqual([]);
  });
  it('asks for what its kind needs, and for nothing else', () => {
    expect(missingIn(EMPTY_POLICY)).toEqual(['name', 'table', 'predicate']);
    expect(missingIn({ ...EMPTY_POLICY, name: 'n', kind: 'approvers' })).toEqual(['groupId']);
    expect(missingIn({ ...EMPTY_POLICY, name: 'n', kind: 'mask', table: 't', column: 'c', form: 'fixed' })).toEqual(['formText']);
    expect(missingIn({ ...EMPTY_POLICY, name: 'n', kind: 'auto-approval', origins: [] })).toEqual(['origins', 'dataSourceIds']);
  });
});
