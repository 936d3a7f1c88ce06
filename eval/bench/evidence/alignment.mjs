// Does `align` tell right SQL from SQL with one defect? Gold SQL of a question set must align; each gold is then changed in one place.
//   node eval/bench/evidence/alignment.mjs QUESTIONS.jsonl PACK [--show]
// QUESTIONS: {question, today, expect, gold_sql} a line. Some changes change nothing (a count of different ids does not mind a join that
// repeats rows, order where none is asked for): those that pass are listed with --show and have to be looked at.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';

const require = createRequire(import.meta.url);
const { alignQuestion, witnessSchemaOf } = require('../../../apps/cli/dist/align-question.js');
const { readPackFolder } = require('../../../apps/cli/dist/pack-folder.js');
const { loadParsers, printCanonical, readQuery } = require('../../../libs/sql/dist/index.js');

const [file, folder, show] = process.argv.slice(2);
if (!file || !folder) {
  process.stderr.write('which questions, which pack?\n');
  process.exit(2);
}
await loadParsers();
const pack = readPackFolder(folder);
const { tables } = witnessSchemaOf(pack);
const dictionary = new Map(tables.flatMap(({ columns }) => columns.flatMap(({ values = [] }) => values.map((value) => [value, values]))));
const typed = new Map(tables.flatMap(({ columns }) => columns.map(({ name, type }) => [name, type])));

function nodesOf(root, found = []) {
  if (typeof root !== 'object' || root === null) return found;
  found.push(root);
  for (const value of Object.values(root)) nodesOf(value, found);
  return found;
}

const day = (text, days) => new Date(Date.parse(`${text}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
const OPPOSITE = { '>=': '>', '<': '<=', '>': '>=', '<=': '<', '=': '<>' };

/** Changes to one node, by name; each is made on a copy of its own. */
function changesOf(node) {
  const changes = [];
  const add = (name, change) => changes.push({ name, change });
  if (node.kind === 'logical' && node.op === 'and') node.operands.forEach((_, i) => add('condition dropped', (n) => n.operands.splice(i, 1, { kind: 'boolean', value: true })));
  if (node.kind === 'string' && dictionary.has(node.value)) add('another value', (n) => { n.value = dictionary.get(n.value).find((value) => value !== n.value); });
  if (node.kind === 'typed-literal' && node.type === 'date') for (const days of [1, -1, 31, -365]) add('period shifted', (n) => { n.value = day(n.value, days); });
  if (node.kind === 'call' && node.name === 'sum' && !node.over) add('sum → count', (n) => { n.name = 'count'; });
  if (node.kind === 'call' && node.name === 'count' && node.distinct) add('distinct dropped', (n) => { n.distinct = false; });
  if (node.kind === 'select' && node.groupBy.length > 0) node.groupBy.forEach((_, i) => add('group dropped', (n) => { n.groupBy.splice(i, 1); n.items.splice(i, 1); }));
  if (node.kind === 'query' && node.limit !== null) add('limit', (n) => { n.limit += 1; });
  if (node.kind === 'binary' && OPPOSITE[node.op] && node.right.kind !== 'column') add('comparison', (n) => { n.op = OPPOSITE[n.op]; });
  if (node.kind === 'column') {
    const table = tables.find(({ columns }) => columns.some(({ name }) => name === node.name));
    const other = table?.columns.find(({ name, type }) => name !== node.name && type === typed.get(node.name) && !table.key.includes(name));
    if (other && !table.key.includes(node.name)) add('another column', (n) => { n.name = other.name; });
  }
  return changes;
}

const counts = new Map();
let [right, of] = [0, 0];
for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
  const { question, today, expect, gold_sql: sql } = JSON.parse(line);
  if (expect !== 'sql') continue;
  of += 1;
  const align = (text) => alignQuestion(pack, { question, sql: text, dialect: 'postgres', today }).aligned;
  if (align(sql)) right += 1;
  else process.stdout.write(`not aligned: ${question}\n`);
  const { query } = readQuery(sql, 'postgres');
  nodesOf(query).forEach((node, at) => changesOf(node).forEach(({ name, change }) => {
    const copy = structuredClone(query);
    change(nodesOf(copy)[at]);
    const changed = printCanonical(copy);
    const count = counts.get(name) ?? { found: 0, of: 0 };
    count.of += 1;
    if (align(changed)) { if (show) process.stdout.write(`passed, ${name}: ${question}\n   ${changed.replace(/\s+/g, ' ')}\n`); } else count.found += 1;
    counts.set(name, count);
  }));
}
process.stdout.write(`gold aligned: ${right}/${of}\n`);
for (const [name, { found, of: all }] of counts) process.stdout.write(`${name}: ${found}/${all} found\n`);
