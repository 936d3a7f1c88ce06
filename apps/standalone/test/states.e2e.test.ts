import { setTimeout as sleep } from 'node:timers/promises';
import { type Grant, type JobView, type Policy, routes } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiProblem } from '../src/demo/client.js';
import { askOneQuestion } from '../src/demo/one-question.js';
import { type Crowd, ask, seeThrough, signInCrowd, view } from './crowd.js';
import { type TestProduct, startProduct } from './product.js';

let product: TestProduct;
let crowd: Crowd;

beforeAll(async () => {
  product = await startProduct();
  crowd = await signInCrowd(product);
});
afterAll(() => product?.stop());

async function until(id: string, good: (v: JobView) => boolean, withinMs = 30_000): Promise<JobView> {
  for (const end = Date.now() + withinMs; ; await sleep(100)) {
    const seen = await view(crowd, id);
    if (good(seen)) return seen;
    if (Date.now() > end) throw new Error(`still ${seen.job.state}`);
  }
}
const waiting = (id: string) => until(id, (v) => v.job.state === 'AWAITING_APPROVAL');
const decide = (v: JobView, body: Record<string, unknown>, who = crowd.approver) => who.call<{ state: string }>(routes.decide, { params: { id: v.job.id }, body: { digest: v.job.review?.digest, version: v.job.version, ...body } });
const code = (promise: Promise<unknown>) => promise.then(() => 'ok', (error: unknown) => (error instanceof ApiProblem ? error.code : String(error)));

describe('the states a question can end in, in the running product', () => {
  it('ANSWERED, for a scripted question as two people', async () => {
    const accounts = { asker: { email: 'analyst@hanbit.example', password: product.password }, approver: { email: 'approver@hanbit.example', password: product.password } };
    const outcome = await askOneQuestion(product.baseUrl, accounts, { question: 'net revenue by month in 2025', today: '2026-06-30', choose: [], timeoutMs: 60_000 }, () => undefined);
    expect(outcome).toMatchObject({ state: 'ANSWERED' });
    expect(outcome.rows).toHaveLength(12);
    expect(outcome.rows[0]![1]).toMatch(/^\d+\.\d+$/);
    expect(outcome.claims.length).toBeGreaterThan(0);
  });

  it('asked back about “매출”, answered with the choice', async () => {
    const id = await ask(crowd, '2025년 채널별 매출');
    const asked = await until(id, (v) => v.job.state === 'NEEDS_CLARIFICATION');
    const { term, choices } = asked.job.clarification!;
    expect(choices.map((c) => c.ref).sort()).toEqual(['gross_revenue', 'net_revenue']);
    await crowd.asker.call(routes.clarifyJob, { params: { id }, body: { term, ref: 'net_revenue', version: asked.job.version } });
    expect((await seeThrough(crowd, [id], 60_000)).get(id)?.job.state).toBe('ANSWERED');
  });

  it('REFUSED, with the reason, for personal data and for what the pack does not know', async () => {
    const emails = await ask(crowd, 'list the emails of all customers');
    const weather = await ask(crowd, 'how did the weather affect orders in July 2025');
    expect((await until(emails, (v) => v.job.state === 'REFUSED')).job.refusal?.code).toBe('personal-data');
    expect((await until(weather, (v) => v.job.state === 'REFUSED')).job.refusal?.code).toBe('unanswerable');
  });

  it('REJECTED and CHANGES_REQUESTED need a reason; nobody decides on their own question or twice', async () => {
    const [first, second] = await Promise.all([ask(crowd, 'net revenue by channel in 2025'), ask(crowd, 'orders by segment in 2025')]);
    const one = await waiting(first);
    expect(await code(decide(one, { decision: 'reject' }))).toBe('reason-required');
    expect(await code(decide(one, { decision: 'approve' }, crowd.asker))).toMatch(/own-question|not-approver|forbidden/);
    expect(await code(decide(one, { decision: 'reject', reasonCode: 'too-broad' }))).toBe('ok');
    expect(await code(decide(one, { decision: 'approve' }))).toBe('already-decided');
    expect(await code(decide(await waiting(second), { decision: 'request-changes', reasonCode: 'unclear-question' }))).toBe('ok');
    expect((await view(crowd, first)).job.state).toBe('REJECTED');
    expect((await view(crowd, second)).job.state).toBe('CHANGES_REQUESTED');
  });

  it('WITHDRAWN by its asker', async () => {
    const id = await ask(crowd, 'net revenue by segment in 2025');
    await waiting(id);
    await crowd.asker.call(routes.cancelJob, { params: { id } });
    expect((await view(crowd, id)).job.state).toBe('WITHDRAWN');
  });

  it('STALE when the grant is revoked after asking', async () => {
    const id = await ask(crowd, 'net revenue by quarter in 2025');
    const seen = await waiting(id);
    const { items } = await crowd.admin.call<{ items: Grant[] }>(routes.listGrants);
    const theirs = items.filter((g) => g.revokedAt === null && g.subject.kind === 'group');
    for (const grant of theirs) await crowd.admin.call(routes.revokeGrant, { params: { id: grant.id } });
    expect(await code(decide(seen, { decision: 'approve' }))).toBe('stale-grant');
    expect((await view(crowd, id)).job).toMatchObject({ state: 'STALE', refusal: { code: 'stale-grant' } });
    for (const { subject, dataSourceId, objects, unmask, expiresAt } of theirs) await crowd.admin.call(routes.giveGrant, { body: { subject, dataSourceId, objects, unmask, expiresAt } });
  });

  it('STALE when a policy changed after asking', async () => {
    const id = await ask(crowd, 'net revenue by category in 2025');
    const seen = await waiting(id);
    const rule = { kind: 'row-filter', table: 'orders', predicate: "channel <> 'partner'", groups: [] };
    const policy = await crowd.admin.call<Policy>(routes.changePolicy, { body: { name: 'No partner orders', rule } });
    expect(await code(decide(seen, { decision: 'approve' }))).toBe('stale-policy');
    const filtered = await ask(crowd, 'orders by channel in 2025');
    const ended = (await seeThrough(crowd, [filtered], 60_000)).get(filtered)!;
    const page = await crowd.asker.call<{ rows: (string | null)[][] }>(routes.getResult, { params: { id: filtered } });
    expect(ended.job.state).toBe('ANSWERED');
    expect(page.rows.map((r) => r[0]).sort()).toEqual(['mobile', 'store', 'web']);
    await crowd.admin.call(routes.disablePolicy, { params: { id: policy.id } });
  });

  it('approved by a rule only when an explicit rule of somebody else says so', async () => {
    const rule = { kind: 'auto-approval', when: { origins: ['planner'], maxCost: 1_000_000, maxEstimatedRows: 1_000_000, dataSourceIds: [crowd.source.id] } };
    const policy = await crowd.admin.call<Policy>(routes.changePolicy, { body: { name: 'Planner, cheap', rule } });
    // The demo's own rule says that people always review: no other rule undoes it.
    expect((await waiting(await ask(crowd, 'orders in 2025'))).job.state).toBe('AWAITING_APPROVAL');
    const { items } = await crowd.admin.call<{ items: Policy[] }>(routes.listPolicies);
    const always = items.find(({ enabled, rule: { kind } }) => enabled && kind === 'approvers')!;
    await crowd.admin.call(routes.disablePolicy, { params: { id: always.id } });
    const id = await ask(crowd, 'orders by channel in 2025');
    const ended = await until(id, (v) => v.job.state === 'ANSWERED');
    expect(ended.job.approval?.by).toMatchObject({ kind: 'rule', name: 'Planner, cheap' });
    await crowd.admin.call(routes.changePolicy, { body: { name: always.name, rule: always.rule } });
    await crowd.admin.call(routes.disablePolicy, { params: { id: policy.id } });
  });

  it('exports an audit trail that proves itself', async () => {
    const { auditor } = crowd;
    const listed = await auditor.call<{ items: unknown[]; verified: { intact: boolean; records: number } }>(routes.listAudit);
    expect(listed.verified.intact).toBe(true);
    expect(listed.items.length).toBeGreaterThan(10);
  });
});
