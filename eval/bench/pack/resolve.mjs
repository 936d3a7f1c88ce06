// [TERMS=2000] [ROUNDS=20] node eval/bench/pack/resolve.mjs
// Processor time of resolve + plan, per question, over a pack with many terms made here: entities in chains of references,
// metrics, dimensions and value dictionaries in English and Korean. Questions are said in both, plain and with slips.
import { createRequire } from 'node:module';
import path from 'node:path';

const require = createRequire(path.resolve(import.meta.dirname, '../../../apps/cli/package.json'));
const { loadPack, planQuery, resolveQuestion } = require('@countersign/pack');
const TERMS = Number(process.env.TERMS ?? 2000);
const ROUNDS = Number(process.env.ROUNDS ?? 20);
const TARGET = { median: 2, p95: 10 };

// Made-up words, the same every run: real ones would be ordinary words that slips are never read as.
const SYLLABLES = { en: ['bra', 'cor', 'dan', 'fel', 'gri', 'hul', 'jom', 'kes', 'lin', 'mor', 'nax', 'pil', 'qua', 'rud', 'sev', 'tol'], ko: ['가', '너', '도', '루', '미', '보', '소', '지', '추', '카', '태', '퍼', '해', '견', '날', '덤'] };
const named = (language, n, length = 3) => Array.from({ length }, (_, i) => SYLLABLES[language][(n >> (4 * i)) & 15]).join('');
const both = (n, kind) => ({ en: `${named('en', n, 4)} ${kind.en}`, ko: `${named('ko', n, 4)} ${kind.ko}` });
const ENTITIES = Math.max(4, Math.round(TERMS / 50));

function packOf() {
  const [entities, metrics, dimensions, values, relationships] = [{}, {}, {}, {}, []];
  let n = 0;
  for (let e = 0; e < ENTITIES; e++) {
    const id = `thing_${e}`;
    const label = both(n++, { en: 'thing', ko: '물건' });
    const columns = { id: { type: 'integer', role: 'key', nulls: 'never' }, made_on: { type: 'date', role: 'time', nulls: 'never' }, parent_id: { type: 'integer', role: 'foreign', nulls: 'never' } };
    if (e > 0) relationships.push({ from: `${id}.parent_id`, to: `thing_${(e - 1) >> 1}.id`, optional: false });
    for (let k = 0; k < 10; k++) {
      columns[`amount_${k}`] = { type: 'decimal', role: 'measure', unit: 'USD', nulls: 'never', label: both(n++, { en: 'amount', ko: '금액' }) };
      const metric = both(n++, { en: 'total', ko: '총액' });
      metrics[`sum_${e}_${k}`] = { kind: 'sum', of: id, value: `amount_${k}`, time: `${id}.made_on`, unit: 'USD', label: metric, definition: metric };
      columns[`kind_${k}`] = { type: 'text', role: 'attribute', nulls: 'never' };
      const dimension = both(n++, { en: 'kind', ko: '종별' });
      dimensions[`kind_${e}_${k}`] = { of: `${id}.kind_${k}`, values: `kinds_${e}_${k}`, label: dimension, definition: dimension };
      const said = [0, 1].map(() => both(n++, { en: 'sort', ko: '품목' }));
      values[`kinds_${e}_${k}`] = { values: Object.fromEntries(said.map((l, i) => [`v${i}`, { label: l }])) };
    }
    const count = both(n++, { en: 'count', ko: '건수' });
    metrics[`count_${e}`] = { kind: 'count', of: id, unit: 'count', label: count, definition: count };
    entities[id] = { label, description: label, grain: ['id'], time: 'made_on', count: `count_${e}`, columns };
  }
  const yaml = (part) => JSON.stringify(part);
  const files = {
    'pack.yaml': yaml({ pack: { id: 'bench', title: { en: 'Bench', ko: '벤치' }, description: { en: 'Bench', ko: '벤치' }, currency: 'USD', calendar: { timezone: 'UTC', week_start: 'monday', fiscal_year_start: '01-01' }, starters: { en: [], ko: [] } } }),
    'entities.yaml': yaml({ entities, relationships }), 'metrics.yaml': yaml({ metrics }), 'dimensions.yaml': yaml({ dimensions }), 'values.yaml': yaml({ values }),
  };
  const { pack, findings } = loadPack(files, 1);
  if (!pack) throw new Error(JSON.stringify(findings.slice(0, 5), null, 1));
  return { pack, terms: n };
}

const slip = (text) => text.replace(/^(...)(.)(.)/, '$1$3$2');
function questionsOf({ source }) {
  const ask = [];
  for (let e = 0; e < ENTITIES; e++) {
    const k = e % 10;
    const up = (e - 1) >> 1;
    const metric = source.metrics[`sum_${e}_${k}`].label;
    const by = source.dimensions[`kind_${e > 0 ? up : e}_${k}`].label;
    const value = source.values[`kinds_${e}_${k}`].values.v0.label;
    const count = source.metrics[`count_${e}`].label;
    ask.push(
      `${metric.en} by ${by.en} in 2025`, `top 5 ${by.en} by ${metric.en} last year`, `how many ${source.entities[`thing_${e}`].label.en} in Q2 2025`, `${metric.en} of ${value.en} by month in 2025`,
      `${count.en} and ${metric.en} by ${by.en} excluding ${value.en}`, `${slip(metric.en)} by month in 2024 compared with the same period last year`, `average blorptastic ${metric.en} of the vendor`,
      `2025년 ${by.ko}별 ${metric.ko}`, `작년 ${metric.ko} 상위 5개 ${by.ko}`, `${value.ko} ${metric.ko} 월별 추이`, `2026년 1분기 ${count.ko} 알려줘`, `지난달 대비 이번 달 ${metric.ko} 증감률`, `${metric.ko}이 5만 달러 넘는 ${by.ko}`, `꿻쉛 ${metric.ko} 얼마야`,
    );
  }
  return ask;
}

const { pack, terms } = packOf();
const questions = questionsOf(pack);
const outcomes = {};
const ask = (question) => {
  const resolution = resolveQuestion(pack, { question, today: '2026-06-30', choices: {} });
  return resolution.outcome === 'resolved' ? planQuery(pack, resolution.interpretation).outcome : resolution.outcome;
};
for (const question of questions) {
  const outcome = ask(question);
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1;
  if (process.env.SHOW) console.log(outcome, '|', question);
}
// The clock of the processor moves too coarsely for one question, and its wall clock shows the neighbours': the least of the rounds is the question's own.
const times = questions.map((question) => {
  let least = Infinity;
  for (let round = 0; round < ROUNDS; round++) {
    const from = process.hrtime.bigint();
    ask(question);
    least = Math.min(least, Number(process.hrtime.bigint() - from) / 1e6);
  }
  return least;
});
const cpu = process.cpuUsage();
for (let round = 0; round < ROUNDS; round++) for (const question of questions) ask(question);
const { user, system } = process.cpuUsage(cpu);
times.sort((a, b) => a - b);
const at = (share) => times[Math.min(times.length - 1, Math.floor(share * times.length))];
const shown = { median: at(0.5), p95: at(0.95), max: times.at(-1), mean: (user + system) / 1e3 / (ROUNDS * questions.length) };
console.log(`${terms} terms, ${questions.length} questions: ${Object.entries(outcomes).map(([what, n]) => `${what} ${n}`).join(', ')}`);
console.log(`resolve + plan: median ${shown.median.toFixed(2)} ms, p95 ${shown.p95.toFixed(2)} ms, most ${shown.max.toFixed(2)} ms; processor time ${shown.mean.toFixed(2)} ms a question (target ${TARGET.median} / ${TARGET.p95})`);
process.exitCode = shown.median <= TARGET.median && shown.p95 <= TARGET.p95 ? 0 : 1;
