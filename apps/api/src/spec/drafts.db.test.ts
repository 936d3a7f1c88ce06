import type { PackDraftView } from '@countersign/contracts';
import { DEMO } from '@countersign/store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient, Reply } from './http-client.js';
import { startWorld, type World } from './world.js';

describe('a pack being edited', () => {
  let world: World;
  let admin: HttpClient;
  const { hanbit } = DEMO;
  beforeAll(async () => {
    world = await startWorld('drafts');
    admin = await world.as('admin');
  });
  afterAll(() => world.stop());

  const open = async (client = admin): Promise<Reply> => client.post('/v1/packs/drafts', { packId: 'commerce' });
  const view = async (id: unknown): Promise<PackDraftView> => (await admin.get(`/v1/packs/drafts/${String(id)}`)).body as unknown as PackDraftView;
  const save = (id: unknown, body: object, client = admin): Promise<Reply> => client.send('PATCH', `/v1/packs/drafts/${String(id)}`, { body });
  const release = (id: unknown, version: number, note = 'why'): Promise<Reply> => admin.post(`/v1/packs/drafts/${String(id)}/release`, { version, note });
  const renamed = (files: Record<string, string>) => (files['metrics.yaml'] ?? '').replace('en: net revenue', 'en: net sales value');

  it('begins as it is published, is saved file by file, and the second of two saves is told', async () => {
    const { status, body } = await open();
    expect([status, body['baseVersion'], body['version'], body['releaseId']]).toEqual([201, 1, 0, null]);
    const { files, base, currentVersion, current } = await view(body['id']);
    expect([files, currentVersion, current]).toEqual([base, 1, null]);
    const saved = await save(body['id'], { version: 0, files: { 'metrics.yaml': renamed(files), 'terms.yaml': null, 'notes.yaml': '# mine\n' } });
    expect([saved.status, saved.body['version']]).toEqual([200, 1]);
    const late = await save(body['id'], { version: 0, files: { 'metrics.yaml': 'metrics: {}\n' } });
    expect([late.status, late.body['code']]).toEqual([409, 'conflict']);
    const now = (await view(body['id'])).files;
    expect([now['metrics.yaml'], now['notes.yaml'], 'terms.yaml' in now, now['pack.yaml']]).toEqual([renamed(files), '# mine\n', false, files['pack.yaml']]);
    expect((await save(body['id'], { version: 1, files: { '../x.yaml': '' } })).status).toBe(400);
  });

  it('becomes a release of what is saved, with why; another text is another release, and it is gone once that is published', async () => {
    const { body } = await open();
    const { files } = await view(body['id']);
    await save(body['id'], { version: 0, files: { 'metrics.yaml': renamed(files) } });
    expect((await release(body['id'], 0)).body['code']).toBe('conflict');
    const made = await release(body['id'], 1, 'Finance calls it that');
    expect([made.status, made.body['note'], made.body['state']]).toEqual([201, 'Finance calls it that', 'draft']);
    expect((await view(body['id'])).releaseId).toBe(made.body['id']);
    await save(body['id'], { version: 1, files: { 'notes.yaml': '# more\n' } });
    expect((await view(body['id'])).releaseId).toBeNull();
    const { items } = (await admin.get('/v1/packs/releases?pack=commerce')).body as unknown as { items: { id: string; note: string | null }[] };
    expect(items.find(({ id }) => id === made.body['id'])?.note).toBe('Finance calls it that');
  });

  it('that began from an older version is not released before it was brought up to the one in force', async () => {
    const { body } = await open();
    const { files } = await view(body['id']);
    await world.store.admin.publishPack(hanbit.id, 'commerce', { ...files, 'notes.yaml': '# theirs\n' }, 'someone', { id: world.ports.ids.next(), at: new Date().toISOString(), action: 'pack.published', actor: { kind: 'system', id: 's', name: 's' }, subject: { kind: 'pack', id: 'commerce' }, dataSourceId: null, state: null, details: {} });
    expect((await release(body['id'], 0)).body['code']).toBe('release-outdated');
    const behind = await view(body['id']);
    expect([behind.baseVersion, behind.currentVersion, behind.current?.['notes.yaml']]).toEqual([1, 2, '# theirs\n']);
    expect((await save(body['id'], { version: 0, files: {}, baseVersion: 1 })).status).toBe(409);
    expect((await save(body['id'], { version: 0, files: { 'notes.yaml': '# theirs\n' }, baseVersion: 2 })).body['baseVersion']).toBe(2);
    expect((await release(body['id'], 1)).status).toBe(201);
  });

  it('says which SQL a question gets from it, and runs nothing', async () => {
    const { body } = await open();
    const reply = await admin.post(`/v1/packs/drafts/${String(body['id'])}/sql`, { question: 'orders in 2025', locale: 'en', today: '2026-06-30' });
    expect([reply.status, reply.body['sql']]).toEqual([200, '-- orders in 2025']);
  });

  it('is its keepers’ alone, and can be thrown away', async () => {
    const analyst = await world.as('analyst');
    expect((await open(analyst)).body['code']).toBe('not-pack-owner');
    const { body } = await open();
    const id = String(body['id']);
    expect([(await analyst.get(`/v1/packs/drafts/${id}`)).status, (await save(id, { version: 0, files: {} }, analyst)).status]).toEqual([404, 404]);
    expect((await analyst.get('/v1/packs/drafts')).body['items']).toEqual([]);
    expect((await analyst.get('/v1/me')).body['keepsPacks']).toBe(false);
    await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: hanbit.groups.analysts.id });
    expect((await analyst.get(`/v1/packs/drafts/${id}`)).status).toBe(200);
    expect((await analyst.get('/v1/me')).body['keepsPacks']).toBe(true);
    expect((await admin.send('DELETE', `/v1/packs/drafts/${id}`)).status).toBe(204);
    expect((await admin.get(`/v1/packs/drafts/${id}`)).status).toBe(404);
    const { rows } = await world.owner.query<{ action: string }>(`select distinct action from audit_records where tenant_id = $1 and action like 'pack.draft-%' order by 1`, [hanbit.id]);
    expect(rows.map(({ action }) => action)).toEqual(['pack.draft-discarded', 'pack.draft-opened']);
  });

  it('is listed page by page, whatever the number, and a cursor of another list is told', async () => {
    const made = [await open(), await open(), await open()].map(({ body }) => body['id']);
    const first = (await admin.get('/v1/packs/drafts?limit=2')).body as { items: { id: string }[]; nextCursor: string };
    const second = (await admin.get(`/v1/packs/drafts?limit=2&cursor=${first.nextCursor}`)).body as { items: { id: string }[] };
    expect([...first.items, ...second.items].slice(0, 3).map(({ id }) => id)).toEqual([...made].reverse());
    for (const list of ['drafts?cursor=x', `releases?cursor=${first.nextCursor}`, 'escalations?cursor=x', 'proposals?cursor=x']) expect((await admin.get(`/v1/packs/${list}`)).body['code']).toBe('bad-cursor');
    const whole = (await admin.get('/v1/packs/releases')).body['items'] as { id: string }[];
    const paged: { id: string }[] = [];
    for (let cursor = ''; ;) {
      const page = (await admin.get(`/v1/packs/releases?limit=1${cursor}`)).body as { items: { id: string }[]; nextCursor: string | null };
      paged.push(...page.items);
      if (page.nextCursor === null) break;
      cursor = `&cursor=${page.nextCursor}`;
    }
    expect([paged.length > 1, paged]).toEqual([true, whole]);
  });

  it('remembers everybody who opened or saved it, and its release does', async () => {
    await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: hanbit.groups.analysts.id });
    const [first, second] = [await world.as('analyst'), await world.as('analyst2')];
    const { body } = await open(first);
    await save(body['id'], { version: 0, files: { 'notes.yaml': '# one\n' } }, second);
    await save(body['id'], { version: 1, files: { 'notes.yaml': null } });
    const writers = [await first.get('/v1/me'), await second.get('/v1/me'), await admin.get('/v1/me')].map(({ body: me }) => me['personId']);
    const of = (made: unknown) => (made as { id: string }[]).map(({ id }) => id);
    expect(of((await view(body['id'])).writers)).toEqual(writers);
    expect(of((await release(body['id'], 2)).body['writers'])).toEqual(writers);
    await admin.post('/v1/packs/owner', { packId: 'commerce', groupId: null });
  });

  it('is listed with what each data source calls its tables', async () => {
    const { items } = (await admin.get('/v1/packs/bindings')).body as unknown as { items: { packId: string; text: string }[] };
    expect(items.find(({ packId }) => packId === 'commerce')?.text).toMatch(/^pack: commerce\ntables:/);
  });
});
