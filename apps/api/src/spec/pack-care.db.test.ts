import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PackEscalation, PackProposal, ReleaseView } from '@countersign/contracts';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient, type Reply } from './http-client.js';
import { personOf, startWorld, type World } from './world.js';

const FOLDER = path.resolve(__dirname, '../../../../packs/commerce');
const commerce = (): Record<string, string> => Object.fromEntries(readdirSync(FOLDER).filter((f) => f.endsWith('.yaml')).map((f) => [f, readFileSync(path.join(FOLDER, f), 'utf8')]));

describe('what people do for a pack between its versions', () => {
  let world: World;
  let analyst: HttpClient;
  let admin: HttpClient;
  const { hanbit } = DEMO;

  beforeAll(async () => {
    world = await startWorld('care');
    [analyst, admin] = [await world.as('analyst'), await world.as('admin')];
  });
  afterAll(() => world.stop());

  /** A question of the analyst's in which a meaning was chosen for a word. */
  const answered = async (term: string, ref: string): Promise<string> => {
    const job = await world.newJob();
    await world.owner.query('update jobs set choices = $3 where tenant_id = $1 and id = $2', [hanbit.id, job.id, JSON.stringify({ [term]: ref })]);
    return job.id;
  };
  const propose = (jobId: string, term: string, as: 'default' | 'synonym' = 'synonym', client = analyst): Promise<Reply> => client.post('/v1/packs/proposals', { jobId, term, as });
  const decide = (id: unknown, body: object, client = admin): Promise<Reply> => client.post(`/v1/packs/proposals/${String(id)}/decision`, body);
  const release = async (id: unknown): Promise<ReleaseView> => (await admin.get(`/v1/packs/releases/${String(id)}`)).body as unknown as ReleaseView;
  const proposals = async (client: HttpClient): Promise<PackProposal[]> => ((await client.get('/v1/packs/proposals')).body as unknown as { items: PackProposal[] }).items;

  describe('a meaning that was chosen in a clarification', () => {
    it('is proposed by the asker and put into a draft by another; only a publication applies it', async () => {
      const made = await propose(await answered('sales', 'net_revenue'), 'sales');
      expect([made.status, made.body['state'], made.body['label']]).toEqual([201, 'proposed', 'net revenue']);
      expect((await decide(made.body['id'], { decision: 'accept' }, analyst)).status).toBe(404);
      const accepted = await decide(made.body['id'], { decision: 'accept' });
      expect([accepted.status, accepted.body['state'], accepted.body['reviewedBy']]).toEqual([200, 'accepted', { id: personOf(hanbit, 'admin').id, name: personOf(hanbit, 'admin').name }]);
      const draft = await release(accepted.body['releaseId']);
      expect([draft.state, draft.baseVersion, draft.files['metrics.yaml']?.includes('[net sales, sales]')]).toEqual(['draft', 1, true]);
      expect(await world.store.packs.currentVersion(hanbit.id, 'commerce')).toBe(1);
      expect((await decide(made.body['id'], { decision: 'reject', reason: 'late' })).body['code']).toBe('conflict');
    });

    it('is offered to the asker with what a pack can make of it, in their language, and to nobody else', async () => {
      const offers = async (jobId: string, client = analyst): Promise<unknown> => (await client.get(`/v1/jobs/${jobId}`)).body['proposable'];
      const jobId = await answered('sales', 'gross_revenue');
      expect(await offers(jobId)).toEqual([{ term: 'sales', ref: 'gross_revenue', label: '총매출', as: ['default', 'synonym'] }]);
      expect(await offers(jobId, admin)).toEqual([]);
      expect(await offers(await answered('sales', 'net_revenue'))).toEqual([{ term: 'sales', ref: 'net_revenue', label: '순매출', as: ['synonym'] }]);
      expect(await offers(await answered('Korea', 'country:KR'))).toEqual([]);
    });

    it('is decided once: of an acceptance and a rejection at the same time one wins, and no release is left of the other', async () => {
      const releases = async (): Promise<number> => Number((await world.owner.query<{ n: string }>('select count(*) as n from pack_releases')).rows[0]!.n);
      for (let round = 0; round < 4; round += 1) {
        const made = await propose(await answered('sales', 'net_revenue'), 'sales');
        const before = await releases();
        const both = await Promise.all([decide(made.body['id'], { decision: 'accept' }), decide(made.body['id'], { decision: 'reject', reason: 'no' }), decide(made.body['id'], { decision: 'accept' })]);
        expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
        const won = both.find(({ status }) => status === 200)!;
        expect(await releases()).toBe(before + (won.body['state'] === 'accepted' ? 1 : 0));
      }
    });

    it('is no second person’s to release who proposed it, and none where the pack says so already', async () => {
      const made = await propose(await answered('sales', 'net_revenue'), 'sales');
      const { writers } = await release((await decide(made.body['id'], { decision: 'accept' })).body['releaseId']);
      expect(writers).toEqual([{ id: personOf(hanbit, 'analyst').id, name: personOf(hanbit, 'analyst').name }]);
      expect((await propose(await answered('sales', 'net_revenue'), 'sales', 'default')).body).toMatchObject({ code: 'not-proposable', params: { detail: 'says-so-already' } });
    });

    it('goes on top of another draft where one is named', async () => {
      const [first, second] = [await propose(await answered('sales', 'net_revenue'), 'sales'), await propose(await answered('turnover', 'gross_revenue'), 'turnover', 'default')];
      const onto = (await decide(first.body['id'], { decision: 'accept' })).body['releaseId'];
      const both = await release((await decide(second.body['id'], { decision: 'accept', onto })).body['releaseId']);
      expect(both.files['metrics.yaml']).toContain('[net sales, sales]');
      expect(both.files['terms.yaml']).toContain('usual: gross_revenue');
      const third = await propose(await answered('income', 'net_revenue'), 'income');
      expect((await decide(third.body['id'], { decision: 'accept', onto: third.body['id'] })).body['code']).toBe('unknown-id');
    });

    it('is never decided by who proposed it, though they keep the pack', async () => {
      await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: hanbit.groups.analysts.id });
      const made = await propose(await answered('revenue', 'net_revenue'), 'revenue');
      expect((await decide(made.body['id'], { decision: 'accept' }, analyst)).body['code']).toBe('own-proposal');
      const rejected = await decide(made.body['id'], { decision: 'reject', reason: 'Finance means the gross figure.' });
      expect([rejected.body['state'], rejected.body['reason'], rejected.body['releaseId']]).toEqual(['rejected', 'Finance means the gross figure.', null]);
      await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: null });
    });

    it('is nobody else’s to propose, and nothing that was not chosen or that the pack does not ask about', async () => {
      const job = await answered('sales', 'net_revenue');
      expect((await propose(job, 'sales', 'synonym', admin)).body['code']).toBe('not-found');
      expect((await propose(job, 'turnover')).body['code']).toBe('not-proposable');
      expect((await propose(await answered('Brazil', 'customer_country'), 'Brazil')).body['code']).toBe('not-proposable');
      const first = await propose(job, 'sales');
      expect((await propose(job, 'sales')).body).toMatchObject({ code: 'already-proposed', params: { id: first.body['id'] } });
      expect((await decide(first.body['id'], { decision: 'reject' })).body['code']).toBe('invalid-body');
    });

    it('is seen by its proposer, keepers and auditors', async () => {
      const mine = await proposals(analyst);
      expect(mine.length).toBeGreaterThan(3);
      expect((await proposals(admin)).length).toBe(mine.length);
      expect((await proposals(await world.as('auditor'))).length).toBe(mine.length);
      expect(await proposals(await world.as('analyst2'))).toEqual([]);
    });

    it('leaves a record of every step', async () => {
      const { rows } = await world.owner.query<{ action: string }>('select distinct action from audit_records where tenant_id = $1', [hanbit.id]);
      for (const action of ['pack.meaning-proposed', 'pack.meaning-accepted', 'pack.meaning-rejected']) expect(rows.map((row) => row.action)).toContain(action);
    });
  });

  describe('an escalation', () => {
    const escalations = async (client = admin, query = ''): Promise<PackEscalation[]> => ((await client.get(`/v1/packs/escalations${query}`)).body as unknown as { items: PackEscalation[] }).items;

    it('is opened by a draft whose descriptions went bad, has an owner, is taken and closed by keepers, and ends with its draft', async () => {
      const files = commerce();
      // Every description replaced by an abbreviation.
      for (const file of ['entities.yaml', 'metrics.yaml', 'dimensions.yaml']) files[file] = (files[file] ?? '').replace(/(description|definition): \{ en: (?:'[^']*'|[^,]+), ko: (?:'[^']*'|[^}]+) \}/g, '$1: { en: CUST_TRX_AMT, ko: CUST_TRX_AMT }');
      const { body } = await admin.post('/v1/packs/releases', { files });
      const open = (await escalations()).find(({ releaseId }) => releaseId === body['id']);
      expect(open).toMatchObject({ kind: 'descriptions', state: 'open', owner: null, dataSourceId: null });
      expect(open?.findings.length).toBeGreaterThan(0);
      await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: hanbit.groups.analysts.id });
      const taken = await analyst.post(`/v1/packs/escalations/${open!.id}`, { action: 'take' });
      expect(taken.body).toMatchObject({ state: 'taken', takenBy: { id: personOf(hanbit, 'analyst').id }, owner: { groupId: hanbit.groups.analysts.id, name: hanbit.groups.analysts.name } });
      await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: null });
      expect(await escalations(analyst)).toEqual([]);
      expect((await analyst.post(`/v1/packs/escalations/${open!.id}`, { action: 'take' })).status).toBe(404);
      await admin.send('DELETE', `/v1/packs/releases/${String(body['id'])}`);
      expect((await escalations(admin, '?state=closed')).find(({ id }) => id === open!.id)).toMatchObject({ reason: 'the draft was withdrawn' });
      expect((await admin.post(`/v1/packs/escalations/${open!.id}`, { action: 'close', reason: 'x' })).body['code']).toBe('conflict');
    });
  });

  describe('a token that may publish', () => {
    it('drafts and asks for proof for its person; one that may not sees nothing of it', async () => {
      const clientOf = async (scopes: string[], person = admin): Promise<HttpClient> => {
        const client = new HttpClient(world.url);
        client.bearer = String((await person.post('/v1/tokens', { name: scopes.join(), scopes, days: 1 })).body['secret']);
        return client;
      };
      const [ci, reader, theirs] = [await clientOf(['read', 'publish']), await clientOf(['ask', 'read']), await clientOf(['read', 'publish'], analyst)];
      const drafted = await ci.post('/v1/packs/releases', { files: commerce() });
      expect([drafted.status, (drafted.body['author'] as { name: string }).name]).toEqual([201, personOf(hanbit, 'admin').name]);
      const address = `/v1/packs/releases/${String(drafted.body['id'])}`;
      expect((await ci.post(`${address}/proof`, { version: drafted.body['version'] })).body['state']).toBe('proving');
      expect((await reader.post('/v1/packs/releases', { files: commerce() })).body['code']).toBe('forbidden');
      expect([(await ci.get(address)).status, (await reader.get(address)).status, (await theirs.get(address)).status]).toEqual([200, 404, 404]);
      expect((await theirs.post('/v1/packs/releases', { files: commerce() })).body['code']).toBe('not-pack-owner');
      // What is a person's stays a person's.
      expect((await ci.post('/v1/packs/owner', { packId: 'commerce', groupId: null })).body['code']).toBe('forbidden');
    });
  });

  it('the keys of requests are forgotten when they are old, and no sooner', async () => {
    const once = { headers: { 'idempotency-key': 'grant-1' } };
    const token = { name: 'once', scopes: ['read'], days: 1 };
    await admin.post('/v1/tokens', token, once);
    expect(await world.store.system.forgetRequests('2000-01-01T00:00:00Z')).toBe(0);
    expect((await admin.post('/v1/tokens', token, once)).body['code']).toBe('already-done');
    expect(await world.store.system.forgetRequests('2100-01-01T00:00:00Z')).toBeGreaterThan(0);
    expect((await admin.post('/v1/tokens', token, once)).status).toBe(201);
  });
});
