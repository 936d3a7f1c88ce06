import type { WordEvidence } from './evidence-of-words.js';
import type { Relations } from './relations.js';
import type { SearchTuning } from './tuning.js';

export interface Chosen {
  table: number;
  score: number;
}

/**
 * Chooses tables one by one, each for what it adds: words that chosen tables hold already count less, so ten near copies of one
 * table don't keep the question's other half out.
 *
 * @param candidates best first
 */
export function chooseTables(candidates: readonly number[], totals: Float64Array, evidence: readonly WordEvidence[], count: number, tuning: SearchTuning): Chosen[] {
  const gains = gainsOf(candidates, evidence, totals.length);
  const left = new Float64Array(evidence.length).fill(1);
  const rest = candidates.map((table, i) => (totals[table] ?? 0) - gains.reduce((sum, row) => sum + (row[i] ?? 0), 0));
  const open = new Set(candidates.keys());
  const chosen: Chosen[] = [];
  while (chosen.length < count && open.size > 0) {
    let next = { at: -1, score: -Infinity };
    for (const at of open) {
      let score = rest[at] ?? 0;
      for (let word = 0; word < gains.length; word++) score += (gains[word]?.[at] ?? 0) * (left[word] ?? 0);
      if (score > next.score) next = { at, score };
    }
    open.delete(next.at);
    chosen.push({ table: candidates[next.at] ?? 0, score: next.score });
    gains.forEach((row, word) => (left[word] = (left[word] ?? 0) * (1 - ((1 - tuning.covered) * (row[next.at] ?? 0)) / (evidence[word]?.most || 1))));
  }
  return chosen;
}

/** Per word, what it gives to each candidate. */
function gainsOf(candidates: readonly number[], evidence: readonly WordEvidence[], tables: number): Float64Array[] {
  const place = new Int32Array(tables).fill(-1);
  candidates.forEach((table, i) => (place[table] = i));
  return evidence.map(({ tables: found, gains }) => {
    const row = new Float64Array(candidates.length);
    for (let i = 0; i < found.length; i++) {
      const at = place[found[i] ?? 0] ?? -1;
      if (at >= 0) row[at] = gains[i] ?? 0;
    }
    return row;
  });
}

/**
 * Of a table kept in many by year or day, those the question's numbers name, or else the best one, are candidates: returns 1 for
 * each of the others.
 */
export function shardsBehind(totals: Float64Array, numbers: ReadonlySet<string>, { shards }: Relations): Uint8Array {
  const behind = new Uint8Array(totals.length);
  for (const { tables, byNumber } of shards) {
    let front: readonly number[] = [...numbers].flatMap((number) => byNumber.get(number) ?? []);
    if (front.length === 0) front = [tables.reduce((best, table) => ((totals[table] ?? 0) > (totals[best] ?? 0) ? table : best), tables[0] ?? 0)];
    for (const table of tables) behind[table] = 1;
    for (const table of front) behind[table] = 0;
  }
  return behind;
}
