import { type AuditEntry, type Job, type JobState, type StageName, canonicalJson } from '@countersign/contracts';
import type { JobStore, JobWrites, NewJob, Transition } from '../ports.js';

/** A store under test and the ids of a tenant it already knows. */
export interface JobStoreWorld {
  store: JobStore;
  tenantId: string;
  otherTenantId: string;
  askerId: string;
  otherAskerId: string;
  dataSourceId: string;
  nextId(): string;
}

/** One thing every job store does. `prove` rejects when it doesn't. */
export interface JobStoreCase {
  says: string;
  prove(world: JobStoreWorld): Promise<void>;
}

const AT = '2026-06-30T03:00:00.000Z';
const person = (id: string) => ({ kind: 'person' as const, id, name: 'Analyst' });

function entry(world: JobStoreWorld, jobId: string, action: AuditEntry['action'], state: JobState): AuditEntry {
  return { id: world.nextId(), at: AT, action, actor: person(world.askerId), subject: { kind: 'job', id: jobId }, dataSourceId: world.dataSourceId, state, details: { note: '한글 & "quotes"' } };
}

function newJob(world: JobStoreWorld, fields: Partial<NewJob> = {}): NewJob {
  const id = fields.id ?? world.nextId();
  return {
    id, tenantId: world.tenantId, askerId: world.askerId, askerName: 'Analyst', dataSourceId: world.dataSourceId, packId: 'commerce', packVersion: 1,
    question: '2025년 월별 순매출', locale: 'ko', today: '2026-06-30', createdAt: AT, traceparent: null, idempotencyKey: null, requestHash: 'a'.repeat(64),
    audit: [entry(world, id, 'question.asked', 'RECEIVED')], timings: [{ step: 'receive', startedAt: AT, durationUs: 120, attempt: 1, process: 'contract' }], ...fields,
  };
}

function move(world: JobStoreWorld, job: Pick<Job, 'id' | 'version' | 'state'>, to: JobState, nextStage: StageName | null, writes: JobWrites = {}, fields: Partial<Transition> = {}): Transition {
  return {
    tenantId: world.tenantId, jobId: job.id, dataSourceId: world.dataSourceId, expectedVersion: job.version, from: job.state, to, nextStage, actor: { kind: 'system', id: 'contract', name: 'contract' }, reason: null, at: AT,
    writes, timings: [], audit: [entry(world, job.id, 'job.moved', to)], traceparent: null, ...fields,
  };
}

async function asked(world: JobStoreWorld, fields: Partial<NewJob> = {}): Promise<Job> {
  const input = newJob(world, fields);
  const made = await world.store.create(input);
  must(made.created, 'a new question is created');
  return loaded(world, input.id);
}

async function loaded(world: JobStoreWorld, jobId: string): Promise<Job> {
  const job = await world.store.load(world.tenantId, jobId);
  if (!job) throw new Error('the job is gone');
  return job;
}

function must(truth: boolean, what: string): void {
  if (!truth) throw new Error(`not so: ${what}`);
}

function same(found: unknown, wanted: unknown, what: string): void {
  const [is, should] = [canonicalJson(found), canonicalJson(wanted)];
  if (is !== should) throw new Error(`${what}:\n  found  ${is}\n  wanted ${should}`);
}

async function rejects(work: Promise<unknown>, what: string): Promise<void> {
  const failed = await work.then(() => false, () => true);
  must(failed, what);
}

const DIGEST = 'd'.repeat(64);

/** A job's way to the answer: where to, what runs next, what it leaves behind. */
function wayToTheAnswer(world: JobStoreWorld): [JobState, StageName | null, JobWrites][] {
  const caps = { maxRows: 1000, maxBytes: 1_000_000, timeoutMs: 30_000, maxCost: null, maxEstimatedRows: 5_000 };
  const column = { name: 'net_revenue', type: 'numeric', role: 'metric' as const, ref: 'net_revenue', unit: 'USD' };
  const approval = { id: world.nextId(), decision: 'approve' as const, by: { kind: 'person' as const, personId: world.otherAskerId, name: 'Approver' }, digest: DIGEST, revision: 1, reasonCode: null, comment: null, decidedAt: AT, validUntil: '2026-07-01T03:00:00.000Z', usesLeft: 1 };
  const run = { id: world.nextId(), digest: DIGEST, collector: 'collector-1', startedAt: AT, finishedAt: null, outcome: 'running' as const, errorKind: null };
  const gateReport = { verdict: 'accept' as const, dialect: 'postgres' as const, sql: 'SELECT 1', limit: 1000, outputColumns: ['net_revenue'], rowFilters: [], checks: [{ rule: 'one-statement', status: 'pass' as const }], findings: [], tables: ['public.orders'], columns: ['public.orders.order_id'], functions: ['sum'] };
  return [
    ['RESOLVING', 'resolve', { choices: { 매출: 'net_revenue' } }],
    ['GENERATING', 'generate', { interpretation: { locale: 'ko', question: 'q', today: '2026-06-30', pack: { id: 'commerce', version: 1 }, intent: 'trend', metrics: [], dimensions: [], filters: [], period: null, having: [], order: [], spans: [], notes: [] } as NonNullable<JobWrites['interpretation']> }],
    ['GATING', 'gate', { candidate: { revision: 1, origin: 'planner', authorId: null, sql: 'select 1', columns: [{ name: 'net_revenue', role: 'metric', ref: 'net_revenue' }], proofs: ['one fact, no join'] } }],
    ['GATING', 'estimate', { gateReport }],
    ['AWAITING_APPROVAL', null, {
      estimate: { available: true, cost: 120, rows: 3000, plan: [{ depth: 0, node: 'Seq Scan', relation: 'orders', rows: 3000, cost: 120 }], fullScans: ['orders'] },
      review: { revision: 1, digest: DIGEST, risk: { level: 'low', reasons: [] }, requestedAt: AT, expiresAt: '2026-07-03T03:00:00.000Z', bundle: { sql: 'SELECT 1', dialect: 'postgres', parameters: [], dataSource: { id: world.dataSourceId, revision: 1 }, objects: [], rowFilters: [], masks: [], pack: { id: 'commerce', version: 1 }, policyVersion: 1, caps, outputMode: 'view' } },
    }],
    ['APPROVED', 'recheck', { approval }],
    ['QUEUED', 'execute', {}],
    ['RUNNING', null, { run, approval: { ...approval, usesLeft: 0 } }],
    ['GROUNDING', 'ground', { run: { ...run, finishedAt: AT, outcome: 'succeeded' }, result: { id: world.nextId(), columns: [column], rowCount: 1, byteCount: 12, truncated: 'no', hash: 'e'.repeat(64) } }],
    ['GROUNDING', 'answer', {}],
    ['ANSWERED', null, { answer: { text: '순매출은 12.50 USD입니다.', chart: { kind: 'number', x: null, y: [0], series: null }, withheld: [], claims: [
      { text: '12.50', span: { start: 5, end: 10 }, value: '12.5', unit: 'USD', operation: 'cell', operands: [{ row: 0, column: 0 }], scale: 2, exponent: 0, status: 'grounded' },
      { text: '1', span: { start: 0, end: 1 }, value: '1', operation: 'row-count', operands: [], scale: 0, exponent: 0, status: 'grounded' },
    ] } }],
  ];
}

/** Takes a job along the way until it is in `until`; returns what it should be. */
async function walk(world: JobStoreWorld, until: JobState): Promise<Job> {
  let job = await asked(world);
  for (const [to, stage, writes] of wayToTheAnswer(world)) {
    const applied = await world.store.apply(move(world, job, to, stage, writes));
    must(applied.applied, `${job.state} → ${to} is applied`);
    job = { ...job, ...writes, state: to, stage, version: job.version + 1 };
    if (to === until) break;
  }
  return job;
}

/** What every implementation of the JobStore port must do. The fake and the real store run the same list. */
export const JOB_STORE_CONTRACT: readonly JobStoreCase[] = [
  {
    says: 'keeps a question as it was asked',
    async prove(world) {
      const input = newJob(world);
      const made = await world.store.create(input);
      must(made.created && made.outboxId.length > 0, 'work for the queue was left');
      const { audit: _audit, timings: _timings, idempotencyKey: _key, requestHash: _hash, ...fields } = input;
      same(await loaded(world, input.id), {
        ...fields, state: 'RECEIVED', stage: 'resolve', version: 0, updatedAt: AT, cancelRequestedAt: null, revises: null, choices: {}, exportAs: [], interpretation: null, clarification: null, refusal: null,
        candidate: null, gateReport: null, estimate: null, review: null, approval: null, run: null, result: null, answer: null,
      }, 'the job');
    },
  },
  {
    says: 'keeps the SQL that an asker brings along as the first candidate, and what replaces it as the second',
    async prove(world) {
      const candidate = { revision: 1, origin: 'sql' as const, authorId: world.askerId, sql: "SELECT '한글' AS \u0001", language: 'native' as const, columns: [], proofs: [] };
      const job = await asked(world, { candidate });
      same(job.candidate, candidate, 'the first candidate');
      const edited = { ...candidate, revision: 2, origin: 'person' as const, authorId: world.otherAskerId };
      const applied = await world.store.apply(move(world, job, 'GATING', 'gate', { candidate: edited, review: null, approval: null }));
      must(applied.applied, 'SQL goes to the gate at once');
      same((await loaded(world, job.id)).candidate, edited, 'the second candidate');
    },
  },
  {
    says: 'shows a job to its own tenant only',
    async prove(world) {
      const job = await asked(world);
      same((await world.store.load(world.otherTenantId, job.id)) ?? null, null, 'what the other tenant sees');
      await rejects(world.store.apply(move(world, job, 'RESOLVING', 'resolve', {}, { tenantId: world.otherTenantId })), 'the other tenant can’t move it');
      same((await loaded(world, job.id)).version, 0, 'its version');
    },
  },
  {
    says: 'answers the same idempotency key with the first job',
    async prove(world) {
      const idempotencyKey = world.nextId();
      const first = await asked(world, { idempotencyKey });
      const again = await world.store.create(newJob(world, { idempotencyKey }));
      must(!again.created && again.job.id === first.id && again.sameRequest, 'the same request finds the first job');
      const other = await world.store.create(newJob(world, { idempotencyKey, requestHash: 'b'.repeat(64) }));
      must(!other.created && !other.sameRequest, 'another request under the key is told apart');
      const someoneElse = await world.store.create(newJob(world, { idempotencyKey, askerId: world.otherAskerId }));
      must(someoneElse.created, 'a key belongs to its asker');
    },
  },
  {
    says: 'makes one job of twenty simultaneous requests with one key',
    async prove(world) {
      const idempotencyKey = world.nextId();
      const made = await Promise.all(Array.from({ length: 20 }, () => world.store.create(newJob(world, { idempotencyKey }))));
      same(made.filter((m) => m.created).length, 1, 'jobs created');
    },
  },
  {
    says: 'gives back every artefact of a whole path exactly',
    async prove(world) {
      const job = await walk(world, 'ANSWERED');
      same(await loaded(world, job.id), job, 'the job');
    },
  },
  {
    says: 'leaves what a move does not mention, and clears what it sets to null',
    async prove(world) {
      const job = await walk(world, 'AWAITING_APPROVAL');
      const applied = await world.store.apply(move(world, job, 'CHANGES_REQUESTED', null, {}));
      must(applied.applied, 'the move is applied');
      same((await loaded(world, job.id)).candidate, job.candidate, 'the candidate');
      await world.store.apply(move(world, { ...job, state: 'CHANGES_REQUESTED', version: job.version + 1 }, 'RESOLVING', 'resolve', { candidate: null, gateReport: null, estimate: null, review: null, interpretation: null }));
      const { candidate, gateReport, estimate, review, interpretation } = await loaded(world, job.id);
      same([candidate, gateReport, estimate, review, interpretation], [null, null, null, null, null], 'what was cleared');
    },
  },
  {
    says: 'lets one of twenty writers at the same version win, and tells the others where the job stands',
    async prove(world) {
      const job = await asked(world);
      const all = await Promise.all(Array.from({ length: 20 }, () => world.store.apply(move(world, job, 'RESOLVING', 'resolve'))));
      same(all.filter((a) => a.applied).length, 1, 'winners');
      for (const lost of all.filter((a) => !a.applied)) same(lost, { applied: false, state: 'RESOLVING', version: 1 }, 'what a loser hears');
    },
  },
  {
    says: 'refuses a move from a state the job is not in',
    async prove(world) {
      const job = await asked(world);
      same(await world.store.apply(move(world, { ...job, state: 'GENERATING' }, 'GATING', 'gate')), { applied: false, state: 'RECEIVED', version: 0 }, 'the refusal');
    },
  },
  {
    says: 'throws on a move that the table does not have, and changes nothing',
    async prove(world) {
      const job = await asked(world);
      await rejects(world.store.apply(move(world, job, 'RUNNING', 'execute')), 'RECEIVED → RUNNING is a defect');
      same(await loaded(world, job.id), job, 'the job');
    },
  },
  {
    says: 'leaves work for the queue when a stage follows, and none when a person must act',
    async prove(world) {
      const job = await asked(world);
      const on = await world.store.apply(move(world, job, 'RESOLVING', 'resolve'));
      must(on.applied && on.outboxId !== null, 'a stage follows');
      const wait = await world.store.apply(move(world, { ...job, state: 'RESOLVING', version: 1 }, 'NEEDS_CLARIFICATION', null));
      must(wait.applied && wait.outboxId === null, 'a person must act');
      if (on.applied && on.outboxId) await world.store.published([on.outboxId]);
    },
  },
  {
    says: 'tells a running job’s heartbeat that someone asked to stop',
    async prove(world) {
      const job = await walk(world, 'RUNNING');
      same(await world.store.heartbeat(world.tenantId, job.id, job.run!.id), { cancelRequested: false, state: 'RUNNING' }, 'the first heartbeat');
      await world.store.requestCancel(world.tenantId, job.id, AT, entry(world, job.id, 'question.cancelled', 'RUNNING'));
      same(await world.store.heartbeat(world.tenantId, job.id, job.run!.id), { cancelRequested: true, state: 'RUNNING' }, 'the next heartbeat');
      const after = await loaded(world, job.id);
      same([after.version, after.cancelRequestedAt], [job.version, AT], 'version and request');
    },
  },
];
