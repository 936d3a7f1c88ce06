import { describe, expect, it } from 'vitest';
import { loadPack } from '../index.js';
import { runPackTests } from '../trial/run-tests.js';
import { manufacturingFiles } from './manufacturing-pack.js';

describe('the manufacturing pack', () => {
  const { pack, findings } = loadPack(manufacturingFiles(), 1);
  it('is without an error or a warning', () => expect(findings.filter((f) => f.severity !== 'info')).toEqual([]));
  it('means what its tests say', () => {
    const report = runPackTests(pack!, manufacturingFiles('tests'));
    expect(report.unreadable).toEqual([]);
    expect(report.failed).toEqual([]);
    expect(report.total).toBeGreaterThanOrEqual(60);
  });
});
