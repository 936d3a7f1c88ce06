import { describe, expect, it } from 'vitest';
import type { Catalogue, Interpretation, Policy } from '@countersign/contracts';
import { changedFact, loadPack, planFingerprint, policyFingerprint, resolveQuestion, shapeOf } from '../index.js';
import { commerceFiles, commercePack } from '../spec/commerce-pack.js';

const pack = commercePack();
function meaning(question: string): Interpretation {
  const resolution = resolveQuestion(pack, { question, today: '2026-06-30', choices: {} });
  if (resolution.outcome !== 'resolved') throw new Error(`${question}: ${resolution.outcome}`);
  return resolution.interpretation;
}
const key = (question: string): string => shapeOf(meaning(question)).key;

describe('the shape of a question', () => {
  it.each([
    ['net revenue by channel in 2025', 'net sales by channel last month'], ['net revenue by channel in 2025', '2024년 채널별 순매출'],
    ['orders from Brazil in 2025', 'how many orders were shipped to Korea in 2024'].map((q) => q.replace('from Brazil', 'shipped to Brazil')) as [string, string],
    ['top 5 products by units sold in 2025', 'top 10 products by units sold last year'],
  ])('%s = %s', (a, b) => expect(key(a)).toBe(key(b)));
  it.each([
    ['net revenue by channel in 2025', 'gross revenue by channel in 2025'], ['net revenue by channel in 2025', 'net revenue by month in 2025'], ['net revenue in 2025', 'net revenue'],
    ['orders shipped to Brazil in 2025', 'orders not shipped to Brazil in 2025'], ['top 5 products by units sold in 2025', 'products by units sold in 2025'], ['top 5 products by units sold in 2025', 'bottom 5 products by units sold in 2025'],
    ['orders shipped to Brazil', 'orders shipped to Brazil or Korea'], ['net revenue in 2025', 'net revenue in 2025 compared with 2024'],
  ])('%s ≠ %s', (a, b) => expect(key(a)).not.toBe(key(b)));
  it('has typed places for what another question fills in', () => {
    expect(shapeOf(meaning('orders shipped to Brazil in 2025')).parameters).toEqual([{ name: 'p0', type: 'value', of: 'ship_country', sample: 'BR' }, { name: 'p1', type: 'period', sample: '2025-01-01..2026-01-01' }]);
  });
});

describe('a verified query', () => {
  const interpretation = meaning('gross revenue by channel in 2025');
  const catalogue = { tables: [{ schema: 'shop', name: 'orders', fingerprint: 'f1' }] } as unknown as Catalogue;
  const filter = { id: 'a', version: 1, enabled: true, rule: { kind: 'row-filter' } } as Policy;
  const fingerprints = { plan: planFingerprint(pack, interpretation)!, pack: { id: 'commerce', version: 1 }, schema: [{ name: 'shop.orders', fingerprint: 'f1' }], policy: policyFingerprint([filter]) };
  const verified = { interpretation, fingerprints };
  const changed = (from: string, to: string) => {
    const files = commerceFiles();
    expect(files['metrics.yaml']).toContain(from);
    return loadPack({ ...files, 'metrics.yaml': (files['metrics.yaml'] ?? '').replace(from, to) }, 2).pack!;
  };
  it('holds while nothing it rests on changes, whatever else the pack says now', () => {
    expect(changedFact(verified, { pack, catalogue, policies: [filter] })).toBeUndefined();
    expect(changedFact(verified, { pack: changed('Count of orders of any status.', 'Every order.'), catalogue, policies: [filter] })).toBeUndefined();
  });
  it('expires by fact: the metric, the schema or a policy is another', () => {
    expect(changedFact(verified, { pack: changed('where: [not_cancelled]', 'where: [realised]'), catalogue, policies: [filter] })).toBe('metric');
    expect(changedFact(verified, { pack, catalogue: { tables: [{ schema: 'shop', name: 'orders', fingerprint: 'f2' }] } as unknown as Catalogue, policies: [filter] })).toBe('schema');
    expect(changedFact(verified, { pack, catalogue: undefined, policies: [filter] })).toBe('schema');
    expect(changedFact(verified, { pack, catalogue, policies: [{ ...filter, version: 2 }] })).toBe('policy');
    expect(changedFact(verified, { pack, catalogue, policies: [] })).toBe('policy');
    expect(changedFact({ ...verified, fingerprints: { ...fingerprints, pack: { id: 'other', version: 1 } } }, { pack, catalogue, policies: [filter] })).toBe('pack');
  });
});
