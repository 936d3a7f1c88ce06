// DATABASE_URL=… QUESTIONS=file.jsonl.gz [LIMIT=n] [SHOW=n] [PERSONAL=open] node eval/bench/pack/draft.mjs
// Packs drafted from the catalogue of each schema of a database, published as they are: how many questions do they answer
// with SQL, and how many of those give the rows of the given answer? PERSONAL=open: as after a person declared that nothing is personal.
import { createReadStream } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import path from 'node:path';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { catalogueOf, quoted } from './schema-catalogue.mjs';

const require = createRequire(path.resolve(import.meta.dirname, '../../../apps/cli/package.json'));
const { draftPack, loadPack, planQuery, readBinding, resolveQuestion } = require('@countersign/pack');
const { gate, loadParsers, printCanonical } = require('@countersign/sql');
const { DATABASE_URL: url, QUESTIONS: file, LIMIT = 'Infinity', SHOW = '0', PERSONAL } = process.env;
const asText = { getTypeParser: () => (text) => text };

const client = new pg.Client({ connectionString: url, statement_timeout: 10_000, options: '-c default_transaction_read_only=on' });
await client.connect();
await loadParsers();

const packs = new Map();
async function packOf(schema) {
  if (!packs.has(schema)) {
    const tables = await catalogueOf(client, schema);
    const { files, notes } = draftPack(tables, { id: schema.replace(/[^a-z0-9-]/g, '-').replace(/^[^a-z]+/, ''), title: schema });
    const opened = PERSONAL === 'open' ? Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll('sensitivity: personal', 'sensitivity: internal')])) : files;
    const { pack, findings } = loadPack(opened, 1);
    const errors = findings.filter(({ severity }) => severity === 'error');
    drafts.push({ schema, tables: tables.length, notes: notes.length, errors });
    packs.set(schema, pack && { pack, scope: { defaultSchema: schema, tables: tables.map((t) => ({ schema, name: t.name, columns: t.columns.map(({ name, type }) => ({ name, type })), denied: [] })) }, binding: readBinding(pack, 'binding', Object.entries(files).find(([name]) => name.startsWith('bindings/'))[1]).binding });
  }
  return packs.get(schema);
}
const drafts = [];
const reasons = new Map();
const count = { questions: 0, sql: 0, clarify: 0, refuse: 0, right: 0, wrong: 0, broken: 0, blocked: 0 };
let shown = 0;
const bump = (key) => reasons.set(key, (reasons.get(key) ?? 0) + 1);
for await (const line of createInterface({ input: file.endsWith('.gz') ? createReadStream(file).pipe(createGunzip()) : createReadStream(file) })) {
  if (count.questions >= Number(LIMIT)) break;
  const { question, gold_sql: gold, search_path: schema } = JSON.parse(line);
  await client.query(`set search_path = ${quoted(schema)}`);
  const rows = await client.query({ text: gold, rowMode: 'array', types: asText }).catch(() => undefined);
  if (!rows) continue;
  const known = await packOf(schema);
  if (!known) continue;
  count.questions += 1;
  const resolution = resolveQuestion(known.pack, { question, today: '2026-06-30', choices: {}, locale: 'en' });
  if (resolution.outcome !== 'resolved') {
    count[resolution.outcome] += 1;
    bump(`${resolution.outcome} ${resolution.refusal?.code ?? ''}`);
    if (process.env.UNANSWERED && shown++ < Number(SHOW)) console.log(`${resolution.outcome} ${JSON.stringify(resolution.refusal?.params ?? resolution.clarification?.term)} | ${question}`);
    continue;
  }
  const plan = planQuery(known.pack, resolution.interpretation);
  if (plan.outcome === 'refuse') { count.refuse += 1; bump(`no plan ${plan.refusal.code}`); continue; }
  const report = gate({ sql: printCanonical(plan.query), from: 'canonical', dialect: 'postgres', scope: known.scope, binding: known.binding, rowFilters: [], masks: [], maxRows: 100_000, maxSubqueryDepth: 6 });
  if (report.verdict !== 'accept') { count.blocked += 1; bump(`gate ${report.rule}`); continue; }
  count.sql += 1;
  const given = await client.query({ text: report.sql, rowMode: 'array', types: asText }).catch((error) => ({ error }));
  if (given.error) { count.broken += 1; bump(`engine ${given.error.code}`); continue; }
  const same = sameRows(given, rows);
  count[same ? 'right' : 'wrong'] += 1;
  if (!same && shown < Number(SHOW)) {
    shown += 1;
    console.log(`\n${schema}: ${question}\n  gold  ${gold}\n  given ${report.sql}\n  rows ${rows.rows.length} / ${given.rows.length}`);
  }
}
/** Every column of the given answer is found, row by row, among ours; the order of rows is not looked at. */
function sameRows(ours, gold) {
  if (ours.rows.length !== gold.rows.length) return false;
  const plain = (cell) => (cell === null ? 'NULL' : /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(cell) ? String(Number(Number(cell).toPrecision(12))) : cell.trim());
  const columnsOf = ({ rows, fields }) => fields.map((_, i) => rows.map((row) => plain(row[i])));
  const [wanted, given] = [columnsOf(gold), columnsOf(ours)];
  const bag = (cells) => [...cells].sort().join('\u0001');
  const fits = wanted.map((column) => given.flatMap((other, i) => (bag(other) === bag(column) ? [i] : [])));
  const rowsOf = (columns) => gold.rows.map((_, row) => columns.map((column) => column[row]).join('\u0001')).sort().join('\u0002');
  // Columns chosen so far must hold the same rows as those they stand for, or columns full of equal values are tried in every order.
  const choose = (chosen) => {
    if (chosen.length > 0 && rowsOf(chosen.map((i) => given[i])) !== rowsOf(wanted.slice(0, chosen.length))) return false;
    return chosen.length === wanted.length || fits[chosen.length].some((i) => !chosen.includes(i) && choose([...chosen, i]));
  };
  return choose([]);
}
await client.end();
const broken = drafts.filter(({ errors }) => errors.length > 0);
console.log(`${drafts.length} drafts of ${drafts.reduce((sum, d) => sum + d.tables, 0)} tables, ${drafts.length - broken.length} lint-clean, ${drafts.reduce((sum, d) => sum + d.notes, 0)} notes`);
for (const { schema, errors } of broken.slice(0, 10)) console.log(`  ${schema}: ${errors[0].message}`);
const share = (a, b) => `${((100 * a) / b).toFixed(1)} %`;
console.log(`${count.questions} questions: answered with SQL ${count.sql} (${share(count.sql, count.questions)}), right among answered ${share(count.right, count.sql)}; asked back ${count.clarify}, refused ${count.refuse}, blocked ${count.blocked}, failed on the engine ${count.broken}`);
console.log([...reasons].sort((a, b) => b[1] - a[1]).slice(0, 14).map(([reason, n]) => `  ${n} ${reason}`).join('\n'));
