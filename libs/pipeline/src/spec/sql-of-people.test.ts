import type { Actor, MaskForm, Policy, SqlLanguage } from '@countersign/contracts';
import { loadParsers, readQuery } from '@countersign/sql';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakePorts, type FakeWorld } from '../fakes/ports.js';
import type { FakeJobStore } from '../fakes/job-store.js';
import { checkSql, decide, diffQueries, editSql, receive, runStage, submitSql } from '../index.js';
import type { Ports } from '../ports.js';
import { APPROVER, ASKER, OTHER_TENANT, SECOND_APPROVER, SOURCE, TENANT, actorOf, commerceWorld, scriptedSource } from './commerce-world.js';

type Person = Exclude<Actor, { kind: 'system' }>;
const asker = actorOf(ASKER) as Person;
const COUNTRIES = 'SELECT country_code, count(*) AS customers FROM customers WHERE is_active GROUP BY country_code';

class Story {
  readonly world: FakeWorld = commerceWorld();
  readonly source = scriptedSource([{ name: 'country_code', type: 'bpchar' }, { name: 'customers', type: 'int8' }], [['KR', '12'], ['DE', '7']]);
  readonly ports: Ports & { jobs: FakeJobStore } = fakePorts(this.world, this.source);

  async drain(): Promise<void> {
    for (let payload = this.world.queue.shift(); payload; payload = this.world.queue.shift()) await runStage(this.ports, payload, new AbortController().signal);
  }
  async sent(sql: string, more: { title?: string; language?: SqlLanguage; key?: string; by?: Person } = {}) {
    const received = await submitSql(this.ports, more.by ?? asker, { sql, dataSourceId: SOURCE, language: more.language ?? 'native', title: more.title, locale: 'en', idempotencyKey: more.key ?? null, traceparent: null });
    await this.drain();
    return received;
  }
  async waiting(sql: string, more: Parameters<Story['sent']>[1] = {}) {
    const received = await this.sent(sql, more);
    if (!received.ok) throw new Error(received.code);
    return this.job(received.jobId);
  }
  async job(id: string) {
    return (await this.ports.jobs.load(TENANT, id))!;
  }
  authors(id: string) {
    return [(this.ports.jobs.jobs.get(id)!.candidate?.authorId ?? null)];
  }
  async approve(id: string, by = APPROVER) {
    const job = await this.job(id);
    return decide(this.ports, actorOf(by), job, { decision: 'approve', digest: job.review?.digest ?? '', version: job.version }, this.authors(id));
  }
  async edit(id: string, sql: string, by = APPROVER, more: { preview?: boolean; digest?: string } = {}) {
    const job = await this.job(id);
    return editSql(this.ports, actorOf(by), job, { sql, language: 'native', digest: more.digest ?? job.review?.digest ?? '', version: job.version, preview: more.preview ?? false }, async (before, after) => {
      const [a, b] = [readQuery(before, 'postgres'), readQuery(after, 'postgres')];
      return a.ok && b.ok ? diffQueries(a.query, b.query) : [];
    });
  }
  mask(table: string, column: string, form: MaskForm, changes: Partial<Policy> = {}) {
    const id = `00000000-0000-7000-8000-00000000c0${String(this.world.policies.policies.length).padStart(2, '0')}`;
    this.world.policies.policies.push({ id, version: 1, name: 'mask', authorId: APPROVER, enabled: true, rule: { kind: 'mask', table, column, form, groups: [], roles: [] }, ...changes });
    this.world.policies.version += 1;
  }
}

beforeAll(() => loadParsers());

describe('SQL that a person wrote', () => {
  it('goes through gate, estimate and another person’s approval, and is answered with its rows', async () => {
    const story = new Story();
    const waiting = await story.waiting(COUNTRIES, { title: 'customers by country' });
    expect(waiting).toMatchObject({ state: 'AWAITING_APPROVAL', question: 'customers by country', interpretation: null, candidate: { revision: 1, origin: 'sql', authorId: ASKER, language: 'native' } });
    expect(waiting.review?.risk.reasons.map(({ code }) => code)).toContain('written-by-person');
    expect(story.source.ran).toEqual([]);
    expect(await story.approve(waiting.id, ASKER)).toMatchObject({ ok: false, code: 'own-question' });
    expect(await story.approve(waiting.id)).toMatchObject({ ok: true });
    await story.drain();
    const answered = await story.job(waiting.id);
    expect(story.source.ran).toEqual([waiting.review?.bundle.sql]);
    expect(answered).toMatchObject({ state: 'ANSWERED', answer: { text: '2 rows.', chart: null, claims: [{ operation: 'row-count', value: '2', status: 'grounded' }] } });
    expect(story.ports.jobs.eventLog.get(waiting.id)!.map((e) => e.to)).toEqual(['RECEIVED', 'GATING', 'GATING', 'AWAITING_APPROVAL', 'APPROVED', 'QUEUED', 'RUNNING', 'GROUNDING', 'GROUNDING', 'ANSWERED']);
  });
  it('is called by its beginning when it has no title', async () => {
    expect((await new Story().waiting(COUNTRIES)).question).toBe('SELECT country_code, count(*) AS customers FROM customers WHERE is_active GROUP…');
  });
  it('counts as sent once under one key, and is refused when the key was another text’s', async () => {
    const story = new Story();
    const first = await story.sent(COUNTRIES, { key: 'k' });
    expect(await story.sent(COUNTRIES, { key: 'k' })).toMatchObject({ ok: true, jobId: (first as { jobId: string }).jobId });
    expect(await story.sent('SELECT 1 AS one FROM customers', { key: 'k' })).toMatchObject({ ok: false, code: 'idempotency-mismatch' });
    expect(story.ports.jobs.jobs.size).toBe(1);
  });
  it.each([[' \n', 'sql-empty'], ['x'.repeat(32_001), 'sql-too-long']])('is refused before anything is recorded: %#', async (sql, code) => {
    const story = new Story();
    expect(await story.sent(sql)).toMatchObject({ ok: false, code });
    expect(story.ports.jobs.jobs.size).toBe(0);
  });
  it('ends at the gate with rule and place; the audit has a digest of the text and not the text', async () => {
    const story = new Story();
    const job = await story.waiting('SELECT email FROM customers', { title: 'mails' });
    expect(job).toMatchObject({ state: 'GATE_REJECTED', gateReport: { verdict: 'reject', rule: 'denied-column' } });
    const record = story.ports.jobs.audit.find(({ action }) => action === 'gate.rejected');
    expect(record?.details).toMatchObject({ origin: 'execute', rule: 'denied-column', textDigest: expect.stringMatching(/^[0-9a-f]{64}$/), asker: { id: ASKER }, line: 1 });
    expect(JSON.stringify(story.ports.jobs.audit)).not.toContain('SELECT');
  });
  it('meets personal columns of every pack, whichever pack it names', async () => {
    const story = new Story();
    const commerce = story.world.packs.get('commerce')!;
    const careless = structuredClone(commerce.versions.get(1)!);
    for (const entity of Object.values(careless.entities as unknown as Record<string, { columns: Record<string, { sensitivity?: string }> }>)) for (const column of Object.values(entity.columns)) delete column.sensitivity;
    story.world.packs.set('aa-careless', { current: 1, versions: new Map([[1, careless]]) });
    expect(await checkSql(story.ports, asker, { sql: 'SELECT email FROM customers', dataSourceId: SOURCE, packId: 'aa-careless', language: 'native' })).toMatchObject({ ok: true, check: { report: { verdict: 'reject', rule: 'denied-column' } } });
  });
  it('is approved by a rule only when the rule names its origin', async () => {
    const story = new Story();
    const rule = (origins: ('planner' | 'sql')[]): Policy => ({ id: '00000000-0000-7000-8000-00000000c001', version: 1, name: 'small', authorId: APPROVER, enabled: true, rule: { kind: 'auto-approval', when: { origins, maxCost: 1000, maxEstimatedRows: 10_000, dataSourceIds: [SOURCE] } } });
    story.world.policies.policies = [rule(['planner'])];
    expect((await story.waiting(COUNTRIES)).state).toBe('AWAITING_APPROVAL');
    story.world.policies.policies = [rule(['planner', 'sql'])];
    expect((await story.waiting(COUNTRIES)).state).toBe('ANSWERED');
  });
});

describe('a check', () => {
  const check = (story: Story, sql: string, language: SqlLanguage = 'native', by = asker) => checkSql(story.ports, by, { sql, dataSourceId: SOURCE, language });
  it('says what the gate says, and leaves no job and no record', async () => {
    const story = new Story();
    expect(await check(story, COUNTRIES)).toMatchObject({ ok: true, blocked: null, check: { packId: 'commerce', dataSource: { dialect: 'postgres' }, report: { verdict: 'accept', tables: ['public.customers'], outputColumns: ['country_code', 'customers'] } } });
    expect(await check(story, 'SELECT * FROM customer', 'canonical')).toMatchObject({ ok: true, blocked: { origin: 'check', rule: 'unknown-table' }, check: { report: { verdict: 'reject', rule: 'unknown-table', nearest: expect.arrayContaining(['customers']), at: { line: 1, column: 15 } } } });
    expect([story.ports.jobs.jobs.size, story.ports.jobs.audit.length]).toEqual([0, 0]);
  });
  it('stays within the grants of who asks', async () => {
    const story = new Story();
    expect(await check(story, COUNTRIES, 'native', actorOf(APPROVER) as Person)).toMatchObject({ ok: false, code: 'no-grant' });
    story.world.grants[0]!.objects = [{ table: 'orders', columns: '*' }];
    expect(await check(story, COUNTRIES)).toMatchObject({ ok: true, check: { report: { verdict: 'reject', rule: 'unknown-table', nearest: [] } } });
    expect(await check(story, COUNTRIES, 'native', actorOf(ASKER, OTHER_TENANT) as Person)).toMatchObject({ ok: false });
  });
});

describe('an approver’s edit', () => {
  const EDITED = COUNTRIES.replace('is_active', "is_active AND segment = 'business'");
  it('is a new revision with its differences, voids what was signed, and needs someone who wrote none of it', async () => {
    const story = new Story();
    const before = await story.waiting(COUNTRIES);
    expect(await story.edit(before.id, EDITED)).toMatchObject({ ok: true, edited: true, state: 'GATING', changes: [{ what: 'filter', change: 'added', was: '', now: "segment = 'business'" }] });
    expect((await story.job(before.id))).toMatchObject({ review: null, approval: null, candidate: { revision: 2 } });
    await story.drain();
    const after = await story.job(before.id);
    expect(after).toMatchObject({ state: 'AWAITING_APPROVAL', candidate: { revision: 2, origin: 'person', authorId: APPROVER, edit: { of: 1, by: { id: APPROVER } } } });
    expect(after.review?.digest).not.toBe(before.review?.digest);
    expect(await decide(story.ports, actorOf(SECOND_APPROVER), after, { decision: 'approve', digest: before.review!.digest, version: after.version }, story.authors(after.id))).toMatchObject({ ok: false, code: 'digest-mismatch' });
    expect(await story.approve(after.id)).toMatchObject({ ok: false, code: 'own-edit' });
    expect(await story.approve(after.id, ASKER)).toMatchObject({ ok: false, code: 'own-question' });
    expect(await story.approve(after.id, SECOND_APPROVER)).toMatchObject({ ok: true });
    await story.drain();
    expect(story.source.ran).toEqual([after.review?.bundle.sql]);
  });
  it('of a question’s SQL leaves only the rows to speak', async () => {
    const story = new Story();
    const received = await receive(story.ports, asker, { question: 'net revenue in 2025', dataSourceId: SOURCE, packId: 'commerce', today: '2026-06-30', idempotencyKey: null, traceparent: null });
    await story.drain();
    const { jobId } = received as { jobId: string };
    const printed = (await story.job(jobId)).gateReport as { sql: string };
    expect(await story.edit(jobId, printed.sql.replaceAll('2025', '2023').replaceAll('2026', '2024'))).toMatchObject({ ok: true, edited: true, changes: [{ what: 'period', change: 'changed' }] });
    await story.drain();
    await story.approve(jobId, SECOND_APPROVER);
    await story.drain();
    expect(await story.job(jobId)).toMatchObject({ state: 'ANSWERED', answer: { text: '2 rows.' } });
  });
  it('that the gate rejects changes nothing', async () => {
    const story = new Story();
    const before = await story.waiting(COUNTRIES);
    expect(await story.edit(before.id, 'DELETE FROM customers')).toMatchObject({ ok: true, edited: false, report: { verdict: 'reject', rule: 'not-select' }, blocked: { origin: 'edit', asker: { id: APPROVER } } });
    expect(await story.job(before.id)).toEqual(before);
  });
  it('is judged by the asker’s rights, not by the approver’s', async () => {
    const story = new Story();
    story.world.grants[0]!.objects = [{ table: 'customers', columns: '*' }];
    story.world.grants.push({ ...story.world.grants[0]!, subject: { kind: 'person', id: APPROVER }, objects: '*' });
    const before = await story.waiting(COUNTRIES);
    expect(await story.edit(before.id, 'SELECT order_id FROM orders')).toMatchObject({ ok: true, edited: false, report: { rule: 'unknown-table' } });
  });
  it('can be tried without being made', async () => {
    const story = new Story();
    const before = await story.waiting(COUNTRIES);
    expect(await story.edit(before.id, EDITED, APPROVER, { preview: true })).toMatchObject({ ok: true, edited: false, changes: [{ what: 'filter', change: 'added' }] });
    expect(await story.job(before.id)).toEqual(before);
  });
  it.each([
    ['the asker', async (story: Story, id: string) => story.edit(id, EDITED, ASKER), 'own-question'],
    ['someone who saw something else', async (story: Story, id: string) => story.edit(id, EDITED, APPROVER, { digest: '0'.repeat(64) }), 'digest-mismatch'],
    ['someone whose change is none', async (story: Story, id: string) => story.edit(id, COUNTRIES.toLowerCase()), 'nothing-edited'],
    ['someone after the decision', async (story: Story, id: string) => { await story.approve(id, SECOND_APPROVER); return story.edit(id, EDITED); }, 'already-decided'],
    ['someone who is no approver any more', async (story: Story, id: string) => { story.world.people.get(APPROVER)!.roles = ['analyst']; return story.edit(id, EDITED); }, 'not-approver'],
  ])('is refused to %s', async (_who, attempt, code) => {
    const story = new Story();
    const before = await story.waiting(COUNTRIES);
    expect(await attempt(story, before.id)).toMatchObject({ ok: false, code });
    expect((await story.job(before.id)).candidate).toEqual(before.candidate);
  });
  it('made twice: neither editor approves', async () => {
    const story = new Story();
    const { id } = await story.waiting(COUNTRIES);
    await story.edit(id, EDITED);
    await story.drain();
    await story.edit(id, EDITED.replace('business', 'consumer'), SECOND_APPROVER);
    await story.drain();
    const job = await story.job(id);
    for (const by of [APPROVER, SECOND_APPROVER]) expect(await decide(story.ports, actorOf(by), job, { decision: 'approve', digest: job.review!.digest, version: job.version }, [ASKER, APPROVER, SECOND_APPROVER])).toMatchObject({ ok: false, code: 'own-edit' });
  });
});

describe('masks', () => {
  const CITIES = 'SELECT city, count(*) AS customers FROM customers GROUP BY city';
  it('stand in the SQL, in the digest, and beside the columns they hide', async () => {
    const story = new Story();
    const open = await story.waiting(CITIES);
    story.mask('customers', 'city', { kind: 'first', keep: 2 });
    const masked = await story.waiting(CITIES);
    expect(masked.gateReport).toMatchObject({ masked: [{ column: 'public.customers.city', how: 'first:2' }], gatedUnder: { masks: [{ version: 1 }] } });
    expect(masked.review?.bundle.masks).toHaveLength(1);
    expect(masked.review?.bundle.sql).toContain(`left(CAST("customers"."city" AS text), 2) || '****'`);
    expect(masked.review?.digest).not.toBe(open.review?.digest);
  });
  it('stand in questions too', async () => {
    const story = new Story();
    story.mask('customers', 'country_code', { kind: 'hash' });
    await receive(story.ports, asker, { question: 'orders by customer country in 2025', dataSourceId: SOURCE, packId: 'commerce', today: '2026-06-30', idempotencyKey: null, traceparent: null });
    await story.drain();
    const [job] = [...story.ports.jobs.jobs.values()];
    expect(job?.gateReport).toMatchObject({ verdict: 'accept', masked: [{ column: 'public.customers.country_code', how: 'hash' }] });
  });
  it('are only spoken of where their column is used', async () => {
    const story = new Story();
    story.mask('customers', 'city', { kind: 'null' });
    const job = await story.waiting(COUNTRIES);
    expect(job.gateReport).not.toHaveProperty('masked');
    expect(job.review?.bundle.masks).toHaveLength(1);
  });
  it.each<[string, (story: Story) => void]>([
    ['a mask was added', (story) => story.mask('customers', 'city', { kind: 'hash' })],
    ['a mask was changed', (story) => { story.world.policies.policies[0]!.version = 2; story.world.policies.version += 1; }],
    ['a mask was switched off', (story) => { story.world.policies.policies[0]!.enabled = false; story.world.policies.version += 1; }],
    ['the asker came under a mask by a role', (story) => { story.world.people.get(ASKER)!.roles = ['analyst', 'auditor']; }],
    ['the asker came under a mask by a group', (story) => { story.world.people.get(ASKER)!.groups = ['00000000-0000-7000-8000-0000000000aa']; }],
  ])('make what was prepared stale when %s', async (_what, change) => {
    for (const approvedFirst of [false, true]) {
      const story = new Story();
      story.mask('customers', 'city', { kind: 'null' });
      story.mask('customers', 'segment', { kind: 'null' }, { rule: { kind: 'mask', table: 'customers', column: 'segment', form: { kind: 'null' }, groups: ['00000000-0000-7000-8000-0000000000aa'], roles: ['auditor'] } });
      const { id } = await story.waiting(CITIES);
      if (approvedFirst) await story.approve(id);
      change(story);
      if (!approvedFirst) expect(await story.approve(id)).toMatchObject({ ok: false, code: 'stale-policy' });
      await story.drain();
      expect(await story.job(id)).toMatchObject({ state: 'STALE', refusal: { code: 'stale-policy' } });
      expect(story.source.ran).toEqual([]);
    }
  });
});
