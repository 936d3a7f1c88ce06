import { describe, expect, it } from 'vitest';
import { loadPack } from '../index.js';
import { commerceFiles } from '../spec/commerce-pack.js';

const files = commerceFiles();
const changed = (path: string, from: string, to: string) => {
  expect(files[path]).toContain(from);
  return loadPack({ ...files, [path]: files[path]!.replace(from, to) }, 1);
};
const errors = (result: ReturnType<typeof loadPack>) => result.findings.filter((f) => f.severity === 'error');

describe('loadPack', () => {
  it('loads the commerce pack without an error or a warning', () => {
    const { pack, findings } = loadPack(files, 7);
    expect(pack).toMatchObject({ id: 'commerce', version: 7 });
    expect(findings.filter((f) => f.severity !== 'info')).toEqual([]);
  });

  it('points at the line of a metric that sums over an entity nobody declared', () => {
    const result = changed('metrics.yaml', 'of: payments\n    value: amount\n    where: [captured]', 'of: paymnts\n    value: amount\n    where: [captured]');
    expect(result.pack).toBeNull();
    const [finding] = errors(result);
    expect(finding).toMatchObject({ rule: 'unknown-entity', at: { excerpt: expect.stringContaining('of: paymnts') } });
    expect(files['metrics.yaml']!.split('\n')[finding!.at!.line - 1]).toContain('of: payments');
  });

  it.each(['# a note \u202e\n', 'filters:\n  a: { where: orders.order_id > 0, label: { en: "a\u200bb", ko: a }, definition: { en: a, ko: a } }\n', 'filters:\n  a: { where: orders.order_id > 0, label: { en: "a\\u2067b", ko: a }, definition: { en: a, ko: a } }\n'])('refuses characters that nobody sees, written or escaped: %j', (text) => {
    expect(errors(loadPack({ ...files, 'more.yaml': text }, 1))).toMatchObject([{ rule: 'unreadable-character', at: { excerpt: expect.stringContaining('more.yaml') } }]);
  });

  it('points at an alias, and takes names of every object’s own members for names', () => {
    const alias = loadPack({ ...files, 'more.yaml': 'filters:\n  a: &m { where: orders.order_id > 0, label: { en: a, ko: a }, definition: { en: a, ko: a } }\n  b: *m\n' }, 1);
    expect(errors(alias)).toMatchObject([{ rule: 'yaml', message: expect.stringContaining('*m is an alias'), at: { line: 3 } }]);
    for (const name of ['constructor', 'toString']) expect(errors(loadPack({ ...files, 'more.yaml': `filters:\n  ${name}: { where: orders.order_id > 0 }\n` }, 1)).map(({ rule }) => rule)).not.toContain('declared-twice');
  });

  it('refuses a filter that tests a column nobody declared', () => {
    expect(errors(changed('dimensions.yaml', 'where: products.discontinued', 'where: products.retired'))).toMatchObject([{ rule: 'unknown-column' }]);
  });

  it('refuses a metric that is defined by itself', () => {
    expect(errors(changed('metrics.yaml', 'formula: net_revenue - cogs', 'formula: net_revenue - gross_margin'))).toMatchObject([{ rule: 'circular-metric' }, ...new Array(errors(changed('metrics.yaml', 'formula: net_revenue - cogs', 'formula: net_revenue - gross_margin')).length - 1).fill({})]);
  });

  it('refuses a relationship to a column that does not identify a row', () => {
    expect(errors(changed('entities.yaml', 'to: products.product_id', 'to: products.sku'))).toMatchObject([{ rule: 'not-a-key' }]);
  });

  it('refuses the same id in two files instead of letting one win', () => {
    expect(errors(loadPack({ ...files, 'more.yaml': 'filters:\n  cancelled: { where: "orders.status = \'x\'", label: { en: a, ko: b }, definition: { en: a, ko: b } }\n' }, 1))).toMatchObject([{ rule: 'declared-twice' }]);
  });

  it('reports a formula that cannot be read', () => {
    expect(errors(changed('metrics.yaml', 'value: quantity * unit_price\n', 'value: quantity ** unit_price\n'))[0]).toMatchObject({ rule: 'formula' });
  });

  it('reports broken YAML by its place and does not throw', () => {
    const result = loadPack({ ...files, 'broken.yaml': 'metrics:\n  a: [1, 2\n' }, 1);
    expect(result.findings[0]).toMatchObject({ rule: 'yaml', severity: 'error', at: { line: expect.any(Number) } });
  });

  it('does not read the tests and the warehouse that travel with a pack', () => {
    expect(errors(loadPack({ ...files, 'tests/x.yaml': 'nonsense: true', 'warehouse/y.yaml': 'nonsense: true' }, 1))).toEqual([]);
  });

  it('says that there is no pack in no files', () => {
    expect(loadPack({}, 1).pack).toBeNull();
  });
});
