import { describe, expect, it } from 'vitest';
import type { Policy } from '@countersign/contracts';
import { approvalsNeeded, distinctApprovers } from './approvers.js';
import { autoApproval, type AutoApprovalInput } from './auto-approval.js';
import { bundleFor } from './bundle-for.js';
import { riskOf, type RiskInput } from './risk-of.js';
import { ADMIN, APPROVER, ASKER, EDITOR, SOURCE, approval, autoRule, caps, catalogue, id, job, report } from './spec/commerce-job.js';

const low = { level: 'low' as const, reasons: [] };
const request: AutoApprovalInput = { job: job(), candidate: { origin: 'planner', authorId: null }, estimate: { available: true, cost: 100, rows: 3000 }, risk: low };
const when = (changes: object): Policy => {
  const rule = autoRule();
  if (rule.rule.kind !== 'auto-approval') throw new Error('not an auto-approval');
  return { ...rule, rule: { kind: 'auto-approval', when: { ...rule.rule.when, ...changes } } };
};

describe('autoApproval', () => {
  it('approves by an explicit rule that matches in every point', () => {
    expect(autoApproval([autoRule()], request)?.id).toBe(id(60));
  });

  it.each<[string, Policy[], Partial<AutoApprovalInput>]>([
    ['no rule', [], {}],
    ['a disabled rule', [autoRule({ enabled: false })], {}],
    ['a rule of the asker’s own', [autoRule({ authorId: ASKER })], {}],
    ['a rule of the asker’s own, spelled otherwise', [autoRule({ authorId: ASKER.toUpperCase() })], {}],
    ['a rule of the writer’s own', [autoRule({ authorId: EDITOR })], { candidate: { origin: 'planner', authorId: EDITOR } }],
    ['a rule for another data source', [when({ dataSourceIds: [id(21)] })], {}],
    ['a rule that names no data source', [when({ dataSourceIds: [] })], {}],
    ['a rule for other origins', [when({ origins: ['verified'] })], {}],
    ['SQL of a model', [autoRule()], { candidate: { origin: 'model', authorId: null } }],
    ['no estimate', [autoRule()], { estimate: { available: false, cost: null, rows: null } }],
    ['an estimate without cost', [autoRule()], { estimate: { available: true, cost: null, rows: 1 } }],
    ['too high a cost', [when({ maxCost: 99 })], {}],
    ['too many rows', [when({ maxEstimatedRows: 2999 })], {}],
    ['a high risk', [autoRule()], { risk: { level: 'high', reasons: [] } }],
    ['a personal column', [autoRule()], { risk: { level: 'medium', reasons: [{ code: 'personal-columns', params: {} }] } }],
    ['a rule of an unknown kind', [{ ...autoRule(), rule: { kind: 'always-yes' } } as unknown as Policy], {}],
    ['a rule that can’t be evaluated', [{ ...autoRule(), rule: { kind: 'auto-approval' } } as unknown as Policy], {}],
    ['a rule with no author', [{ ...autoRule(), authorId: undefined } as unknown as Policy], {}],
  ])('never approves with %s', (_what, policies, changes) => {
    expect(autoApproval(policies, { ...request, ...changes })).toBeNull();
  });

  it.each<[string, Policy['rule'], boolean, boolean]>([
    ['people always review', { kind: 'approvers', groupId: id(80), when: 'always', approvals: 1 }, true, false],
    ['people review what is of high risk', { kind: 'approvers', groupId: id(80), when: 'high-risk', approvals: 1 }, true, true],
    ['people always reviewed, and the rule is switched off', { kind: 'approvers', groupId: id(80), when: 'always', approvals: 1 }, false, true],
  ])('where %s, a rule of one admin’s later does not undo it', (_what, rule, enabled, approved) => {
    const review: Policy = { id: id(61), version: 1, name: 'review', authorId: ADMIN, enabled, rule };
    for (const policies of [[review, autoRule()], [autoRule(), review]]) expect(autoApproval(policies, request) !== null).toBe(approved);
  });

  it('a damaged rule does not hide a good one', () => {
    expect(autoApproval([null as unknown as Policy, autoRule()], request)?.id).toBe(id(60));
  });
});

describe('riskOf', () => {
  const plain: RiskInput = { origin: 'planner', estimate: { available: true, cost: 10, rows: 10, plan: [], fullScans: [] }, caps, outputMode: 'view', personal: [], listsRows: false, firstUse: false };
  it('a planned aggregate far from the caps is low', () => {
    expect(riskOf(plain)).toEqual({ level: 'low', reasons: [] });
  });
  it.each<[string, Partial<RiskInput>, string, string]>([
    ['personal columns', { personal: ['customers.email'] }, 'high', 'personal-columns'],
    ['a rule that could not be evaluated', { brokenRules: ['x'] }, 'high', 'rule-not-evaluated'],
    ['an estimate over the cap', { estimate: { ...plain.estimate, cost: 100_001 } }, 'high', 'estimate-over-cap'],
    ['an estimate near the cap', { estimate: { ...plain.estimate, rows: 600_000 } }, 'medium', 'estimate-near-cap'],
    ['no estimate', { estimate: { ...plain.estimate, available: false } }, 'medium', 'no-estimate'],
    ['SQL by a person', { origin: 'person' }, 'medium', 'written-by-person'],
    ['first use', { firstUse: true }, 'low', 'first-use'],
  ])('%s', (_what, changes, level, code) => {
    const risk = riskOf({ ...plain, ...changes });
    expect([risk.level, risk.reasons[0]?.code]).toEqual([level, code]);
  });
});

describe('counting approvers', () => {
  const two: Policy = { id: id(62), version: 1, name: 'two', authorId: ADMIN, enabled: true, rule: { kind: 'approvers', groupId: id(80), when: 'high-risk', approvals: 2 } };
  it('asks for as many people as the strictest rule', () => {
    expect([approvalsNeeded([], 'high'), approvalsNeeded([two], 'low'), approvalsNeeded([two], 'high')]).toEqual([1, 1, 2]);
  });
  it('counts people, not signatures', () => {
    const twice = [approval(), approval({ id: id(51), by: { kind: 'person', personId: APPROVER.toUpperCase(), name: 'Approver' } })];
    const { digest } = approval();
    expect(distinctApprovers(twice, digest, 1)).toBe(1);
    expect(distinctApprovers([...twice, approval({ by: { kind: 'person', personId: EDITOR, name: 'E' } })], digest, 1)).toBe(2);
    expect(distinctApprovers(twice, digest, 2)).toBe(0);
    expect(distinctApprovers([approval({ decision: 'reject' })], digest, 1)).toBe(0);
  });
});

describe('bundleFor', () => {
  const given = { source: { id: SOURCE, revision: 3, caps }, catalogue, pack: { id: 'commerce', version: 7 }, policyVersion: 4, outputMode: 'view' as const };
  it('is the same whatever the order things were gathered in', () => {
    const filters = [{ id: 'b', version: 1, occurrences: 1 }, { id: 'a', version: 2, occurrences: 3 }];
    const one = bundleFor({ ...given, report: { ...report, tables: ['shop.tbl_order', 'shop.customers'], rowFilters: filters } });
    expect(bundleFor({ ...given, report: { ...report, tables: ['shop.customers', 'shop.tbl_order'], rowFilters: [...filters].reverse() } })).toEqual(one);
    expect(one.objects).toEqual([{ name: 'shop.customers', fingerprint: 'fp-customers' }, { name: 'shop.tbl_order', fingerprint: 'fp-tbl_order' }]);
  });
  it('has nothing to sign for a table without fingerprint', () => {
    expect(() => bundleFor({ ...given, report: { ...report, tables: ['shop.gone'] } })).toThrow('internal');
  });
});
