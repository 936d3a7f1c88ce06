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
  const place = new Map(candidates.map((table, i) => [table, i]));
  const gains = evidence.map(({ tables, gains: given }) => {
    const row = new Float64Array(candidates.length);
    tables.forEach((table, i) => {
      const at = place.get(table);
      if (at !== undefined) row[at] = given[i] ?? 0;
    });
    return row;
  });
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

/**
 * Of a table kept in many by year or day, those the question's numbers name, or else the best one, are candidates: returns the
 * others.
 */
export function shardsBehind(totals: Float64Array, numbers: ReadonlySet<string>, { shards }: Relations): Set<number> {
  const front = new Map<number, { asked: number[]; best: number }>();
  for (const [table, { family, digits }] of shards) {
    const known = front.get(family);
    const state = known ?? { asked: [], best: table };
    if (!known) front.set(family, state);
    if ((totals[table] ?? 0) > (totals[state.best] ?? 0)) state.best = table;
    if (digits.some((run) => numbers.has(run) || (run.length >= 6 && numbers.has(run.slice(0, 6))))) state.asked.push(table);
  }
  const behind = new Set(shards.keys());
  for (const { asked, best } of front.values()) for (const table of asked.length > 0 ? asked : [best]) behind.delete(table);
  return behind;
}
