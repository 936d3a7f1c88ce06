import type { Bilingual } from '../schema/pack-source.js';

/** There is no correct plan; the detail says why. Caught by `planQuery` only, which returns a refusal. */
export class NoPlan extends Error {
  constructor(readonly detail: Bilingual) {
    super(detail.en);
  }
}
