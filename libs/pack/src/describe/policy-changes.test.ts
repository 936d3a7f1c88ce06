import { describe, expect, it } from 'vitest';
import { loadPack, policyChanges, type Pack } from '../index.js';
import { commerceFiles, commercePack } from '../spec/commerce-pack.js';

const before = commercePack();

/** The commerce pack with one piece of one file put otherwise. */
function changed(file: string, from: string, to: string): Pack {
  const files = commerceFiles();
  const text = files[file] ?? '';
  expect(text).toContain(from);
  const { pack, findings } = loadPack({ ...files, [file]: text.replace(from, to) }, 2);
  if (!pack) throw new Error(JSON.stringify(findings));
  return pack;
}

describe('a new version', () => {
  it('of other definitions changes nobody’s sight', () => {
    expect(policyChanges(before, changed('metrics.yaml', 'where: [not_cancelled]', 'where: [realised]'))).toEqual([]);
  });
  it('that opens a personal column is a change of policy', () => {
    expect(policyChanges(before, changed('entities.yaml', 'email: { type: text, role: attribute, nulls: never, sensitivity: personal', 'email: { type: text, role: attribute, nulls: never'))).toEqual([{ ref: 'customers.email', was: 'personal', is: 'internal' }]);
  });
  it('that gives a personal column another name is one too', () => {
    expect(policyChanges(before, changed('entities.yaml', '      email: { type: text, role: attribute, nulls: never, sensitivity: personal', '      contact: { type: text, role: attribute, nulls: never'))).toEqual([{ ref: 'customers.email', was: 'personal', is: 'not declared' }]);
  });
  it('that closes a column is one: answers will lack it', () => {
    expect(policyChanges(before, changed('entities.yaml', 'segment: { type: text, role: attribute,', 'segment: { type: text, role: attribute, sensitivity: personal,'))).toEqual([{ ref: 'customers.segment', was: 'internal', is: 'personal' }]);
  });
});
