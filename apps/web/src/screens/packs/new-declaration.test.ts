import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { declare, DECLARABLE } from './new-declaration.js';
import { outlineReader } from './pack-outline.js';

describe('a new declaration', () => {
  it('stands behind the others of its kind, a line for each thing it says', () => {
    const files = { 'metrics.yaml': 'metrics:\n  # one\n  a:\n    kind: count # k\n    of: x\n\n# about averages\nper: [x]\n' };
    expect(declare(files, outlineReader()(files), 'metrics', 'net_new')['metrics.yaml']).toBe(
      "metrics:\n  # one\n  a:\n    kind: count # k\n    of: x\n  net_new:\n    kind: count\n    of: ''\n    unit: count\n    label: { en: net new, ko: net new }\n    definition: { en: net new, ko: net new }\n\n# about averages\nper: [x]\n",
    );
  });
  it('opens a file where there is none of its kind', () => {
    for (const section of DECLARABLE) expect(Object.keys((parse(declare({}, [], section, 'x')[`${section}.yaml`] ?? '') as Record<string, object>)[section] ?? {})).toEqual(['x']);
    expect(declare({ 'all.yaml': 'roles: {}\n' }, [], 'roles', 'x')['all.yaml']).toContain('x:');
  });
});
