// What a turn costs on top of the SDK's own call: both against the same fake provider, alternating, in one run.
//   [TURNS=300] node eval/bench/model/overhead.mjs [--out eval/results/model/overhead.json]
// The prompt is as large as a real one (about 20 kB of schema, five tools). Target: 5 ms in the median of the differences.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';

const { createModel, startFakeAnthropic, startFakeOpenai } = createRequire(import.meta.url)('@countersign/model');

const TURNS = Number(process.env.TURNS ?? 300);
const WARM_UP = 30;
const TARGET_MS = 5;
const text = { type: 'string' };
const tools = ['list_schemas', 'fetch_schemas', 'check_sql', 'propose_query', 'decline'].map((name) => ({ name, description: `Does ${name}.`, input: { type: 'object', properties: { sql: text, reason: text }, required: ['sql'] } }));
const system = Array.from({ length: 400 }, (_, i) => `table orders_${i}(id bigint, amount numeric, "주문일" date)`).join('\n');
const request = { system, messages: [{ role: 'user', text: '지난달 순매출은?' }], tools, maxOutputTokens: 2_000, deadlineMs: 30_000 };
const bare = {
  prompt: [{ role: 'system', content: system }, { role: 'user', content: [{ type: 'text', text: '지난달 순매출은?' }] }],
  tools: tools.map(({ name, description, input }) => ({ type: 'function', name, description, inputSchema: input })), toolChoice: { type: 'auto' }, maxOutputTokens: 2_000,
};

const rows = {};
for (const [provider, start, sdk] of [
  ['anthropic', startFakeAnthropic, (baseURL) => createAnthropic({ baseURL, apiKey: 'k' })('claude-sonnet-5-5')],
  ['openai-compatible', startFakeOpenai, (baseURL) => createOpenAICompatible({ name: 'x', baseURL, apiKey: 'k' })('qwen3')],
]) {
  const server = await start();
  server.script({ does: 'reply', text: 'Here.', calls: [{ id: 'call_1', tool: 'propose_query', input: { sql: 'SELECT count(*) FROM orders' } }] });
  const model = createModel({ provider, model: 'claude-sonnet-5-5', baseUrl: server.url, apiKey: 'k', tools: 'native', price: null }, { innerHosts: [new URL(server.url).host] });
  const plain = sdk(server.url);
  const [ours, theirs, between] = [[], [], []];
  for (let turn = 0; turn < TURNS + WARM_UP; turn += 1) {
    const calls = [() => model.turn(request, new AbortController().signal), () => plain.doGenerate(bare)];
    // Whoever comes second finds a warmer machine, so they take turns at it.
    const times = turn % 2 === 0 ? [await took(calls[0]), await took(calls[1])] : [await took(calls[1]), await took(calls[0])].reverse();
    server.seen.length = 0;
    if (turn < WARM_UP) continue;
    ours.push(times[0]);
    theirs.push(times[1]);
    between.push(times[0] - times[1]);
  }
  await server.close();
  const overhead = median(between);
  rows[provider] = { turns: TURNS, 'our turn ms': round(median(ours)), 'bare call ms': round(median(theirs)), 'overhead ms': round(overhead), target: TARGET_MS };
  if (overhead > TARGET_MS) process.exitCode = 1;
}
console.table(rows);
if (process.argv[2] === '--out') {
  const out = process.argv[3];
  const { dependencies } = JSON.parse(readFileSync(path.join(import.meta.dirname, '../../../package.json'), 'utf8'));
  const versions = { node: process.version, '@ai-sdk/anthropic': dependencies['@ai-sdk/anthropic'], '@ai-sdk/openai-compatible': dependencies['@ai-sdk/openai-compatible'] };
  mkdirSync(path.dirname(out), { recursive: true });
  writeFileSync(out, `${JSON.stringify({ command: `TURNS=${TURNS} node eval/bench/model/overhead.mjs`, versions, rows }, null, 2)}\n`);
}


async function took(work) {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

function median(numbers) {
  return numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function round(ms) {
  return Math.round(ms * 1000) / 1000;
}
