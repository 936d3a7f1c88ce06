import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { loadPack } from '../index.js';
import { runPackTests } from '../trial/run-tests.js';

const ROOT = path.resolve(__dirname, '../../../../packs/manufacturing-erp');
const textsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(readdirSync(path.join(ROOT, folder)).filter((name) => name.endsWith('.yaml')).map((name) => [path.join(folder, name), readFileSync(path.join(ROOT, folder, name), 'utf8')]));

describe('the manufacturing pack', () => {
  const { pack, findings } = loadPack(textsOf('.'), 1);
  it('is without an error or a warning', () => expect(findings.filter((f) => f.severity !== 'info')).toEqual([]));
  it('means what its tests say', () => {
    const report = runPackTests(pack!, textsOf('tests'));
    expect(report.unreadable).toEqual([]);
    expect(report.failed).toEqual([]);
    expect(report.total).toBeGreaterThanOrEqual(60);
  });
});
