import type { WordEvidence } from './evidence-of-words.js';
import type { Relations } from './relations.js';
import type { SearchTuning } from './tuning.js';

/** Tables of a database that covers the question rise together: a question is asked of one database. */
export function coherenceLift(evidence: readonly WordEvidence[], { databases, databaseOf }: Relations, tuning: SearchTuning): Float64Array {
  const lift = new Float64Array(databaseOf.length);
  if (databases.length < 2) return lift;
  const covered = new Float64Array(databases.length);
  const best = new Float64Array(databases.length);
  for (const { tables, gains } of evidence) {
    best.fill(0);
    for (let i = 0; i < tables.length; i++) {
      const database = databaseOf[tables[i] ?? 0] ?? 0;
      if ((gains[i] ?? 0) > (best[database] ?? 0)) best[database] = gains[i] ?? 0;
    }
    for (let database = 0; database < best.length; database++) covered[database] = (covered[database] ?? 0) + (best[database] ?? 0);
  }
  const given = databases.map(({ tables }, database) => (tuning.coherence * (covered[database] ?? 0)) / tables.length ** tuning.databaseSize);
  for (let table = 0; table < lift.length; table++) lift[table] = given[databaseOf[table] ?? 0] ?? 0;
  return lift;
}

/** Tables that the best ones refer to: a question rarely names the table two others meet in. Returns who refers to whom, too. */
export function referenceLift(own: Float64Array, total: Float64Array, relations: Relations, tuning: SearchTuning): { lift: Map<number, number>; from: Map<number, number[]> } {
  const seeds = best(total, tuning.seeds, (table) => (own[table] ?? 0) > 0);
  const lift = new Map<number, number>();
  const from = new Map<number, number[]>();
  for (const seed of seeds) {
    for (const parent of relations.parents[seed] ?? []) {
      lift.set(parent, (lift.get(parent) ?? 0) + tuning.reference * (own[seed] ?? 0));
      from.set(parent, [...(from.get(parent) ?? []), seed]);
    }
  }
  const most = tuning.referenceLimit * (own[seeds[0] ?? -1] ?? 0);
  for (const [parent, given] of lift) lift.set(parent, (most * given) / (given + most));
  return { lift, from };
}

/** Positions of the highest scores, highest first; equal ones in order of position. */
export function best(scores: Float64Array, count: number, fits: (position: number) => boolean): number[] {
  const held: number[] = [];
  for (let position = 0; position < scores.length; position++) {
    const score = scores[position] ?? 0;
    if (score <= 0 || (held.length === count && score <= (scores[held[count - 1] ?? 0] ?? 0)) || !fits(position)) continue;
    let at = held.length;
    while (at > 0 && (scores[held[at - 1] ?? 0] ?? 0) < score) at -= 1;
    held.splice(at, 0, position);
    if (held.length > count) held.pop();
  }
  return held;
}
