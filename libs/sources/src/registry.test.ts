import { ADAPTED_ENGINES } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { engineFor } from './registry.js';

describe('the registry', () => {
  it.each(ADAPTED_ENGINES)('has an adapter for %s, which data sources may be registered with', (engine) => {
    expect(engineFor(engine).engines).toContain(engine);
  });
});
