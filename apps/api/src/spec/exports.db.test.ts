import { createHash } from 'node:crypto';
import { EXPORT_FORMATS, type ExportFormat, type Job, type ResultExport } from '@countersign/contracts';
import { DEMO } from '@countersign/store';
import { parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { HttpClient } from './http-client.js';
import { bringToAnswer, bringToReview } from './reviewable-job.js';
import { startWorld, type World } from './world.js';

describe('results as files', () => {
  let world: World;
  let analyst: HttpClient;
  let approver: HttpClient;
  let admin: HttpClient;
  let answered: Job;
  let viewed: Job;

  beforeAll(async () => {
    world = await startWorld('exports');
    [analyst, approver, admin] = await Promise.all([world.as('analyst'), world.as('approver'), world.as('admin')]);
    [answered, viewed] = [await answer(['csv', 'xlsx', 'parquet']), await answer([])];
  });
  afterAll(() => world.stop());

  async function asked(exportAs: ExportFormat[]): Promise<Job> {
    const { body } = await analyst.post('/v1/questions', { question: '월별 순매출?', dataSourceId: DEMO.hanbit.dataSourceId, packId: 'commerce', locale: 'ko', exportAs });
    return (await world.store.jobs.load(DEMO.hanbit.id, String(body['jobId']))) as Job;
  }
  async function answer(exportAs: ExportFormat[]): Promise<Job> {
    const waiting = await bringToReview(world.ports, await asked(exportAs));
    await approver.post(`/v1/approvals/${waiting.id}/decision`, { decision: 'approve', digest: waiting.review?.digest, version: waiting.version });
    return bringToAnswer(world.ports, await world.reload(waiting));
  }
  const file = (job: Job, format: string, rest = ''): Promise<Response> => fetch(`${world.url}/v1/jobs/${job.id}/result/export?format=${format}${rest}`, { headers: { cookie: analyst.cookie ?? '' } });
  const fetched = async (job: Job): Promise<number> => {
    const response = await file(job, 'csv');
    await response.arrayBuffer();
    return response.status;
  };
  const exportsOf = async (job: Job): Promise<ResultExport[]> => (await analyst.get(`/v1/jobs/${job.id}/exports`)).body['items'] as ResultExport[];

  it('binds the forms into the digest that is signed', () => {
    expect(answered.review?.bundle).toMatchObject({ outputMode: 'export', exportFormats: ['csv', 'parquet', 'xlsx'] });
    expect(viewed.review?.bundle.outputMode).toBe('view');
  });

  it('sends the rows with a manifest whose hash is that of the file', async () => {
    const response = await file(answered, 'csv', '&bom=true');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(response.status).toBe(200);
    expect(response.headers.get('content-disposition')).toContain(`filename*=UTF-8''${encodeURIComponent('월별-순매출')}`);
    expect(bytes.toString('utf8')).toBe('\ufeffmonth,net_revenue\r\n2025-01-01,1234567890123456789.10\r\n2025-02-01,\r\n');
    const [made] = await exportsOf(answered);
    expect(made).toMatchObject({ id: response.headers.get('x-countersign-export'), format: 'csv', state: 'finished', by: { name: expect.any(String) as string } });
    expect(made?.manifest).toMatchObject({
      rows: 2, truncated: 'no', digest: answered.review?.digest, resultHash: answered.result?.hash, bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex'),
      columns: [{ name: 'month', type: 'date', written: 'text' }, { name: 'net_revenue', type: 'numeric', written: 'text' }],
    });
  });

  it('records the export before it, and its end with the hash, in the audit and in the evidence', async () => {
    const entries = (await world.owner.query<{ body: string }>(`select body from audit_records where body like '%result.export%' order by seq`)).rows.map(({ body }) => JSON.parse(body) as { action: string; details: Record<string, unknown> });
    expect(entries.map(({ action }) => action)).toEqual(['result.exported', 'result.export-ended']);
    const [made] = await exportsOf(answered);
    expect(entries[0]?.details).toMatchObject({ exportId: made?.id, format: 'csv', rows: 2, digest: answered.review?.digest });
    expect(entries[1]?.details).toMatchObject({ exportId: made?.id, outcome: 'finished', sha256: made?.manifest?.sha256 });
    expect((await analyst.get(`/v1/jobs/${answered.id}/evidence`)).body['exports']).toEqual([made]);
  });

  it('is a Parquet file and a workbook where those were approved', async () => {
    const parquet = await (await file(answered, 'parquet')).arrayBuffer();
    expect(await parquetReadObjects({ file: parquet })).toEqual([{ month: new Date('2025-01-01'), net_revenue: '1234567890123456789.10' }, { month: new Date('2025-02-01'), net_revenue: null }]);
    const workbook = Buffer.from(await (await file(answered, 'xlsx')).arrayBuffer());
    expect(workbook.subarray(0, 2).toString()).toBe('PK');
    expect((await exportsOf(answered)).map(({ format, state }) => `${format} ${state}`)).toEqual(['xlsx finished', 'parquet finished', 'csv finished']);
  });

  it('refuses a form that was not approved, and says which it offers', async () => {
    expect(await (await file(answered, 'jsonl')).json()).toMatchObject({ status: 403, code: 'export-not-approved' });
    expect(await (await file(viewed, 'csv')).json()).toMatchObject({ status: 403, code: 'export-not-approved' });
    const { exports } = (await analyst.get(`/v1/jobs/${answered.id}`)).body as { exports: { format: string; allowed: boolean; code: string | null }[] };
    expect(exports).toEqual(EXPORT_FORMATS.map((format) => ({ format, allowed: format !== 'jsonl', code: format === 'jsonl' ? 'export-not-approved' : null })));
    expect((await exportsOf(viewed))).toEqual([]);
  });

  it('gives the file to nobody but the asker', async () => {
    for (const other of [approver, admin, await world.as('auditor')]) expect(await other.get(`/v1/jobs/${answered.id}/result/export?format=csv`)).toMatchObject({ status: 403 });
    expect(await (await world.as('analyst', DEMO.northwind)).get(`/v1/jobs/${answered.id}/result/export?format=csv`)).toMatchObject({ status: 404 });
  });

  it('refuses at the question, and later at the file, what a policy forbids', async () => {
    const { body } = await admin.post('/v1/policies', { name: 'files', rule: { kind: 'export', formats: ['csv'], groups: [], roles: ['analyst'] } });
    expect((await analyst.post('/v1/questions', { question: 'net revenue', dataSourceId: DEMO.hanbit.dataSourceId, packId: 'commerce', exportAs: ['xlsx'] })).body).toMatchObject({ status: 403, code: 'export-not-allowed' });
    expect(await (await file(answered, 'xlsx')).json()).toMatchObject({ code: 'export-not-allowed' });
    expect(await fetched(answered)).toBe(200);
    await admin.send('DELETE', `/v1/policies/${String(body['id'])}`);
  });

  it('refuses when a mask has come to hide a column that was read', async () => {
    const { body } = await admin.post('/v1/policies', { name: 'hidden', rule: { kind: 'mask', table: 'orders', column: 'order_id', form: { kind: 'null' } } });
    expect(await (await file(answered, 'csv')).json()).toMatchObject({ status: 403, code: 'export-narrowed' });
    await admin.send('DELETE', `/v1/policies/${String(body['id'])}`);
    expect(await fetched(answered)).toBe(200);
  });

  it('stops reading when the reader leaves, says so, and bounds a second one meanwhile', async () => {
    let pulled = 0;
    const stream = world.store.results.stream;
    world.store.results.stream = async function* () {
      for (;; pulled += 1) yield Array.from({ length: 500 }, () => ['2025-01-01', 'x'.repeat(200)]);
    };
    try {
      const leave = new AbortController();
      const response = await fetch(`${world.url}/v1/jobs/${answered.id}/result/export?format=csv`, { headers: { cookie: analyst.cookie ?? '' }, signal: leave.signal });
      await response.body?.getReader().read();
      expect(await (await file(answered, 'csv')).json()).toMatchObject({ status: 429, code: 'export-busy' });
      leave.abort();
      await expect.poll(async () => (await exportsOf(answered))[0]?.state, { timeout: 5_000 }).toBe('broken-off');
      const then = pulled;
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(pulled).toBe(then);
    } finally {
      world.store.results.stream = stream;
    }
    expect(await fetched(answered)).toBe(200);
  });

  it('cuts the connection where rows are missing, and keeps no manifest', async () => {
    const stream = world.store.results.stream;
    world.store.results.stream = async function* () { yield [['2025-01-01', '1']]; };
    try {
      await expect(file(answered, 'csv').then((response) => response.text())).rejects.toThrow();
    } finally {
      world.store.results.stream = stream;
    }
    await expect.poll(async () => (await exportsOf(answered))[0]).toMatchObject({ state: 'broken-off', manifest: null });
  });

  it('refuses when the grant has ended', async () => {
    const grants = (await admin.get('/v1/grants')).body['items'] as { id: string; subject: { id: string } }[];
    for (const { id } of grants) await admin.send('DELETE', `/v1/grants/${id}`);
    expect(await (await file(answered, 'csv')).json()).toMatchObject({ status: 403, code: 'access-ended' });
  });
});
