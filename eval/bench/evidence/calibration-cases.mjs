// Labelled SQL of several systems turned into cases: everything that can be said of one without a model and without its label.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import pg from 'pg';
import { catalogueOf, quoted } from '../pack/schema-catalogue.mjs';

const require = createRequire(path.resolve(import.meta.dirname, '../../../apps/cli/package.json'));
const { alignQuestion, witnessSchemaOf } = require('./dist/align-question.js');
const { agreeQueries, equalResults, judgeWording, resultSanity, schemaCoverage } = require('@countersign/evidence');
const { draftPack, loadPack } = require('@countersign/pack');
const { loadParsers, queryShape, readQuery } = require('@countersign/sql');

const TODAY = '2026-06-30';
const MOST_ROWS = 2_000;
/** What alignment says when the plan is no yardstick: the question, or the query, could not be followed. */
const NO_YARDSTICK = ['question-unreadable', 'question-ambiguous', 'question-unanswerable', 'sql-unreadable', 'cannot-follow'];

const readCorpus = (file) => gunzipSync(readFileSync(file)).toString('utf8').trim().split('\n').map((line) => JSON.parse(line));

/** @returns cases; of each question (`id`) one per system */
export async function readCases(file, databaseUrl) {
  await loadParsers();
  const client = new pg.Client({ connectionString: databaseUrl, statement_timeout: 10_000, options: '-c default_transaction_read_only=on' });
  await client.connect();
  const schemas = new Map();
  const cases = [];
  try {
    for (const row of readCorpus(file)) {
      if (!schemas.has(row.db)) schemas.set(row.db, await schemaOf(client, row.db));
      cases.push(await caseOf(client, row, schemas.get(row.db)));
    }
  } finally {
    await client.end();
  }
  return cases;
}

/** What is known of a database before any question: its catalogue, its sizes, and the pack that would be drafted of it. */
async function schemaOf(client, db) {
  const tables = await catalogueOf(client, db);
  const { files } = draftPack(tables, { id: db.replace(/[^a-z0-9-]/g, '-'), title: db });
  const { pack } = loadPack(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, text.replaceAll('sensitivity: personal', 'sensitivity: internal')])), 1);
  const sizes = [];
  for (const { name } of tables) sizes.push(Number((await client.query(`select count(*) as n from ${quoted(db)}.${quoted(name)}`)).rows[0].n));
  const keys = new Set(tables.flatMap(({ primaryKey = [], foreignKeys }) => [...primaryKey, ...foreignKeys.flatMap(({ columns }) => columns)]).map((name) => name.toLowerCase()));
  const known = new Map(tables.flatMap(({ name, columns }) => [[name.toLowerCase(), [name]], ...columns.filter((column) => !keys.has(column.name.toLowerCase())).map((column) => [column.name.toLowerCase(), [column.name]])]));
  return { pack, witness: pack && witnessSchemaOf(pack), known, sizes: new Map(tables.map(({ name }, i) => [name.toLowerCase(), sizes[i]])), answers: new Map() };
}

async function caseOf(client, { id, db, question, model, pred_pg: sql, status, correct }, schema) {
  if (!schema.answers.has(sql)) schema.answers.set(sql, await answerOf(client, db, sql));
  const { result, query } = schema.answers.get(sql);
  const base = { id, db, model, question, sql, correct, ran: status === 'executed' && result !== undefined, result, query, witness: schema.witness };
  if (!query || !result) return { ...base, signals: undefined };
  const shape = queryShape(query);
  const touched = new Map([...shape.columns, ...shape.tables].flatMap((name) => (schema.known.has(name) ? [[name, schema.known.get(name)]] : [])));
  const wording = judgeWording(question, 'en', shape);
  const coverage = schemaCoverage(question, { touched, known: schema.known });
  const sanity = resultSanity({ ...result, largest: Math.max(...[...shape.tables].map((table) => schema.sizes.get(table) ?? 0)) });
  const alignment = schema.pack && alignQuestion(schema.pack, { question, sql, dialect: 'postgres', today: TODAY, locale: 'en' });
  const followed = alignment && !alignment.findings.some(({ rule }) => NO_YARDSTICK.includes(rule));
  return {
    ...base, shape, wording, coverage, sanity, alignment,
    signals: { alignment: followed ? alignment.score : null, wording: wording.value, coverage: coverage?.value ?? null, agreement: null, sanity: sanity.value, selfReport: null },
  };
}

async function answerOf(client, db, sql) {
  const read = readQuery(sql ?? '', 'postgres');
  await client.query(`set search_path = ${quoted(db)}`);
  const given = await client.query({ text: sql, rowMode: 'array', types: { getTypeParser: () => (text) => text } }).catch(() => undefined);
  const result = given && { columns: given.fields.map(({ name }) => name), rows: given.rows.slice(0, MOST_ROWS) };
  return { query: read.ok ? read.query : undefined, result };
}

/** Do two systems give the same rows, here and on made-up data? `null`: the other gives none. */
export function agreementOf(one, other) {
  if (!one.result || !other?.result) return null;
  if (!equalResults(one.result, other.result, false).equal && !equalResults(other.result, one.result, false).equal) return 0;
  const made = one.query && other.query && one.witness && agreeQueries(one.query, other.query, one.witness, TODAY);
  return made && made.told > 0 ? 0.5 + (0.5 * made.same) / made.told : 0.75;
}
