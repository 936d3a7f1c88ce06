import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { mutated } from './mutate.mjs';
import { randomFrom } from './random.mjs';
import { grantedIn, seedsFor } from './seeds.mjs';

/** The texts to begin with, and those that are only spliced into them: our own, and those of the files for this dialect. */
export function readTexts(dialect, files, field = 'sql') {
  const rows = files.flatMap(rowsOf).filter((row) => (row.dialect === undefined || row.dialect === dialect) && typeof row[field] === 'string' && row[field] !== '');
  const textsOf = (hostile) => [...new Set(rows.filter((row) => (row.expect === 'reject') === hostile).map((row) => row[field]))];
  const corpus = textsOf(false);
  return { own: seedsFor(dialect), canonical: seedsFor('canonical'), corpus, brief: corpus.filter((text) => text.length <= 400), short: corpus.filter((text) => text.length <= 300), hostile: textsOf(true) };
}

function rowsOf(file) {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

/**
 * Input `n` of a seed: half of them from our own texts, most of those over the scope, some with policies, some in the canonical
 * language; the others from the corpus, as the engine's own text.
 */
export function inputOf(texts, dialect, seed, n) {
  const random = randomFrom(seed * 1_000_003 + n);
  const own = texts.corpus.length === 0 || random.chance(0.5);
  const scoped = own && random.chance(0.75);
  const from = scoped && random.chance(0.3) ? 'canonical' : dialect;
  const bases = !own ? (texts.brief.length > 0 && random.chance(0.9) ? texts.brief : texts.corpus) : from === 'canonical' ? texts.canonical : texts.own;
  const donors = texts.hostile.length > 0 && random.chance(0.15) ? texts.hostile : random.chance(0.7) && (own || texts.short.length > 0) ? (own ? bases : texts.short) : texts.own;
  const sql = mutated(random, shortOf(random, bases), donors, from);
  const { scope, policies } = grantedIn(dialect, from);
  return { sql, from, dialect, ...(scoped ? { scope } : {}), ...(scoped && random.chance(0.25) ? policies : {}) };
}

/** The shortest of three, mostly: long statements take most of the time, and a mutation of one proves no more than that of a short one. */
function shortOf(random, texts) {
  const three = [random.pick(texts), random.pick(texts), random.pick(texts)];
  return random.chance(0.9) ? three.reduce((a, b) => (b.length < a.length ? b : a)) : three[0];
}
