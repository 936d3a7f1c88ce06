import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ProofResult, ReleaseView } from '@countersign/contracts';
import { judgeProbe } from '@countersign/pack';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient, Reply } from './http-client.js';
import { bringToReview } from './reviewable-job.js';
import { personOf, startWorld, type World } from './world.js';

const FOLDER = path.resolve(__dirname, '../../../../packs/commerce');
const SPEC = 'today: "2026-06-30"\nlocale: en\nquestions:\n  - { question: gross revenue in 2025, measure: [ gross_revenue ], period: 2025-01-01..2026-01-01 }\n';

/** The commerce pack with a test of its own, and one piece of one file put otherwise. */
function commerce(file?: string, from = '', to = ''): Record<string, string> {
  const files: Record<string, string> = Object.fromEntries(readdirSync(FOLDER).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(FOLDER, f), 'utf8')]));
  files['tests/own.yaml'] = SPEC;
  if (file !== undefined) {
    expect(files[file]).toContain(from);
    files[file] = (files[file] ?? '').replace(from, to);
  }
  return files;
}
const OTHER_REVENUE = ['metrics.yaml', 'where: [not_cancelled]', 'where: [realised]'] as const;
const OPEN_EMAIL = ['entities.yaml', 'email: { type: text, role: attribute, nulls: never, sensitivity: personal', 'email: { type: text, role: attribute, nulls: never'] as const;

describe('a version of a pack on its way', () => {
  let world: World;
  let admin: HttpClient;
  const { hanbit } = DEMO;

  beforeAll(async () => {
    world = await startWorld('releases');
    admin = await world.as('admin');
  });
  afterAll(() => world.stop());

  const draft = async (files: Record<string, string>, client = admin): Promise<Reply> => client.post('/v1/packs/releases', { files });
  const view = async (id: unknown): Promise<ReleaseView> => (await admin.get(`/v1/packs/releases/${String(id)}`)).body as unknown as ReleaseView;
  const act = async (id: unknown, what: 'proof' | 'publish', client = admin): Promise<Reply> => client.post(`/v1/packs/releases/${String(id)}/${what}`, { version: (await view(id)).version });
  const version = (packId = 'commerce') => world.store.packs.currentVersion(hanbit.id, packId);

  /** Answers every waiting proof as a data source would whose rows are as claimed, but for the probes named. */
  const answerProofs = async (id: unknown, broken: string[] = []): Promise<void> => {
    for (const run of (await view(id)).proofs.filter(({ outcome }) => outcome === 'waiting')) {
      const work = await world.store.releases.proofWork(hanbit.id, run.id);
      const results = work!.statements.map(({ probe }): ProofResult => {
        const rows = broken.includes(probe.id) ? [['10', '1', '0']] : probe.kind === 'values' ? [] : [['10', '0', '0']];
        const { evidence, findings } = judgeProbe(probe, rows);
        return { probe: probe.id, about: probe.about, outcome: evidence.outcome, counts: evidence.counts, ...(evidence.values ? { values: evidence.values } : {}), findings };
      });
      const at = new Date().toISOString();
      await world.store.releases.finishProof(hanbit.id, run.id, results, at, { id: world.ports.ids.next(), at, action: 'pack.proved', actor: { kind: 'system', id: 'c', name: 'c' }, subject: { kind: 'pack-release', id: String(id) }, dataSourceId: run.dataSourceId, state: null, details: {} });
    }
  };
  const publishedAs = async (id: unknown): Promise<number | null> => {
    await act(id, 'proof');
    await answerProofs(id);
    expect((await act(id, 'publish')).status).toBe(200);
    return (await view(id)).publishedVersion;
  };

  it('is drafted, tested and compared at once; proved on its data source; published; and jobs of the old one go stale', async () => {
    const waiting = await bringToReview(world.ports, await world.newJob());
    const drafted = await draft(commerce(...OTHER_REVENUE));
    expect([drafted.status, drafted.body['state'], drafted.body['baseVersion']]).toEqual([201, 'draft', 1]);
    const { report } = drafted.body as unknown as ReleaseView;
    expect(report.tests).toEqual({ total: 1, failed: [] });
    expect(report.changes.map(({ ref, details }) => [ref, details])).toEqual([['gross_revenue', ['conditions: added “realised”; removed “not_cancelled”']]]);
    expect(report.policyChanges).toEqual([]);

    world.queued.length = 0;
    const proving = await act(drafted.body['id'], 'proof');
    expect([proving.status, proving.body['state']]).toEqual([202, 'proving']);
    const [run] = (await view(drafted.body['id'])).proofs;
    expect(world.queued).toEqual([{ queue: 'probe', payload: { tenantId: hanbit.id, proofRunId: run!.id } }]);
    expect((await act(drafted.body['id'], 'publish')).body['code']).toBe('release-not-ready');
    await answerProofs(drafted.body['id']);
    const published = await act(drafted.body['id'], 'publish');
    expect([published.status, published.body['state'], published.body['publishedVersion'], await version()]).toEqual([200, 'published', 2, 2]);
    expect((await world.store.packs.load(hanbit.id, 'commerce', 2))?.metrics.get('gross_revenue')).toMatchObject({ where: ['realised'] });

    const decision = await (await world.as('approver')).post(`/v1/approvals/${waiting.id}/decision`, { decision: 'approve', digest: waiting.review?.digest, version: waiting.version });
    expect([decision.status, decision.body['code'], decision.body['params']]).toEqual([409, 'stale-pack', expect.objectContaining({ was: '1', now: '2' })]);
  });

  it('is kept from publication by a proof that fails, with what the data says', async () => {
    const { body } = await draft(commerce());
    await act(body['id'], 'proof');
    await answerProofs(body['id'], ['unique:orders.order_id']);
    const failed = await view(body['id']);
    expect(failed.state).toBe('failed');
    expect(failed.proofs[0]?.results.filter(({ outcome }) => outcome !== 'passed').map(({ findings }) => findings[0]?.message)).toEqual(['orders.order_id is declared unique, but 1 of its values stand in more than one row and 0 rows have none.']);
    expect((await act(body['id'], 'publish')).body['code']).toBe('release-not-ready');
    // The data was mended: asked again, it is proved.
    await act(body['id'], 'proof');
    await answerProofs(body['id']);
    expect((await view(body['id'])).state).toBe('proved');
  });

  it('is no statement that runs when the gate refuses it: the proof says why', async () => {
    const { body } = await draft(commerce());
    await act(body['id'], 'proof');
    const [run] = (await view(body['id'])).proofs;
    const { statements } = (await world.store.releases.proofWork(hanbit.id, run!.id))!;
    // The catalogue of this world has one table with one column.
    expect(statements.find(({ probe }) => probe.id === 'unique:orders.order_id')?.sql).toMatch(/^SELECT [^]*FROM "commerce"\."orders"/);
    expect(statements.find(({ probe }) => probe.id === 'unique:customers.customer_id')).toEqual({ probe: expect.objectContaining({ about: 'customers.customer_id' }) as object, refused: expect.stringMatching(/^unknown-table/) as string });
  });

  it('that changes what people may see takes a second person, who is neither author nor asker', async () => {
    const { body } = await draft(commerce(...OPEN_EMAIL));
    expect((body as unknown as ReleaseView).report.policyChanges).toEqual([{ ref: 'customers.email', was: 'personal', is: 'internal' }]);
    await act(body['id'], 'proof');
    await answerProofs(body['id']);
    expect((await act(body['id'], 'publish')).body['state']).toBe('awaiting-second');
    expect((await act(body['id'], 'publish')).body['code']).toBe('own-release');
    const before = await version();
    const group = hanbit.groups.analysts.id;
    expect((await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: group })).status).toBe(204);
    const second = await world.as('analyst');
    const published = await act(body['id'], 'publish', second);
    expect([published.body['state'], published.body['countersignedBy']]).toEqual(['published', { id: personOf(hanbit, 'analyst').id, name: personOf(hanbit, 'analyst').name }]);
    expect(await version()).toBe((before ?? 0) + 1);
    await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: null });
  });

  it('is brought back by publishing an older version again; no version is ever changed', async () => {
    const first = await world.store.releases.files(hanbit.id, 'commerce', 1);
    const rolled = await admin.post('/v1/packs/rollback', { packId: 'commerce', version: 1 });
    expect([rolled.status, rolled.body['rollbackOf'], rolled.body['state']]).toEqual([201, 1, 'draft']);
    // It closes what the version in force opens: that too takes two.
    expect((rolled.body as unknown as ReleaseView).report.policyChanges).toEqual([{ ref: 'customers.email', was: 'internal', is: 'personal' }]);
    await act(rolled.body['id'], 'proof');
    await answerProofs(rolled.body['id']);
    await act(rolled.body['id'], 'publish');
    await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: hanbit.groups.analysts.id });
    await act(rolled.body['id'], 'publish', await world.as('analyst'));
    await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: null });
    const now = (await version())!;
    expect(await world.store.releases.files(hanbit.id, 'commerce', now)).toEqual(first);
    const { items } = (await admin.get('/v1/packs/versions?pack=commerce')).body as { items: { version: number; current: boolean }[] };
    expect(items.filter(({ current }) => current).map((v) => v.version)).toEqual([now]);
    await expect(world.owner.query(`update pack_versions set files = '{}' where version = 1`)).rejects.toMatchObject({ code: 'CS003' });
  });

  it('based on a version that is no longer in force is refused, at its proof and at its publication', async () => {
    const [early, late] = [await draft(commerce()), await draft(commerce(...OTHER_REVENUE))];
    await act(early.body['id'], 'proof');
    await answerProofs(early.body['id']);
    await publishedAs(late.body['id']);
    expect((await act(early.body['id'], 'publish')).body['code']).toBe('release-outdated');
    expect((await act(early.body['id'], 'proof')).body['code']).toBe('release-outdated');
  });

  it('with an error or a failing test says so and goes nowhere', async () => {
    const broken = await draft({ ...commerce(), 'tests/own.yaml': SPEC.replace('measure: [ gross_revenue ]', 'measure: [ net_revenue ]') });
    expect([broken.body['state'], (broken.body as unknown as ReleaseView).report.tests.failed[0]?.differences]).toEqual(['failed', [{ fact: 'measure', expected: '["net_revenue"]', got: '["gross_revenue"]' }]]);
    expect((await act(broken.body['id'], 'proof')).body['params']).toEqual({ state: 'failed', detail: 'tests-fail' });
    const none = await draft({ 'pack.yaml': 'pack: { id: x }' });
    expect([none.status, none.body['code']]).toEqual([422, 'pack-unreadable']);
  });

  it('is nobody’s who does not keep the pack, and nobody’s twice', async () => {
    const analyst = await world.as('analyst');
    expect((await draft(commerce(), analyst)).body['code']).toBe('not-pack-owner');
    const { body } = await draft(commerce());
    expect((await analyst.get(`/v1/packs/releases/${String(body['id'])}`)).status).toBe(404);
    expect(((await analyst.get('/v1/packs/releases')).body as { items: unknown[] }).items).toEqual([]);
    const once = { body: { files: commerce() }, headers: { 'idempotency-key': 'draft-1' } };
    const ids = [await admin.send('POST', '/v1/packs/releases', once), await admin.send('POST', '/v1/packs/releases', once)].map((reply) => reply.body['id']);
    expect(ids[0]).toBe(ids[1]);
  });

  it('leaves the values that its proof read for questions, of its organization and while they are fresh', async () => {
    const published = await publishedAs((await draft(commerce())).body['id']);
    const at = { dataSourceId: hanbit.dataSourceId, packId: 'commerce', packVersion: published! };
    expect(await world.store.lookup.values(hanbit.id, at, '2000-01-01T00:00:00Z')).toEqual({ 'customers.city': ['10'], 'products.product_name': ['10'] });
    expect(await world.store.lookup.values(hanbit.id, at, '2100-01-01T00:00:00Z')).toBeUndefined();
    expect(await world.store.lookup.values(DEMO.northwind.id, at, '2000-01-01T00:00:00Z')).toBeUndefined();
  });

  it('leaves a record of every step', async () => {
    const { rows } = await world.owner.query<{ action: string }>('select distinct action from audit_records where tenant_id = $1', [hanbit.id]);
    for (const action of ['pack.drafted', 'pack.proof-asked', 'pack.proved', 'pack.countersign-asked', 'pack.published', 'pack.owner-changed']) expect(rows.map((row) => row.action)).toContain(action);
  });

  it('is proved again when its proof is old, and asked again when nobody answered', async () => {
    const due = (waiting: string, proved: string) => world.store.system.dueProofs(waiting, proved, 50);
    const [past, future] = ['2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
    expect(await due(past, past)).toEqual([]);
    const again = (await due(past, future)).filter((d) => d.tenantId === hanbit.id);
    expect(again).toEqual([{ tenantId: hanbit.id, runId: expect.any(String) as string, again: true }]);
    const id = world.ports.ids.next();
    await world.store.releases.repeatProof(hanbit.id, again[0]!.runId, id, new Date().toISOString());
    expect((await due(future, past)).map(({ runId }) => runId)).toContain(id);
    expect((await world.store.releases.proofWork(hanbit.id, id))?.statements.length).toBeGreaterThan(20);
  });

  describe('a binding', () => {
    const bind = (text: string, more: object = {}) => admin.post(`/v1/data-sources/${hanbit.dataSourceId}/binding`, { packId: 'commerce', text, ...more });
    it('that does not fit the catalogue is not kept, and says what is meant', async () => {
      const reply = await bind('tables: { orders: { schema: commerce, name: ordres, columns: {} } }');
      expect(reply.body['saved']).toBe(false);
      expect(reply.body['findings']).toContainEqual(expect.objectContaining({ rule: 'binding-missing-table', params: expect.objectContaining({ nearest: ['commerce.orders'] }) as object, at: expect.objectContaining({ line: 1 }) as object }));
    });
  });
});
