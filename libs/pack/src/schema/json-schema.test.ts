import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { packJsonSchema } from './json-schema.js';

describe('the published JSON Schema', () => {
  it('is what the product reads by; after a change of the format: npx countersign pack schema > packs/pack.schema.json', () => {
    const published = JSON.parse(readFileSync(path.resolve(__dirname, '../../../../packs/pack.schema.json'), 'utf8')) as unknown;
    expect(published).toEqual(packJsonSchema());
  });
});
