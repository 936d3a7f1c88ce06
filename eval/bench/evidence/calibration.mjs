// How well does confidence tell right SQL from wrong, with no model? Several systems' labelled SQL, each answer with the one other system
// as its second query; fitted on one half of the databases, tested on the other.
//   CORPUS=predictions.jsonl.gz DATABASE_URL=postgresql://…/db [OUT=eval/results/calibration.json] node eval/bench/evidence/calibration.mjs
// The database has a schema for each `db` of the corpus. CORPUS: {id, db, question, model, pred_pg, status, correct} a line.
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { agreementOf, readCases } from './calibration-cases.mjs';

const require = createRequire(path.resolve(import.meta.dirname, '../../../apps/cli/package.json'));
const { calibrate, confidenceOf, fitIsotonic, applyIsotonic, reliability, riskCoverage, USUAL_WEIGHTS, weighSignals } = require('@countersign/evidence');
const { CORPUS, DATABASE_URL, OUT } = process.env;
if (!CORPUS || !DATABASE_URL) {
  console.error('CORPUS names the file, DATABASE_URL the database');
  process.exit(2);
}
const PROMISE = { risk: 0.1, chance: 0.1 };

const all = await readCases(CORPUS, DATABASE_URL);
const byQuestion = Map.groupBy ? Map.groupBy(all, ({ id }) => id) : all.reduce((map, one) => map.set(one.id, [...(map.get(one.id) ?? []), one]), new Map());
const agreed = new Map();
/** Made-up data is costly, and systems often write the same. */
function agreement(one, other) {
  const key = `${one.db}\u0000${one.sql}\u0000${other.sql}`;
  if (!agreed.has(key)) agreed.set(key, agreementOf(one, other));
  return agreed.get(key);
}
const cases = all.filter(({ ran, signals }) => ran && signals).flatMap((one) => byQuestion.get(one.id).filter(({ model }) => model !== one.model).map((other) => ({
  db: one.db, first: one.model, second: other.model, correct: one.correct, signals: { ...one.signals, agreement: agreement(one, other) },
})));
// Every other database in the order of names: no label has a say in the split.
const databases = [...new Set(cases.map(({ db }) => db))].sort();
const fitted = new Set(databases.filter((_, i) => i % 2 === 0));
const [fit, test] = [cases.filter(({ db }) => fitted.has(db)), cases.filter(({ db }) => !fitted.has(db))];
const { calibration, heldOut, threshold } = calibrate(fit, test, PROMISE);
const judge = (list) => list.map(({ signals, correct }) => ({ confidence: confidenceOf(calibration, signals), correct }));
const weighed = ({ signals }) => weighSignals(signals, USUAL_WEIGHTS).score ?? 0.5;
const steps = fitIsotonic(fit.map(weighed), fit.map(({ correct }) => correct));
const isotonic = reliability(test.map((one) => ({ confidence: applyIsotonic(steps, weighed(one)), correct: one.correct })), 10);
const systems = [...new Set(cases.map(({ first }) => first))].sort();
const pairs = systems.flatMap((first) => systems.filter((second) => second !== first).map((second) => {
  const of = (list) => judge(list.filter((one) => one.first === first && one.second === second));
  const measured = reliability(of(test), 10);
  return { first, second, n: measured.n, auroc: measured.auroc, ece: measured.ece, aurocFitted: reliability(of(fit), 10).auroc };
}));
const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
const singly = Object.fromEntries(['alignment', 'wording', 'coverage', 'sanity', 'agreement'].map((name) => {
  const ran = test.filter(({ signals }) => signals[name] !== null);
  return [name, { ran: ran.length, of: test.length, auroc: reliability(ran.map(({ signals, correct }) => ({ confidence: signals[name], correct })), 10).auroc }];
}));
const report = {
  fittedOn: { databases: databases.filter((db) => fitted.has(db)), cases: fit.length }, testedOn: { databases: databases.filter((db) => !fitted.has(db)), cases: test.length },
  logistic: heldOut, isotonicOfUsualWeights: { auroc: isotonic.auroc, ece: isotonic.ece, brier: isotonic.brier, aurc: isotonic.aurc },
  signals: singly, riskCoverage: riskCoverage(judge(test), [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]), promise: PROMISE, threshold,
  meanOfPairs: { auroc: mean(pairs.map(({ auroc }) => auroc)), ece: mean(pairs.map(({ ece }) => ece)), atLeast080: pairs.filter(({ auroc }) => auroc >= 0.8).length, of: pairs.length },
  pairs, calibration,
};
console.log(`AUROC ${heldOut.auroc.toFixed(3)}, ECE ${heldOut.ece.toFixed(3)}, Brier ${heldOut.brier.toFixed(3)}, AURC ${heldOut.aurc.toFixed(3)} on ${test.length} cases; mean of ${pairs.length} pairs AUROC ${report.meanOfPairs.auroc.toFixed(3)}, ECE ${report.meanOfPairs.ece.toFixed(3)}`);
console.table(singly);
console.table(report.riskCoverage);
console.table(heldOut.bins);
if (OUT) writeFileSync(OUT, `${JSON.stringify(report, (_, value) => (typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value), 1)}\n`);
