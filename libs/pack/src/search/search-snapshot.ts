import { chooseTables, shardsBehind, type Chosen } from './choose-tables.js';
import { evidenceOfWord, type WordEvidence } from './evidence-of-words.js';
import { askedStems, explain, rankColumns } from './explain.js';
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
  const asked = readQuestionWords(question, (stem) => postings.stems.find(stem) !== undefined, tuning);
  const factor = copiesDamped(relations, documents.length, new Set(asked.words.map((word) => COPY_MARKS.get(word) ?? word)), tuning);
  const evidence = gatherEvidence(snapshot, asked, factor);
  const own = ownScores(evidence, documents.length);
  const totals = coherenceLift(evidence, relations, tuning);
  own.forEach((score, table) => (totals[table] = (totals[table] ?? 0) * (factor[table] ?? 1) + score));
  const { lift, from } = referenceLift(own, totals, relations, tuning);
  for (const [table, given] of lift) totals[table] = (totals[table] ?? 0) + given;
  const chosen = choose(totals, evidence, asked.numbers, relations, k, tuning);
  const stems = askedStems(evidence, postings.stems.words.length);
  return {
    tables: chosen.map(({ table, score }) => ({
      name: documents[table]?.table ?? '',
      score: rounded(score),
      why: explain(table, snapshot, evidence, stems, (from.get(table) ?? []).map((seed) => documents[seed]?.table ?? '')),
    })),
    columns: rankColumns(chosen, snapshot, evidence, stems).map((hit) => ({ ...hit, score: rounded(hit.score) })),
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
  const chosen = chooseTables(best(totals, POOL * k, (table) => !behind.has(table)), totals, evidence, k, tuning);
  if (chosen.length === k) return chosen;
  const last = chosen.at(-1)?.score ?? Infinity;
  return [...chosen, ...best(totals, k - chosen.length, (table) => behind.has(table)).map((table) => ({ table, score: Math.min(last, totals[table] ?? 0) }))];
}

function copiesDamped({ copies }: Relations, tables: number, asked: ReadonlySet<string>, tuning: SearchTuning): Float32Array {
  const factor = new Float32Array(tables).fill(1);
  for (const [table, { marks }] of copies) if (!marks.some((mark) => asked.has(mark))) factor[table] = tuning.copy;
  return factor;
}

function ownScores(evidence: readonly WordEvidence[], tables: number): Float64Array {
  const own = new Float64Array(tables);
  for (const { tables: found, gains } of evidence) found.forEach((table, i) => (own[table] = (own[table] ?? 0) + (gains[i] ?? 0)));
  return own;
}

function rounded(score: number): number {
  return Math.round(score * 1e4) / 1e4;
}
