import { describe, expect, it } from 'vitest';
import { fakePorts } from '../fakes/ports.js';
import { cancel, clarify, decide, expire, receive, revise, runStage } from '../index.js';
import type { Ports } from '../ports.js';
import type { FakeJobStore } from '../fakes/job-store.js';
import type { FakeWorld } from '../fakes/ports.js';
import { APPROVER, ASKER, OTHER_TENANT, SECOND_APPROVER, SOURCE, TENANT, actorOf, commerceWorld, scriptedSource } from './commerce-world.js';
import { type Actor, Fault } from '@countersign/contracts';

const MONTHS = [['2025-01-01', '1200.50'], ['2025-02-01', '1900.25']];
const COLUMNS = [{ name: 'month', type: 'date' }, { name: 'net_revenue', type: 'numeric' }];
type Person = Exclude<Actor, { kind: 'system' }>;

class Story {
  readonly world: FakeWorld = commerceWorld();
  readonly source = scriptedSource(COLUMNS, MONTHS);
  readonly ports: Ports & { jobs: FakeJobStore } = fakePorts(this.world, this.source);

  async ask(question: string): Promise<string> {
    const received = await receive(this.ports, actorOf(ASKER) as Person, { question, dataSourceId: SOURCE, packId: 'commerce', today: '2026-06-30', idempotencyKey: null, traceparent: null });
    if (!received.ok) throw new Error(received.code);
    return received.jobId;
  }
  /** Lets every queued stage run, as worker and collector would. */
  async drain(): Promise<void> {
    for (let payload = this.world.queue.shift(); payload; payload = this.world.queue.shift()) await runStage(this.ports, payload, new AbortController().signal);
  }
  async job(id: string) {
    return (await this.ports.jobs.load(TENANT, id))!;
  }
  async approve(id: string, by = APPROVER) {
    const job = await this.job(id);
    return decide(this.ports, actorOf(by), job, { decision: 'approve', digest: job.review?.digest ?? '', version: job.version });
  }
  async asked(question: string) {
    const id = await this.ask(question);
    await this.drain();
    return id;
  }
  path(id: string) {
    return this.ports.jobs.eventLog.get(id)!.map((e) => e.to);
  }
}

describe('one question, from words to a grounded answer', () => {
  it('is refused at once where the pack speaks of nothing that the data source has', async () => {
    const story = new Story();
    story.world.bindings.clear();
    expect(await story.ask('net revenue by month in 2025')).toBeTruthy();
    const catalogue = story.world.catalogues.get(SOURCE)!;
    story.world.catalogues.set(SOURCE, { ...catalogue, tables: catalogue.tables.map((table) => ({ ...table, name: `other_${table.name}` })) });
    await expect(story.ask('net revenue by month in 2025')).rejects.toThrow('pack-not-bound');
  });

  it('goes the whole path and leaves one event a move', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    const waiting = await story.job(id);
    expect(waiting.state).toBe('AWAITING_APPROVAL');
    expect(waiting.interpretation?.metrics.map((m) => m.ref)).toEqual(['net_revenue']);
    expect(waiting.gateReport?.verdict).toBe('accept');
    expect(waiting.estimate?.cost).toBe(120);
    expect(story.source.ran).toEqual([]);

    expect(await story.approve(id)).toMatchObject({ ok: true, state: 'APPROVED' });
    await story.drain();
    const answered = await story.job(id);
    expect(answered.state).toBe('ANSWERED');
    expect(story.source.ran).toEqual([waiting.review!.bundle.sql]);
    expect(answered.answer?.text).toContain('1,200.50');
    expect(answered.answer?.claims.every((c) => c.status === 'grounded')).toBe(true);
    expect(story.path(id)).toEqual(['RECEIVED', 'GENERATING', 'GATING', 'GATING', 'AWAITING_APPROVAL', 'APPROVED', 'QUEUED', 'RUNNING', 'GROUNDING', 'GROUNDING', 'ANSWERED']);
    expect(story.ports.jobs.timings.get(id)!.map((t) => t.step)).toEqual(expect.arrayContaining(['receive', 'queue-wait', 'resolve', 'generate', 'gate', 'estimate', 'approval-wait', 'approve', 'recheck', 'execute', 'explain', 'fetch', 'ground', 'answer']));
  });

  it('answers a Korean question in Korean', async () => {
    const story = new Story();
    const id = await story.asked('2025년 월별 순매출');
    await story.approve(id);
    await story.drain();
    const job = await story.job(id);
    expect([job.state, job.locale]).toEqual(['ANSWERED', 'ko']);
    expect(job.answer?.text).toMatch(/순매출/);
  });

  it('stops at an ambiguous term and resumes the same job with the choice', async () => {
    const story = new Story();
    const id = await story.asked('revenue by month in 2025');
    const job = await story.job(id);
    expect(job.state).toBe('NEEDS_CLARIFICATION');
    expect(job.clarification?.choices.map((c) => c.ref).sort()).toEqual(['gross_revenue', 'net_revenue']);
    expect(await clarify(story.ports, actorOf(APPROVER), job, { term: job.clarification!.term, ref: 'net_revenue', version: job.version })).toMatchObject({ ok: false, code: 'not-found' });
    expect(await clarify(story.ports, actorOf(ASKER), job, { term: job.clarification!.term, ref: 'profit', version: job.version })).toMatchObject({ ok: false, code: 'choice-unknown' });
    expect(await clarify(story.ports, actorOf(ASKER), job, { term: job.clarification!.term, ref: 'net_revenue', version: job.version })).toMatchObject({ ok: true });
    await story.drain();
    expect((await story.job(id)).state).toBe('AWAITING_APPROVAL');
  });

  it('refuses what the pack can’t answer, and says what is near', async () => {
    const story = new Story();
    const id = await story.asked('web traffic by month in 2025');
    const job = await story.job(id);
    expect(job.state).toBe('REFUSED');
    expect(job.refusal?.code).toBe('unanswerable');
  });

  it('ends at the cap when the estimate is too high, and disturbs nobody', async () => {
    const story = new Story();
    story.source.estimate = async () => ({ available: true, cost: 9_000_000, rows: 10, plan: [], fullScans: [] });
    const id = await story.asked('net revenue by month in 2025');
    expect(await story.job(id)).toMatchObject({ state: 'CAP_EXCEEDED', refusal: { code: 'estimate-over-cap', params: { what: 'cost' } } });
  });

  it('runs once however often the same work is delivered', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    await story.approve(id);
    const payload = story.world.queue[0]!;
    await Promise.all([1, 2, 3, 4].map(() => runStage(story.ports, payload, new AbortController().signal)));
    await story.drain();
    await runStage(story.ports, payload, new AbortController().signal);
    expect(story.source.ran).toHaveLength(1);
    expect((await story.job(id)).state).toBe('ANSWERED');
  });

  it('hands a stage that broke after others ran to the queue, and goes on from there', async () => {
    const story = new Story();
    const { check } = story.ports.gate;
    const id = await story.ask('net revenue by month in 2025');
    story.ports.gate.check = async () => { throw new Fault('gate-unavailable', true); };
    await runStage(story.ports, story.world.queue.shift()!, new AbortController().signal);
    const { stage, version } = await story.job(id);
    expect(stage).toBe('gate');
    expect(story.world.queue).toMatchObject([{ jobId: id, stage: 'gate', version }]);
    story.ports.gate.check = check;
    await story.drain();
    expect((await story.job(id)).state).toBe('AWAITING_APPROVAL');
  });

  it('leaves work for the queue only where another process goes on', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    await story.approve(id);
    await story.drain();
    // Received, gated, approved: the worker, the collector, the collector.
    expect(story.ports.jobs.outbox.size).toBe(3);
    expect([...story.ports.jobs.outbox.values()].every((row) => row.published)).toBe(true);
  });
});

describe('four eyes', () => {
  it('lets nobody approve their own question, whatever their roles', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    expect(await story.approve(id, ASKER)).toMatchObject({ ok: false, code: 'own-question' });
  });

  it('counts one of two decisions made at the same moment', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    const job = await story.job(id);
    const both = await Promise.all([
      decide(story.ports, actorOf(APPROVER), job, { decision: 'approve', digest: job.review!.digest, version: job.version }),
      decide(story.ports, actorOf(SECOND_APPROVER), job, { decision: 'reject', reasonCode: 'too-broad', digest: job.review!.digest, version: job.version }),
    ]);
    expect(both.filter((d) => d.ok)).toHaveLength(1);
    expect(both.find((d) => !d.ok)).toMatchObject({ code: 'already-decided' });
  });

  it('refuses a decision on anything but the digest that was shown', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    const job = await story.job(id);
    expect(await decide(story.ports, actorOf(APPROVER), job, { decision: 'approve', digest: 'f'.repeat(64), version: job.version })).toMatchObject({ ok: false, code: 'digest-mismatch' });
  });

  it('is not impressed by tokens', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    const job = await story.job(id);
    const token: Actor = { kind: 'token', tenantId: TENANT, tokenId: APPROVER, personId: APPROVER, name: 'bot', scopes: ['ask'], roles: ['approver'], groups: [], locale: 'en' };
    expect(await decide(story.ports, token, job, { decision: 'approve', digest: job.review!.digest, version: job.version })).toMatchObject({ ok: false, code: 'agents-never-approve' });
  });
});

describe('two approvals', () => {
  const TWO = '00000000-0000-7000-8000-000000000a22';
  const group = '00000000-0000-7000-8000-0000000006f1';
  async function waiting(): Promise<{ story: Story; id: string }> {
    const story = new Story();
    story.world.policies = { version: 1, policies: [{ id: TWO, version: 1, name: 'two', authorId: SECOND_APPROVER, enabled: true, rule: { kind: 'approvers', groupId: group, when: 'always', approvals: 2 } }] };
    for (const person of [APPROVER, SECOND_APPROVER]) story.world.people.get(person)!.groups = [group];
    return { story, id: await story.asked('net revenue by month in 2025') };
  }

  it('keep the job waiting until two different people signed the same digest', async () => {
    const { story, id } = await waiting();
    expect((await story.job(id)).review).toMatchObject({ needed: 2, signatures: [] });
    expect(await story.approve(id)).toMatchObject({ ok: true, state: 'AWAITING_APPROVAL' });
    await story.drain();
    expect(story.source.ran).toEqual([]);
    expect(await story.approve(id)).toMatchObject({ ok: false, code: 'already-decided' });
    expect(await story.approve(id, ASKER)).toMatchObject({ ok: false, code: 'own-question' });
    expect(await story.approve(id, SECOND_APPROVER)).toMatchObject({ ok: true, state: 'APPROVED' });
    await story.drain();
    const job = await story.job(id);
    expect([job.state, job.review?.signatures?.map(({ by }) => by.name).length]).toEqual(['ANSWERED', 2]);
    expect(story.ports.jobs.eventLog.get(id)!.map((event) => event.reason?.code)).toContain('approval-partial');
  });
  it('count one when both sign at the same moment; the other signs on a fresh look', async () => {
    const { story, id } = await waiting();
    const both = await Promise.all([story.approve(id), story.approve(id, SECOND_APPROVER)]);
    expect(both.map((decided) => (decided.ok ? decided.state : decided.code)).sort()).toEqual(['AWAITING_APPROVAL', 'conflict']);
    expect(await story.approve(id, both[0]?.ok ? SECOND_APPROVER : APPROVER)).toMatchObject({ ok: true, state: 'APPROVED' });
  });
  it.each([['reject', 'REJECTED'], ['request-changes', 'CHANGES_REQUESTED']] as const)('let the second person %s', async (decision, state) => {
    const { story, id } = await waiting();
    await story.approve(id);
    const job = await story.job(id);
    expect(await decide(story.ports, actorOf(SECOND_APPROVER), job, { decision, reasonCode: 'other', digest: job.review!.digest, version: job.version })).toMatchObject({ ok: true, state });
  });
  it.each([['the first of them', APPROVER], ['the second of them', SECOND_APPROVER]])('are void when %s may no longer approve', async (_who, person) => {
    const { story, id } = await waiting();
    await story.approve(id);
    await story.approve(id, SECOND_APPROVER);
    story.world.people.get(person)!.roles = ['analyst'];
    await story.drain();
    expect(await story.job(id)).toMatchObject({ state: 'STALE', refusal: { code: 'stale-approver' } });
    expect(story.source.ran).toEqual([]);
  });
  it('are not replaced by a rule', async () => {
    const { story } = await waiting();
    story.world.policies.policies.push({ id: '00000000-0000-7000-8000-000000000a23', version: 1, name: 'auto', authorId: APPROVER, enabled: true, rule: { kind: 'auto-approval', when: { origins: ['planner'], maxCost: 1e9, maxEstimatedRows: 1e9, dataSourceIds: [SOURCE] } } });
    const id = await story.asked('orders by channel in 2025');
    expect((await story.job(id)).state).toBe('AWAITING_APPROVAL');
  });
});

describe('changes that were requested', () => {
  async function changesRequested(question: string): Promise<{ story: Story; job: NonNullable<Awaited<ReturnType<Story['job']>>> }> {
    const story = new Story();
    const id = await story.asked(question);
    const waiting = await story.job(id);
    await decide(story.ports, actorOf(APPROVER), waiting, { decision: 'request-changes', reasonCode: 'wrong-filter', comment: 'only 2025', digest: waiting.review!.digest, version: waiting.version });
    return { story, job: await story.job(id) };
  }
  const again = { traceparent: null };

  it('are answered by a job of its own that names the old one, and ends it', async () => {
    const { story, job } = await changesRequested('net revenue by month in 2024');
    const revised = await revise(story.ports, actorOf(ASKER), job, { ...again, question: 'net revenue by month in 2025', version: job.version });
    if (!revised.ok) throw new Error(revised.code);
    await story.drain();
    expect(await story.job(revised.jobId)).toMatchObject({ state: 'AWAITING_APPROVAL', revises: job.id, question: 'net revenue by month in 2025' });
    expect(await story.job(job.id)).toMatchObject({ state: 'WITHDRAWN', question: 'net revenue by month in 2024', approval: { decision: 'request-changes', comment: 'only 2025' } });
    expect(story.ports.jobs.eventLog.get(job.id)!.at(-1)?.reason).toEqual({ code: 'revised', params: { jobId: revised.jobId } });
    expect(await story.approve(revised.jobId)).toMatchObject({ ok: true });
  });
  it('are answered once, however often it is sent, and by one revision only', async () => {
    const { story, job } = await changesRequested('net revenue by month in 2024');
    const send = (question: string) => revise(story.ports, actorOf(ASKER), job, { ...again, question, version: job.version });
    const [one, two, other] = await Promise.all([send('net revenue by month in 2025'), send('net revenue by month in 2025'), send('orders by month in 2025')]);
    expect(one).toMatchObject({ ok: true });
    expect(two).toEqual(one);
    expect(other).toMatchObject({ ok: false, code: 'conflict' });
    expect(await revise(story.ports, actorOf(ASKER), await story.job(job.id), { ...again, question: 'orders', version: job.version + 1 })).toMatchObject({ ok: false, code: 'conflict', params: { state: 'WITHDRAWN' } });
  });
  it('can be answered by another choice of the same words', async () => {
    const story = new Story();
    const id = await story.asked('revenue by month in 2025');
    const asked = await story.job(id);
    await clarify(story.ports, actorOf(ASKER), asked, { term: asked.clarification!.term, ref: 'gross_revenue', version: asked.version });
    await story.drain();
    const waiting = await story.job(id);
    await decide(story.ports, actorOf(APPROVER), waiting, { decision: 'request-changes', reasonCode: 'wrong-metric', digest: waiting.review!.digest, version: waiting.version });
    const job = await story.job(id);
    const revised = await revise(story.ports, actorOf(ASKER), job, { ...again, choices: { [asked.clarification!.term]: 'net_revenue' }, version: job.version });
    if (!revised.ok) throw new Error(revised.code);
    await story.drain();
    expect((await story.job(revised.jobId)).interpretation?.metrics.map((metric) => metric.ref)).toEqual(['net_revenue']);
  });
  it('are the asker’s to answer, with something different, from what they saw', async () => {
    const { story, job } = await changesRequested('net revenue by month in 2024');
    const send = (by: string, question: string, version = job.version) => revise(story.ports, actorOf(by), job, { ...again, question, version });
    expect(await send(APPROVER, 'orders')).toMatchObject({ ok: false, code: 'not-found' });
    expect(await send(ASKER, ' net revenue  by month in 2024')).toMatchObject({ ok: false, code: 'nothing-revised' });
    expect(await send(ASKER, '  ')).toMatchObject({ ok: false, code: 'question-empty' });
    expect(await send(ASKER, 'orders', job.version - 1)).toMatchObject({ ok: false, code: 'conflict' });
    story.world.grants[0]!.revokedAt = '2026-06-30T03:00:00.000Z';
    expect(await send(ASKER, 'orders')).toMatchObject({ ok: false, code: 'no-grant' });
    expect((await story.job(job.id)).state).toBe('CHANGES_REQUESTED');
  });
});

describe('an approved query that is no longer what was approved', () => {
  const cases: [string, string, (w: FakeWorld) => void][] = [
    ['the grant is revoked', 'stale-grant', (w) => { w.grants[0]!.revokedAt = '2026-06-30T03:00:00.000Z'; }],
    ['the grant no longer covers a table', 'stale-grant', (w) => { w.grants[0]!.objects = [{ table: 'orders', columns: '*' }]; }],
    ['the pack has a new version', 'stale-pack', (w) => { w.packs.get('commerce')!.current = 2; }],
    ['a policy changed', 'stale-policy', (w) => { w.policies.version = 2; }],
    ['the asker moved to another tenant', 'stale-asker', (w) => { w.people.get(ASKER)!.tenantId = OTHER_TENANT; }],
    ['the approver lost the role', 'stale-approver', (w) => { w.people.get(APPROVER)!.roles = ['analyst']; }],
    ['a column changed its type', 'stale-schema', (w) => { w.catalogues.get(SOURCE)!.tables.find((t) => t.name === 'orders')!.fingerprint = 'other'; }],
    ['the data source was edited', 'stale-data-source', (w) => { w.sources.set(SOURCE, { ...w.sources.get(SOURCE)!, revision: 2 }); }],
  ];
  it.each(cases)('is STALE when %s', async (_what, code, change) => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    expect(await story.approve(id)).toMatchObject({ ok: true });
    change(story.world);
    await story.drain();
    expect(await story.job(id)).toMatchObject({ state: 'STALE', refusal: { code } });
    expect(story.source.ran).toEqual([]);
  });

  it.each(cases.filter(([, code]) => code !== 'stale-approver'))('can’t be approved either when %s', async (_what, code, change) => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    change(story.world);
    expect(await story.approve(id)).toMatchObject({ ok: false, code });
    expect((await story.job(id)).state).toBe('STALE');
  });

  it('is STALE when a run is handed over again after the grant was revoked', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    await story.approve(id);
    // The collector died between recheck and run: the job is QUEUED, and the queue delivers `execute` anew.
    const approved = story.ports.jobs.jobs.get(id)!;
    story.ports.jobs.jobs.set(id, { ...approved, state: 'QUEUED', stage: 'execute' });
    story.world.grants[0]!.revokedAt = '2026-06-30T03:00:00.000Z';
    await runStage(story.ports, { ...story.world.queue[0]!, stage: 'execute' }, new AbortController().signal);
    expect(await story.job(id)).toMatchObject({ state: 'STALE', refusal: { code: 'stale-grant' } });
    expect(story.source.ran).toEqual([]);
  });

  const onlyKorea = (groups: string[]) => ({ id: '00000000-0000-7000-8000-00000000f117', version: 1, name: 'Korea only', authorId: APPROVER, enabled: true, rule: { kind: 'row-filter' as const, table: 'orders', predicate: "ship_country_code = 'KR'", groups } });

  it('is gated anew when a row filter appears between gate and estimate', async () => {
    const story = new Story();
    const id = await story.ask('orders by channel in 2025');
    await runStage(story.ports, story.world.queue.shift()!, new AbortController().signal);
    story.world.policies = { version: 2, policies: [onlyKorea([])] };
    await story.drain();
    const job = await story.job(id);
    expect(job.state).toBe('AWAITING_APPROVAL');
    expect(job.review?.bundle.sql).toContain("'KR'");
  });

  it('is STALE when the asker joined a group that a row filter is for', async () => {
    const story = new Story();
    const group = '00000000-0000-7000-8000-0000000006f0';
    story.world.policies = { version: 1, policies: [onlyKorea([group])] };
    const id = await story.asked('orders by channel in 2025');
    story.world.people.get(ASKER)!.groups = [group];
    expect(await story.approve(id)).toMatchObject({ ok: false, code: 'stale-policy' });
  });

  it('expires unused', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    await story.approve(id);
    story.world.nowMs += 25 * 3_600_000;
    await story.drain();
    expect((await story.job(id)).state).toBe('EXPIRED');
  });

  it('expires undecided, and can’t be approved after', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    story.world.nowMs += 73 * 3_600_000;
    expect(await story.approve(id)).toMatchObject({ ok: false, code: 'approval-expired' });
    expect(await expire(story.ports, TENANT, id)).toBe(true);
    expect((await story.job(id)).state).toBe('EXPIRED');
  });
});

describe('stopping', () => {
  it('withdraws what waits for approval', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    expect(await cancel(story.ports, actorOf(ASKER), await story.job(id))).toMatchObject({ ok: true, state: 'WITHDRAWN' });
    expect(await story.approve(id)).toMatchObject({ ok: false, code: 'not-awaiting-approval' });
  });

  it('stops before dispatch: the queued stage finds the job ended', async () => {
    const story = new Story();
    const id = await story.asked('net revenue by month in 2025');
    await story.approve(id);
    await cancel(story.ports, actorOf(ASKER), await story.job(id));
    await story.drain();
    expect((await story.job(id)).state).toBe('CANCELLED');
    expect(story.source.ran).toEqual([]);
  });
});
