import { describe, expect, it } from 'vitest';
import type { Catalogue } from '@countersign/contracts';
import { whatChanged, type LiveFacts, type WhatChangedInput } from './what-changed.js';
import { ADMIN, APPROVER, ASKER, EXPIRES, NOW, SOURCE, approval, autoRule, bundle, catalogue, digestOf, grant, id, job, live, person, report } from './spec/commerce-job.js';

const approved = job({ state: 'APPROVED', approval: approval() });
const codes = (changes: Partial<LiveFacts> = {}, more: Partial<WhatChangedInput> = {}) =>
  whatChanged({ job: approved, live: live(changes), now: NOW, digestOf, before: 'execution', ...more }).map((c) => c.code);
const reshaped: Catalogue = { ...catalogue, tables: catalogue.tables.map((t) => (t.name === 'tbl_order' ? { ...t, fingerprint: 'other' } : t)) };

describe('whatChanged', () => {
  it('finds nothing when nothing changed', () => {
    expect(codes()).toEqual([]);
    expect(codes({}, { job: job(), before: 'approval' })).toEqual([]);
  });

  it.each<[string, Partial<LiveFacts>, string[]]>([
    ['the asker left the organization', { asker: undefined }, ['stale-asker']],
    ['the approver left', { approver: undefined }, ['stale-approver']],
    ['the approver lost the role', { approver: person(APPROVER, ['analyst']) }, ['stale-approver']],
    ['the grant was revoked', { grants: [grant({ revokedAt: NOW })] }, ['stale-grant']],
    ['the grant expired', { grants: [grant({ expiresAt: NOW })] }, ['stale-grant']],
    ['the grant was narrowed to other tables', { grants: [grant({ objects: [{ table: 'customers', columns: '*' }] })] }, ['stale-grant']],
    ['the grant was narrowed to other columns', { grants: [grant({ objects: [{ table: 'orders', columns: ['status'] }] })] }, ['stale-grant']],
    ['the grant is another person’s', { grants: [grant({ subject: { kind: 'person', id: APPROVER } })] }, ['stale-grant']],
    ['the grant is on another data source', { grants: [grant({ dataSourceId: id(21) })] }, ['stale-grant']],
    ['the asker left the group that held the grant', { grants: [grant({ subject: { kind: 'group', id: id(80) } })] }, ['stale-grant']],
    ['the pack has a newer version', { packVersion: 8 }, ['stale-pack']],
    ['the pack was withdrawn', { packVersion: undefined }, ['stale-pack']],
    ['a policy changed', { policyVersion: 5 }, ['stale-policy']],
    ['the table has another shape', { catalogue: reshaped }, ['stale-schema']],
    ['the data source was edited', { source: { id: SOURCE, revision: 4, status: 'ready' } }, ['stale-data-source']],
    ['the data source was disabled', { source: { id: SOURCE, revision: 3, status: 'disabled' } }, ['stale-data-source']],
    ['the data source is gone', { source: undefined }, ['stale-data-source']],
    ['the catalogue is gone', { catalogue: undefined }, ['stale-data-source']],
  ])('stops when %s', (_what, changes, expected) => {
    expect(codes(changes)).toEqual(expected);
  });

  it('a table that vanished is both out of reach and out of shape', () => {
    expect(codes({ catalogue: { ...catalogue, tables: [] } })).toEqual(['stale-grant', 'stale-schema']);
  });

  it('names the object a grant no longer covers, once', () => {
    expect(whatChanged({ job: approved, live: live({ grants: [] }), now: NOW, digestOf, before: 'execution' })).toEqual([{ code: 'stale-grant', params: { object: 'shop.tbl_order' } }]);
  });

  it.each<[string, Partial<WhatChangedInput>, string]>([
    ['without approval', { job: job() }, 'approval-missing'],
    ['after a rejection', { job: job({ approval: approval({ decision: 'reject' }) }) }, 'approval-missing'],
    ['after the approval ran out', { now: EXPIRES }, 'approval-expired'],
    ['when the approval was used', { job: job({ approval: approval({ usesLeft: 0 }) }) }, 'approval-spent'],
    ['when another digest was signed', { job: job({ approval: approval({ digest: 'f'.repeat(64) }) }) }, 'digest-mismatch'],
    ['when another revision was signed', { job: job({ approval: approval({ revision: 2 }) }) }, 'digest-mismatch'],
    ['when the bundle was altered after signing', { job: job({ approval: approval(), review: { ...must(approved.review), bundle: { ...bundle, sql: 'SELECT 1' } } }) }, 'digest-mismatch'],
    ['when other SQL would run than the bundle says', { job: job({ approval: approval(), gateReport: { ...report, sql: 'SELECT 1' } }) }, 'digest-mismatch'],
  ])('stops %s', (_when, more, code) => {
    expect(codes({}, more)).toContain(code);
  });

  it('an approval by the asker is none, however it came to be', () => {
    const own = job({ approval: approval({ by: { kind: 'person', personId: ASKER, name: 'Analyst' } }) });
    expect(codes({ approver: person(ASKER, ['approver']) }, { job: own })).toEqual(['stale-approver']);
  });

  it('an approval by rule lives as long as the rule and its author', () => {
    const byRule = job({ approval: approval({ by: { kind: 'rule', policyId: id(60), policyVersion: 2, authorId: ADMIN, name: 'small reads' } }) });
    const author = person(ADMIN, ['admin']);
    expect(codes({ approver: author, policies: [autoRule()] }, { job: byRule })).toEqual([]);
    expect(codes({ approver: author, policies: [autoRule({ enabled: false })] }, { job: byRule })).toEqual(['stale-approver']);
    expect(codes({ approver: author, policies: [autoRule({ version: 3 })] }, { job: byRule })).toEqual(['stale-approver']);
    expect(codes({ approver: undefined, policies: [autoRule()] }, { job: byRule })).toEqual(['stale-approver']);
  });

  it('losing the unmasking of a personal column is losing the grant', () => {
    const facts = { ...report, tables: ['shop.customers'], columns: ['shop.customers.email'] };
    const personal = job({ approval: approval(), gateReport: facts });
    const objects = [...bundle.objects, { name: 'shop.customers', fingerprint: 'fp-customers' }];
    const seeing = live({ grants: [grant({ unmask: ['customers.email'] })] });
    const check = (facts2: LiveFacts) => whatChanged({ job: { ...personal, review: { ...must(personal.review), bundle: { ...bundle, objects } } }, live: facts2, now: NOW, digestOf, before: 'execution' }).filter((c) => c.code === 'stale-grant');
    expect(check(seeing)).toEqual([]);
    expect(check(live())).toEqual([{ code: 'stale-grant', params: { object: 'shop.customers.email' } }]);
  });
});

function must<T>(value: T | null): T {
  if (value === null) throw new Error('missing');
  return value;
}
