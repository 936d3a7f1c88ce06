import type { Grant, Policy } from '@countersign/contracts';
import { describe, expect, it } from 'vitest';
import { fakePorts } from './fakes/ports.js';
import { receive } from './stages/receive.js';
import { runStage } from './run-stage.js';
import { APPROVER, ASKER, SOURCE, TENANT, actorOf, commerceWorld, scriptedSource } from './spec/commerce-world.js';

/** Asks for a city that no pack declares, of a data source whose last proof found customers there. */
async function asked({ policies = [], objects, known = ['Gwangmyeong'] }: { policies?: Policy['rule'][]; objects?: Grant['objects']; known?: string[] } = {}): Promise<{ state: string; cities: string[]; read: string[] }> {
  const world = commerceWorld();
  world.policies.policies = policies.map((rule, i) => ({ id: `00000000-0000-7000-8000-00000000f00${i}`, version: 1, name: 'p', authorId: APPROVER, enabled: true, rule }));
  if (objects) world.grants[0]!.objects = objects;
  const read: string[] = [];
  const ports = { ...fakePorts(world, scriptedSource([{ name: 'n', type: 'int8' }], [['3']])), lookup: { values: async (_tenant: string, at: { packId: string }) => {
    read.push(at.packId);
    return { 'customers.city': known };
  } } };
  const received = await receive(ports, actorOf(ASKER) as never, { question: 'how many customers in Gwangmyeong', dataSourceId: SOURCE, packId: 'commerce', today: '2026-06-30', idempotencyKey: null, traceparent: null });
  for (let payload = world.queue.shift(); payload; payload = world.queue.shift()) await runStage(ports, payload, new AbortController().signal);
  const job = (await ports.jobs.load(TENANT, received.ok ? received.jobId : ''))!;
  return { state: job.state, cities: job.interpretation?.filters.flatMap(({ values }) => values) ?? [], read };
}

describe('real values of a data source', () => {
  it('explain a word of a question, which is then planned and reviewed like any other', async () => {
    expect(await asked()).toEqual({ state: 'AWAITING_APPROVAL', cities: ['Gwangmyeong'], read: ['commerce'] });
    expect((await asked({ known: ['Suwon'] })).state).toBe('REFUSED');
  });

  it.each<[string, Parameters<typeof asked>[0]]>([
    ['a grant does not reach', { objects: [{ table: 'customers', columns: ['customer_id', 'country_code'] }] }],
    ['is masked', { policies: [{ kind: 'mask', table: 'customers', column: 'city', form: { kind: 'first', keep: 1 }, groups: [], roles: [] }] }],
    ['stands in rows of which only some are seen', { policies: [{ kind: 'row-filter', table: 'customers', predicate: "country_code = 'KR'", groups: [] }] }],
  ])('say nothing of a column that %s', async (_what, world) => {
    expect(await asked(world)).toMatchObject({ state: 'REFUSED', cities: [] });
  });
});
