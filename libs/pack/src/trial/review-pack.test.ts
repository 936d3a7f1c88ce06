import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { reviewPack } from './review-pack.js';

const folder = path.resolve(__dirname, '../../../../packs/commerce');
const files = Object.fromEntries(readdirSync(folder).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(folder, f), 'utf8')]));

describe('the first version of a pack', () => {
  it('says for the first time what may be seen, so it takes two people', () => {
    const open = Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll('sensitivity: personal', 'sensitivity: internal').replace('id: commerce', 'id: commerce-two')]));
    expect(reviewPack({ files: open })).toMatchObject({ packId: 'commerce-two', report: { policyChanges: [{ ref: 'commerce-two', is: 'first version' }] } });
  });

  it('is followed by versions that take two only where they change that', () => {
    expect(reviewPack({ files, base: { files, version: 1 } }).report.policyChanges).toEqual([]);
  });
});
