// Runs the gate over JSON Lines corpora (gzipped or not) and says what was accepted, by kind, and why not.
//   CORPUS=a.jsonl.gz,b.jsonl [FIELD=sql] [SCOPE=scope.json] [DIALECT=postgres] [SHOW=5] node eval/bench/gate/corpus.mjs
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import sql from '@countersign/sql';

const { CORPUS, FIELD = 'sql', SCOPE, DIALECT = 'postgres', SHOW = '3' } = process.env;
if (!CORPUS) {
  console.error('CORPUS names the files to run, separated by commas');
  process.exit(2);
}
const scope = SCOPE ? scopeOf(JSON.parse(readFileSync(SCOPE, 'utf8'))) : undefined;
await sql.loadParsersFor(DIALECT);
for (const file of CORPUS.split(',')) report(file);

function report(file) {
  const kinds = new Map();
  const reasons = new Map();
  let slowest = { ms: 0 };
  for (const row of rowsOf(file)) {
    if (row.dialect && row.dialect !== DIALECT) continue;
    const text = row[FIELD];
    const started = performance.now();
    const verdict = sql.gate({ sql: text, from: DIALECT, dialect: DIALECT, ...(scope && row.kind === 'scope' ? { scope } : {}) });
    const ms = performance.now() - started;
    if (ms > slowest.ms) slowest = { ms, text };
    const kind = `${row.kind ?? 'all'}${row.expect ? ` (expect ${row.expect})` : ''}`;
    const count = kinds.get(kind) ?? { accepted: 0, of: 0 };
    kinds.set(kind, { accepted: count.accepted + (verdict.verdict === 'accept' ? 1 : 0), of: count.of + 1 });
    if (verdict.verdict === 'accept' && row.expect !== 'reject') {
      const again = sql.gate({ sql: verdict.sql, from: DIALECT, dialect: DIALECT });
      if (again.sql !== verdict.sql) add(reasons, `${kind}: NOT A FIXED POINT ${again.rule ?? ''} ${again.message ?? ''}`, verdict.sql);
    }
    if (verdict.verdict === 'reject' && row.expect !== 'reject') add(reasons, `${kind}: ${verdict.rule}: ${verdict.message.slice(0, 90)}`, text);
    if (verdict.verdict === 'accept' && row.expect === 'reject') add(reasons, `${kind}: ACCEPTED`, text);
    for (const finding of verdict.findings) if (finding.rule === 'veto-reader') add(reasons, `finding: ${finding.message}`, text);
  }
  console.log(`\n${basename(file)}  slowest ${slowest.ms.toFixed(1)} ms`);
  console.table(Object.fromEntries([...kinds].map(([k, c]) => [k, { ...c, percent: Number(((100 * c.accepted) / c.of).toFixed(2)) }])));
  for (const [reason, texts] of [...reasons].sort((a, b) => b[1].length - a[1].length)) {
    console.log(String(texts.length).padStart(5), reason);
    for (const text of texts.slice(0, Number(SHOW))) console.log('        ', text.replace(/\s+/g, ' ').slice(0, 200));
  }
}

function rowsOf(file) {
  const bytes = readFileSync(file);
  const text = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
}

function add(map, key, value) {
  map.set(key, [...(map.get(key) ?? []), value]);
}

function scopeOf({ schema, deny, defaultSchema }) {
  const denied = new Set(deny?.columns ?? []);
  const tables = Object.entries(schema).map(([key, table]) => {
    const [name, owner] = key.split('.').reverse();
    return {
      ...(owner ? { schema: owner } : {}), name,
      columns: Object.entries(table.columns).map(([column, type]) => ({ name: column, type })),
      denied: Object.keys(table.columns).filter((column) => denied.has(`${key}.${column}`)),
    };
  });
  return { ...(defaultSchema ? { defaultSchema } : {}), tables };
}
