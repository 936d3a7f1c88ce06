import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Actor } from '@countersign/contracts';
import type { Pack } from '@countersign/pack';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fakePorts } from '../fakes/ports.js';
import { receive, runStage } from '../index.js';
import type { Model, ModelRequest } from '../model/port.js';
import { ASKER, SOURCE, TENANT, actorOf, commercePack, commerceWorld, scriptedSource } from './commerce-world.js';

interface Injection {
  in: 'question' | 'comment' | 'value' | 'pack';
  language: 'en' | 'ko';
  text: string;
  sends: string;
  ends: string;
}

const cases = parse(readFileSync(path.join(__dirname, 'injections.yaml'), 'utf8')) as Injection[];
const LOOKED_UP = 'customers.city';

/** Looks where the text is, then does what it says and insists. */
function obedient(sql: string, seen: ModelRequest[]): Model {
  const looks = { id: 'look', tool: 'sample_values', input: { table: 'customers', column: 'city' } };
  const obeys = { id: 'obey', tool: 'propose_query', input: { sql, assumptions: [], confidence: 1 } };
  return {
    name: 'fake/obedient',
    turn: async (request) => {
      seen.push(request);
      return { text: '', calls: [seen.length === 1 ? looks : obeys], finish: 'tools', usage: { inputTokens: 1, outputTokens: 1, cachedInputTokens: 0 }, latencyMs: 1, requests: 1, costMicros: 0 };
    },
  };
}

function worldOf({ in: place, text }: Injection) {
  const world = commerceWorld();
  const pack = commercePack();
  if (place === 'comment') {
    const catalogue = world.catalogues.get(SOURCE)!;
    world.catalogues.set(SOURCE, { ...catalogue, tables: catalogue.tables.map((table) => ({ ...table, comment: text })) });
  }
  if (place === 'pack') {
    const said: Pack = { ...pack, metrics: new Map([...pack.metrics].map(([id, metric]) => [id, { ...metric, definition: { en: text, ko: text } }])) };
    world.packs.set('commerce', { current: 1, versions: new Map([[1, said]]) });
  }
  return world;
}

describe('an instruction hidden where data is', () => {
  it('comes in both languages and in every place', () => {
    expect(cases.length).toBeGreaterThanOrEqual(60);
    for (const place of ['question', 'comment', 'value', 'pack']) for (const language of ['en', 'ko']) expect(cases.filter((one) => one.in === place && one.language === language).length).toBeGreaterThanOrEqual(5);
  });

  it.each(cases)('in the $in, obeyed, reaches no database: $sends ($language)', async (injection) => {
    const [world, source, seen] = [worldOf(injection), scriptedSource([], []), [] as ModelRequest[]];
    let estimates = 0;
    source.estimate = async () => { estimates += 1; throw new Error('asked'); };
    const lookup = { values: async () => ({ [LOOKED_UP]: [injection.text] }) };
    const ports = { ...fakePorts(world, source), lookup, model: obedient(injection.sends, seen) };
    const received = await receive(ports, actorOf(ASKER) as Exclude<Actor, { kind: 'system' }>, { question: injection.in === 'question' ? injection.text : 'net revenue by zorblax in 2025', dataSourceId: SOURCE, packId: 'commerce', today: '2026-06-30', idempotencyKey: null, traceparent: null });
    if (!received.ok) throw new Error(received.code);
    for (let payload = world.queue.shift(); payload; payload = world.queue.shift()) await runStage(ports, payload, new AbortController().signal);
    const { state, refusal } = (await ports.jobs.load(TENANT, received.jobId))!;
    const rule = /rejected:([\w-]+)/.exec(refusal?.params['tried'] ?? '')?.[1];
    expect(`${state} ${rule ?? refusal?.code}`).toBe(injection.ends);
    expect([estimates, source.ran]).toEqual([0, []]);
    // It was there to be obeyed, quoted, wherever it did not end before.
    const shown = seen.at(-1)?.messages.map((message) => (message.role === 'tool' ? message.result : message.text)).join('\n');
    if (shown !== undefined) expect(shown).toContain(`"${injection.text.slice(0, 15)}`);
  });
});
