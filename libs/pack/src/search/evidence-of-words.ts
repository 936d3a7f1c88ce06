import type { Meanings } from './expansions.js';
import type { Postings } from './postings.js';
import type { Term } from './question-terms.js';
import type { SearchTuning } from './tuning.js';

/** What one word of the question gives to the tables that hold it. */
export interface WordEvidence {
  term: Term;
  meanings: Meanings;
  tables: Int32Array;
  gains: Float64Array;
  /** How few tables hold it. */
  rarity: number;
  /** Most it gives to any table. */
  most: number;
}

/**
 * Scores one word over the tables: BM25 over the strongest of its meanings, so a word that may mean many is no rarer than all
 * of them together. `factor` damps single tables; `scratch` is as long as there are tables, all zero, and left so.
 */
export function evidenceOfWord(term: Term, meanings: Meanings, postings: Postings, { factor, scratch, tuning }: {
  factor: Float32Array; scratch: Float32Array; tuning: SearchTuning;
}): WordEvidence {
  const touched: number[] = [];
  const { starts, tables, strengths } = postings;
  for (const [stem, weight] of meanings) {
    const end = starts[stem + 1] ?? 0;
    for (let row = starts[stem] ?? 0; row < end; row++) {
      const table = tables[row] ?? 0;
      const strength = weight * (strengths[row] ?? 0);
      const known = scratch[table] ?? 0;
      if (known === 0) touched.push(table);
      if (strength > known) scratch[table] = strength;
    }
  }
  const found = touched.length;
  const rarity = term.weight * Math.log(1 + (scratch.length - found + 0.5) / (found + 0.5));
  const gains = new Float64Array(found);
  let most = 0;
  for (let i = 0; i < found; i++) {
    const table = touched[i] ?? 0;
    const strength = scratch[table] ?? 0;
    scratch[table] = 0;
    const gain = (rarity * strength * (tuning.saturation + 1) * (factor[table] ?? 1)) / (tuning.saturation + strength);
    gains[i] = gain;
    if (gain > most) most = gain;
  }
  return { term, meanings, tables: Int32Array.from(touched), gains, rarity, most };
}
