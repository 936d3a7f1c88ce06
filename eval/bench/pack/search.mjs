// Schema search against a plain BM25 in the same run: how often all the tables a question needs are within the first ten, and
// what it costs.
//   [CORPORA=folder] [SETS=a,b] [STEP=1] [VALUES=1] node eval/bench/pack/search.mjs
// CORPORA holds NAME.catalogue.jsonl.gz and NAME.questions.jsonl.gz ({id, question, gold_tables}); without it a warehouse is made up and
// only time and memory are measured. STEP: every so many-th question. VALUES=1 hands sampled values over as well.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createSchemaIndex } from '@countersign/pack';

const { CORPORA, SETS, STEP = '1', VALUES } = process.env;
const FIRST = 10;
/** Questions are counted as English unless their set says otherwise. */
const FOREIGN = /zh|vi|cspider|ko/;
const EMPTY = new Set('a an the of in on at to for from by with and or is are was were be do does did have has what which who how many much that this there their all each every show list find give me number count'.split(' '));

if (CORPORA) {
  const sets = readdirSync(CORPORA).filter((file) => file.endsWith('.catalogue.jsonl.gz')).map((file) => file.replace('.catalogue.jsonl.gz', '')).filter((name) => !SETS || SETS.split(',').includes(name));
  const rows = {};
  for (const name of sets) Object.assign(rows, measure(name));
  console.table(rows);
} else {
  const tables = madeUp(6428);
  const { row } = timed(tables, Array.from({ length: 200 }, (_, i) => `average ${WORDS[i % 40]} ${WORDS[(i * 7) % 40]} per ${WORDS[(i * 3) % 40]} of ${WORDS[(i * 11) % 40]} in 20${10 + (i % 15)}`));
  console.table({ 'made up': { tables: tables.length, columns: count(tables), ...row } });
}

function measure(name) {
  const tables = lines(name, 'catalogue').map(contractTable);
  const questions = lines(name, 'questions').filter((_, i) => i % Number(STEP) === 0);
  const { row, index } = timed(tables, questions.map(({ question }) => question));
  const plain = plainBm25(tables);
  const rows = {};
  for (const [language, some] of [['English', questions.filter((q) => !isForeign(q))], ['other', questions.filter(isForeign)]]) {
    if (some.length === 0) continue;
    const found = share(some, (question) => index.search(question, { k: FIRST }).tables.map((hit) => hit.name));
    const bare = share(some, (question) => plain(question, FIRST));
    rows[`${name} ${language}`] = { tables: tables.length, columns: count(tables), questions: some.length, 'all gold, plain': bare.all, 'all gold': found.all, 'gold, plain': bare.part, gold: found.part, ...row };
  }
  return rows;
}

/** The catalogue as the command line's contract has it; nothing else a file may say is used. */
function contractTable({ table, description, columns, foreignKeys }) {
  return {
    table, description, ...(foreignKeys ? { foreignKeys } : {}),
    columns: columns.map(({ name, type, description: said, values, samples }) => ({ name, type, description: said, ...(VALUES ? { values: values ?? samples } : {}) })),
  };
}

function isForeign({ dataset = '' }) {
  return FOREIGN.test(dataset);
}

function share(questions, find) {
  let [all, part] = [0, 0];
  for (const { question, gold_tables: gold } of questions) {
    const found = new Set(find(question));
    const hit = gold.filter((table) => found.has(table)).length / gold.length;
    part += hit;
    if (hit === 1) all += 1;
  }
  return { all: Number((all / questions.length).toFixed(3)), part: Number((part / questions.length).toFixed(3)) };
}

function timed(tables, questions) {
  const begun = performance.now();
  const index = createSchemaIndex(tables);
  index.search('first');
  const built = performance.now() - begun;
  globalThis.gc?.();
  const { rss } = process.memoryUsage();
  for (const question of questions.slice(0, 200)) index.search(question);
  const times = questions.slice(0, 1000).map((question) => {
    const from = performance.now();
    index.search(question);
    return performance.now() - from;
  }).sort((a, b) => a - b);
  const changed = performance.now();
  index.set(tables[0]);
  index.search('again');
  const at = (q) => Number(times[Math.min(times.length - 1, Math.floor(times.length * q))].toFixed(2));
  return { index, row: { 'median ms': at(0.5), 'p95 ms': at(0.95), 'build s': Number((built / 1000).toFixed(2)), 'one table changed, ms': Math.round(performance.now() - changed), 'process MB': Math.round(rss / 1e6) } };
}

/** A plain BM25: every word of a table in one bag. */
function plainBm25(tables) {
  const bags = tables.map(({ table, description, columns }) => bare([table, description, ...columns.flatMap((c) => [c.name, c.description])].join(' ')));
  const mean = bags.reduce((sum, bag) => sum + bag.length, 0) / bags.length;
  const rows = new Map();
  bags.forEach((bag, i) => {
    for (const word of bag) {
      const row = rows.get(word) ?? rows.set(word, new Map()).get(word);
      row.set(i, (row.get(i) ?? 0) + 1);
    }
  });
  return (question, k) => {
    const scores = new Map();
    for (const word of new Set(bare(question))) {
      const row = rows.get(word);
      if (!row) continue;
      const rarity = Math.log(1 + (bags.length - row.size + 0.5) / (row.size + 0.5));
      for (const [i, times] of row) scores.set(i, (scores.get(i) ?? 0) + (rarity * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * bags[i].length) / mean)));
    }
    return [...scores].sort((a, b) => b[1] - a[1]).slice(0, k).map(([i]) => tables[i].table);
  };
}

/** Words of names taken apart, without plurals and the commonest empty words. */
function bare(text) {
  const words = text.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !EMPTY.has(word)).map((word) => (word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word));
}

function lines(name, kind) {
  const file = path.join(CORPORA, `${name}.${kind}.jsonl.gz`);
  return existsSync(file) ? gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n').map((line) => JSON.parse(line)) : [];
}

function count(tables) {
  return tables.reduce((sum, { columns }) => sum + columns.length, 0);
}

// A warehouse as wide as the widest public one: 6,428 tables with about 45 columns, many of them the same table by year.
var WORDS;
function madeUp(size) {
  WORDS = 'order customer product invoice payment shipment region supplier employee department account budget ledger contract asset project ticket campaign session visit store stock price discount category brand channel segment course student grade patient diagnosis claim policy vehicle route sensor reading station'.split(' ');
  const suffixes = ['id', 'name', 'code', 'date', 'amount', 'status', 'type', 'count', 'rate', 'note'];
  let seed = 7;
  const next = (n) => (seed = (seed * 48271) % 2147483647) % n;
  return Array.from({ length: size }, (_, i) => {
    const [a, b] = [WORDS[next(40)], WORDS[next(40)]];
    return {
      table: `source${i % 150}.${a}_${b}_${i % 3 === 0 ? 2000 + (i % 25) : i}`, description: i % 4 === 0 ? `${a} of each ${b}` : '',
      columns: Array.from({ length: 30 + next(31) }, () => {
        const [c, d] = [WORDS[next(40)], suffixes[next(10)]];
        return { name: `${c}_${d}`, type: 'text', description: next(4) === 0 ? '' : `${d} of the ${c}, as recorded by the ${WORDS[next(40)]} ${WORDS[next(40)]}` };
      }),
    };
  });
}
