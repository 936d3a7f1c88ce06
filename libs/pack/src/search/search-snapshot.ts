import { holds } from './postings.js';
import { chooseTables, shardsBehind, type Chosen } from './choose-tables.js';
import { evidenceOfWord, type WordEvidence } from './evidence-of-words.js';
import { answersIn } from './answers.js';
import { explain } from './explain.js';
import { rankColumns } from './rank-columns.js';
import { COPY_MARKS } from './language/copy-marks.js';
import { best, coherenceLift, referenceLift } from './lift-tables.js';
import { readQuestionWords, type QuestionWords } from './question-terms.js';
import type { Relations } from './relations.js';
import type { SearchHits } from './search-table.js';
import type { Snapshot } from './snapshot.js';
import type { SearchTuning } from './tuning.js';

/** Candidates weighed against each other, per table asked for. */
const POOL = 6;

/** Words → evidence → lifts by database and by reference → a choice of tables that cover the question → their columns. */
export function searchSnapshot(snapshot: Snapshot, question: string, k: number): SearchHits {
  const { documents, postings, relations, tuning } = snapshot;
  const words = readQuestionWords(question, (stem) => holds(postings, postings.stems.find(stem)), tuning);
  const factor = copiesDamped(relations, documents.length, new Set(words.words.map((word) => COPY_MARKS.get(word) ?? word)), tuning);
  const evidence = gatherEvidence(snapshot, words, factor);
  const own = ownScores(evidence, documents.length);
  const totals = totalScores(own, coherenceLift(evidence, relations, tuning), factor);
  const { lift, from } = referenceLift(own, totals, relations, tuning);
  for (const [table, given] of lift) totals[table] = (totals[table] ?? 0) + given;
  const chosen = choose(totals, evidence, words.numbers, relations, k, tuning);
  const asked = answersIn(snapshot, evidence);
  return {
    tables: chosen.map(({ table, score }) => ({
      name: documents[table]?.table ?? '',
      score: rounded(score),
      why: explain(table, snapshot, evidence, asked, (from.get(table) ?? []).map((seed) => documents[seed]?.table ?? '')),
    })),
    columns: rankColumns(chosen, snapshot, evidence, asked).map((hit) => ({ ...hit, score: rounded(hit.score) })),
  };
}

function gatherEvidence({ documents, postings, expand, tuning }: Snapshot, { terms, words }: QuestionWords, factor: Float32Array): WordEvidence[] {
  const scratch = new Float32Array(documents.length);
  const meanings = expand(terms, words);
  return terms
    .map((term, i) => evidenceOfWord(term, meanings[i] ?? new Map(), postings, { factor, scratch, tuning }))
    .filter(({ most }) => most > 0);
}

function choose(totals: Float64Array, evidence: WordEvidence[], numbers: ReadonlySet<string>, relations: Relations, k: number, tuning: SearchTuning): Chosen[] {
  const behind = shardsBehind(totals, numbers, relations);
  const chosen = chooseTables(best(totals, POOL * k, (table) => behind[table] === 0), totals, evidence, k, tuning);
  if (chosen.length === k) return chosen;
  const last = chosen.at(-1)?.score ?? Infinity;
  return [...chosen, ...best(totals, k - chosen.length, (table) => behind[table] === 1).map((table) => ({ table, score: Math.min(last, totals[table] ?? 0) }))];
}

function copiesDamped({ copies }: Relations, tables: number, asked: ReadonlySet<string>, tuning: SearchTuning): Float32Array {
  const factor = new Float32Array(tables).fill(1);
  for (const [table, { marks }] of copies) if (!marks.some((mark) => asked.has(mark))) factor[table] = tuning.copy;
  return factor;
}

function ownScores(evidence: readonly WordEvidence[], tables: number): Float64Array {
  const own = new Float64Array(tables);
  for (const { tables: found, gains } of evidence) {
    for (let i = 0; i < found.length; i++) own[found[i] ?? 0] = (own[found[i] ?? 0] ?? 0) + (gains[i] ?? 0);
  }
  return own;
}

function totalScores(own: Float64Array, lift: Float64Array, factor: Float32Array): Float64Array {
  const totals = new Float64Array(own.length);
  for (let table = 0; table < totals.length; table++) totals[table] = (own[table] ?? 0) + (lift[table] ?? 0) * (factor[table] ?? 1);
  return totals;
}

function rounded(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
