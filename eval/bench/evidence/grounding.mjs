// How well figures in prose are tied to tables: public true and false statements about tables.
//   node eval/bench/evidence/grounding.mjs FOLDER [--show N]
// FOLDER holds tabfact.jsonl.gz, logicnlg.jsonl.gz ({header, rows, statement, label}) and tatqa_arithmetic.jsonl.gz ({table, question,
// answer, scale}). Statements without a figure are left out. Positive: "grounded". Of false statements only some are false in a figure.
import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

const { groundAnswer } = createRequire(import.meta.url)('../../../libs/evidence/dist/index.js');
const [folder, flag, shown] = process.argv.slice(2);
if (!folder) {
  process.stderr.write('which folder?\n');
  process.exit(2);
}
const show = flag === '--show' ? Number(shown) : 0;
const read = (name) => gunzipSync(readFileSync(path.join(folder, name))).toString('utf8').trim().split('\n').map((line) => JSON.parse(line));
const clean = (cell) => (typeof cell === 'string' ? cell.trim() : cell);

/** TAT-QA tables have one to three header rows and the row's name in the first column. */
function tatqa({ table }) {
  const first = Math.max(1, table.findIndex((row) => row.slice(1).some((cell) => /\d/.test(cell) && !/^\s*(?:19|20)\d\d\s*$/.test(cell) && !/^\D*\d{1,2},?$/.test(cell))));
  const width = Math.max(...table.map((row) => row.length));
  const carried = table.slice(0, first).map((row) => { let last = ''; return Array.from({ length: width }, (_, i) => (last = row[i] || (i === 0 ? '' : last))); });
  const columns = Array.from({ length: width }, (_, i) => ({ name: [...new Set(carried.map((row) => row[i]))].join(' ').replace(/\(in [^)]*\)/g, '').trim() }));
  return { columns, rows: table.slice(first).map((row) => Array.from({ length: width }, (_, i) => row[i] ?? '')) };
}

function* tatqaStatements() {
  for (const one of read('tatqa_arithmetic.jsonl.gz')) {
    const { columns, rows } = tatqa(one);
    const say = (answer) => `${one.question.replace(/\?\s*$/, ':')} ${answer}${one.scale === 'percent' ? '%' : ''}`;
    const { answer } = one;
    if (typeof answer !== 'number') continue;
    yield { id: one.id, columns, rows, statement: say(answer), label: 'entailed' };
    yield { id: `${one.id}-off`, columns, rows, statement: say(Number((answer * 1.1 + 1).toFixed(2))), label: 'refuted' };
  }
}

const plain = (name) => read(name).map(({ id, header, rows, statement, label }) => ({ id, columns: header.map((column) => ({ name: clean(column) })), rows: rows.map((row) => row.map(clean)), statement, label }));

function measure(name, statements) {
  const counts = { tp: 0, fp: 0, fn: 0, tn: 0, none: 0 };
  const started = process.hrtime.bigint();
  let n = 0;
  const wrong = [];
  for (const { columns, rows, statement, label } of statements) {
    n += 1;
    const { verdict, claims } = groundAnswer({ columns, rows, answer: statement });
    if (verdict === 'no_figures') { counts.none += 1; continue; }
    const key = verdict === 'grounded' ? (label === 'entailed' ? 'tp' : 'fp') : label === 'entailed' ? 'fn' : 'tn';
    counts[key] += 1;
    if (key === 'fn' || key === 'fp') wrong.push(`${key} ${statement} | ${claims.map((c) => `${c.text}:${c.status}${c.evidence ? `(${c.evidence.kind})` : ''}`).join(' ')} | ${columns.map((c) => c.name).join(', ')}`);
  }
  const { tp, fp, fn, tn, none } = counts;
  const pct = (a, b) => `${((100 * a) / Math.max(1, b)).toFixed(1)} %`;
  const ms = Number(process.hrtime.bigint() - started) / 1e6 / n;
  const passed = tp + fn === 0 ? '' : `true passed ${tp}/${tp + fn} (${pct(tp, tp + fn)}), precision ${pct(tp, tp + fp)}, `;
  process.stdout.write(`${name}: ${n} statements, ${none} without figures; ${passed}false caught ${tn}/${tn + fp} (${pct(tn, tn + fp)}), ${ms.toFixed(2)} ms each\n`);
  for (const line of wrong.filter((_, i) => i % Math.ceil(wrong.length / Math.max(1, show)) === 0).slice(0, show)) process.stdout.write(`   ${line}\n`);
}

/** True statements with one figure made wrong: what must never pass. */
function* corrupted(statements) {
  for (const one of statements) {
    if (one.label !== 'entailed') continue;
    const { verdict, claims } = groundAnswer({ columns: one.columns, rows: one.rows, answer: one.statement });
    const claim = claims.find(({ value }) => value !== null);
    if (verdict !== 'grounded' || !claim || !/^\d[\d,]*$/.test(claim.text)) continue;
    yield { ...one, statement: one.statement.replace(claim.text, String(Number(claim.text.replaceAll(',', '')) + 1 + (claim.text.length > 2 ? 10 ** (claim.text.length - 2) : 1))), label: 'refuted' };
  }
}

measure('LogicNLG', plain('logicnlg.jsonl.gz'));
measure('TabFact', plain('tabfact.jsonl.gz'));
measure('TAT-QA', [...tatqaStatements()]);
measure('LogicNLG, one figure changed', [...corrupted(plain('logicnlg.jsonl.gz'))]);
measure('TabFact, one figure changed', [...corrupted(plain('tabfact.jsonl.gz'))]);
