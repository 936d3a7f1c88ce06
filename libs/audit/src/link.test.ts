import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { AUDIT_GENESIS, type AuditRecord } from '@countersign/contracts';
import { bodyOf, entryOf, REDACTED } from './entry.js';
import { link, verifyChain } from './link.js';
import { ACTORS, TENANT, chainOf } from './spec/chain.js';

const chain = chainOf(12);
const rules = (records: AuditRecord[]) => verifyChain(TENANT, records).problems.map((p) => [p.seq, p.rule]);

describe('the chain', () => {
  it('hashes exactly what the contract says', () => {
    const one = link(AUDIT_GENESIS, TENANT, 1, '{"a":"é"}');
    expect(one.hash).toBe(createHash('sha256').update(Buffer.from(`${'0'.repeat(64)}\n${TENANT}\n1\n{"a":"é"}`, 'utf8')).digest('hex'));
  });
  it('verifies as a whole and in batches', () => {
    expect(rules(chain)).toEqual([]);
    const first = verifyChain(TENANT, chain.slice(0, 5));
    expect(verifyChain(TENANT, chain.slice(5), first.head)).toEqual({ problems: [], head: { seq: 12, hash: chain[11]!.hash } });
  });
  it('finds a changed body, even with its hash made anew', () => {
    const changed = { ...chain[4]!, body: chain[4]!.body.replace('RUNNING', 'RUNNINg').replace('"rows":5', '"rows":6') };
    expect(rules(chain.with(4, changed))).toEqual([[5, 'altered']]);
    expect(rules(chain.with(4, link(changed.previousHash, TENANT, 5, changed.body)))).toEqual([[6, 'broken-link']]);
  });
  it('finds a dropped, a doubled and a swapped record', () => {
    expect(rules(chain.toSpliced(4, 1))).toEqual([[6, 'sequence']]);
    expect(rules(chain.toSpliced(4, 0, chain[4]!))).toEqual([[5, 'sequence']]);
    expect(rules([...chain.slice(0, 4), chain[5]!, chain[4]!, ...chain.slice(6)]).map(([, rule]) => rule)).toEqual(['sequence', 'sequence', 'sequence']);
  });
  it('finds a record of another tenant', () => {
    expect(rules(chain.with(2, { ...chain[2]!, tenantId: 'another' }))).toEqual([[3, 'wrong-tenant']]);
  });
  it('no change of any member of any record passes', () => {
    fc.assert(fc.property(fc.nat(11), fc.constantFrom('body' as const, 'hash' as const, 'previousHash' as const), fc.nat(), fc.integer({ min: 1, max: 255 }), (index, member, where, flip) => {
      const record = chain[index]!;
      const text = record[member];
      const at = where % text.length;
      const changed = text.slice(0, at) + String.fromCharCode(text.charCodeAt(at) ^ flip) + text.slice(at + 1);
      expect(rules(chain.with(index, { ...record, [member]: changed }))).not.toEqual([]);
    }));
  });
});

describe('entryOf', () => {
  const entry = (details: Record<string, unknown>) => entryOf({ id: chain[0]!.tenantId, at: '2026-01-01T00:00:00Z', action: 'token.created', actor: ACTORS[1]!, subject: { kind: 'token', id: 'x' }, details });
  it('redacts secrets by name, at any depth', () => {
    const { details } = entry({ password: 'a', source: { apiKey: 'b', access_token: 'c', sealedCredential: 'd', host: 'h' }, list: [{ Authorization: 'e' }], tokens: 3 });
    expect(details).toEqual({ password: REDACTED, source: { apiKey: REDACTED, access_token: REDACTED, sealedCredential: REDACTED, host: 'h' }, list: [{ Authorization: REDACTED }], tokens: 3 });
  });
  it('keeps fractions as exact text, so that a body always has one spelling', () => {
    expect(bodyOf(entry({ ratio: 0.1, big: 10n, nothing: undefined }))).toContain('"details":{"big":"10","ratio":"0.1"}');
  });
  it('a token is named as a token, never as its person', () => {
    expect(entry({}).actor).toMatchObject({ kind: 'token', id: '00000000-0000-7000-8000-000000000011' });
  });
  it('refuses an action outside the closed list', () => {
    expect(() => entryOf({ ...entry({}), actor: ACTORS[2]!, action: 'made.up' as 'job.moved' })).toThrow();
  });
});
