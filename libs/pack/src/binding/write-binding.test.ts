import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { commercePack as load } from '../spec/commerce-pack.js';
import { readBinding } from './read-binding.js';
import { writeBinding } from './write-binding.js';

describe('a binding that is written', () => {
  it.each(['erp', 'upper'])('is read as what it was: %s', (name) => {
    const text = readFileSync(path.resolve(__dirname, `../../../../packs/commerce/bindings/${name}.yaml`), 'utf8');
    const { binding } = readBinding(load(), 'a.yaml', text);
    expect(binding).not.toBeNull();
    expect(readBinding(load(), 'b.yaml', writeBinding('commerce', binding!))).toMatchObject({ binding, findings: [] });
  });
});
