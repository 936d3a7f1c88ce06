import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { PackRelease, ReleaseView } from '@countersign/contracts';
import { afterEach, describe, expect, it } from 'vitest';
import { fileOf } from '../spec/run-cli.js';
import { Unavailable } from '../usage.js';
import { packPublishCommand } from './pack-publish.js';

const id = '00000000-0000-7000-8000-000000000001';
const source = { id, name: 'Warehouse', engine: 'postgres', dialect: 'postgres', host: '', port: 0, database: '', username: '', tls: 'verify', zone: 'default', revision: 1, status: 'ready', caps: { maxRows: 1, maxBytes: 1, timeoutMs: 1, maxCost: 1, maxEstimatedRows: 1 }, maxSubqueryDepth: 3, probe: null, catalogue: null };
const release = (state: PackRelease['state'], version: number, more: Partial<ReleaseView> = {}): ReleaseView => ({
  id, packId: 'commerce', baseVersion: 1, rollbackOf: null, state, version, author: { id, name: 'Ann' }, writers: [], createdAt: '2026-06-30T00:00:00.000Z', requestedBy: null, countersignedBy: null, publishedVersion: null, note: null, files: {}, proofs: [],
  report: { findings: [], tests: { total: 3, failed: [] }, changes: [{ kind: 'changed', what: 'metric', ref: 'net_revenue', label: 'Net revenue', details: ['conditions: removed “returned”'] }], affected: { tests: ['revenue in 2025'], verified: [] }, policyChanges: [], suspicions: [] },
  ...more,
});
const proof = (outcome: 'passed' | 'failed'): ReleaseView['proofs'][number] => ({
  id, dataSourceId: id, createdAt: '2026-06-30T00:00:00.000Z', finishedAt: '2026-06-30T00:00:01.000Z', outcome,
  results: [{ probe: 'unique:orders.order_id', about: 'orders.order_id', outcome, counts: { rows: '800', repeated: outcome === 'failed' ? '2' : '0', without: '0' }, findings: outcome === 'failed' ? [{ rule: 'probe-not-unique', severity: 'error', message: 'orders.order_id is declared unique, but 2 of its values stand in more than one row.' }] : [] }],
});

let server: Server | undefined;
afterEach(() => server?.close());

/** A product that answers as told, by method and path; the last word of a list is said again and again. */
async function product(answers: Record<string, object[]>): Promise<{ url: string; asked: IncomingMessage[] }> {
  const asked: IncomingMessage[] = [];
  server = createServer((request, response) => {
    asked.push(request);
    const said = answers[`${request.method ?? ''} ${request.url ?? ''}`] ?? [];
    const answer = (said.length > 1 ? said.shift() : said[0]) ?? { type: 'about:blank', title: 'No.', status: 404, code: 'not-found' };
    const { status } = answer as { status?: number };
    response.writeHead(status ?? 200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server!.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server!.address() as AddressInfo).port}`, asked };
}

const folder = fileOf('pack: {}', 'pack.yaml').replace(/\/pack\.yaml$/, '');
async function run(args: string[], token: string | undefined = 'secret-token'): Promise<{ status: number; out: string; err: string }> {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const status = await packPublishCommand(args, { COUNTERSIGN_TOKEN: token }, out, err);
  out.end();
  err.end();
  return { status, out: await text(out), err: await text(err) };
}

const AT = `/v1/packs/releases/${id}`;
const sources = { 'GET /v1/data-sources': [{ items: [source] }] };

describe('countersign pack publish', () => {
  it('prints what changes, the proof and the published version', async () => {
    const { url, asked } = await product({
      ...sources, 'POST /v1/packs/releases': [release('draft', 0)], [`POST ${AT}/proof`]: [release('proving', 1)], [`POST ${AT}/publish`]: [release('published', 3, { publishedVersion: 2 })],
      [`GET ${AT}`]: [release('proving', 1), release('proved', 2), release('published', 3, { publishedVersion: 2, proofs: [proof('passed')] })],
    });
    const done = await run([folder, '--url', url]);
    expect(done.out).toBe('changed metric Net revenue (net_revenue)\n    conditions: removed “returned”\n1 test question means something else now:\n    revenue in 2025\ntests: 3 of 3 passed\nWarehouse: 1 of 1 claims hold\npublished: commerce version 2\n');
    expect(done.status).toBe(0);
    expect(asked.every(({ headers }) => headers.authorization === 'Bearer secret-token')).toBe(true);
    expect(done.out + done.err).not.toContain('secret-token');
  });

  it('is refused by a proof that fails, with the numbers', async () => {
    const { url } = await product({ ...sources, 'POST /v1/packs/releases': [release('draft', 0)], [`POST ${AT}/proof`]: [release('proving', 1)], [`GET ${AT}`]: [release('failed', 2, { proofs: [proof('failed')] })] });
    const done = await run([folder, '--url', url]);
    expect([done.status, done.out.split('\n').slice(-4, -1)]).toEqual([1, ['the data says otherwise:', '    orders.order_id is declared unique, but 2 of its values stand in more than one row.', `refused: commerce (release ${id})`]]);
    const machine = JSON.parse((await run([folder, '--url', url, '--json'])).out) as { state: string; proofs: object[] };
    expect(machine).toMatchObject({ state: 'refused', baseVersion: 1, proofs: [{ dataSource: 'Warehouse', outcome: 'failed', claims: 1, failed: [{ counts: { repeated: '2' } }] }] });
  });

  it('says that a second person is needed, with a status of its own', async () => {
    const { url } = await product({ ...sources, 'POST /v1/packs/releases': [release('draft', 0)], [`POST ${AT}/proof`]: [release('proved', 2)], [`POST ${AT}/publish`]: [release('awaiting-second', 3)], [`GET ${AT}`]: [release('awaiting-second', 3)] });
    const done = await run([folder, '--url', url]);
    expect([done.status, done.out.split('\n').at(-2)]).toEqual([3, `waiting for a second person: commerce (release ${id})`]);
  });

  it('says what the product refuses, and what stands in the files', async () => {
    const broken = release('failed', 0, { report: { ...release('failed', 0).report, findings: [{ rule: 'unknown-column', severity: 'error', message: 'there is no column x', at: { line: 3, column: 5, excerpt: 'metrics.yaml: value: x' } }] } });
    const { url } = await product({ ...sources, 'POST /v1/packs/releases': [{ type: 'about:blank', title: 'Someone else keeps this pack.', status: 403, code: 'not-pack-owner' }, broken], [`GET ${AT}`]: [broken] });
    expect(await run([folder, '--url', url])).toMatchObject({ status: 1, out: 'refused: the pack: Someone else keeps this pack. (not-pack-owner)\n' });
    expect((await run([folder, '--url', url])).out).toContain('1 error:\n    metrics.yaml:3:5: there is no column x (unknown-column)\n');
  });

  it('leaves nothing behind for a token that may not read, and says so in one line', async () => {
    const { url, asked } = await product({ 'GET /v1/data-sources': [{ type: 'about:blank', title: 'You may not do this.', status: 403, code: 'forbidden' }], 'POST /v1/packs/releases': [release('draft', 0)] });
    expect(await run([folder, '--url', url])).toMatchObject({ status: 1, out: 'refused: the pack: You may not do this. (forbidden)\n' });
    expect(asked.map(({ method }) => method)).toEqual(['GET']);
  });

  it('gives up waiting for the data when told to, and leaves the release', async () => {
    const { url } = await product({ ...sources, 'POST /v1/packs/releases': [release('draft', 0)], [`POST ${AT}/proof`]: [release('proving', 1)], [`GET ${AT}`]: [release('proving', 1, { proofs: [{ ...proof('passed'), outcome: 'waiting', results: [] }] })] });
    const done = await run([folder, '--url', url, '--wait', '1']);
    expect([done.status, done.out.split('\n').slice(-3, -1)]).toEqual([1, ['Warehouse: not answered yet', `still being proved: commerce (release ${id})`]]);
  });

  it('takes its token from the environment only, and never into the open', async () => {
    await expect(run([folder, '--url', 'https://x.example', '--token', 'abc'])).rejects.toThrow('COUNTERSIGN_TOKEN');
    await expect(run([folder, '--url', 'https://x.example'], '')).rejects.toThrow('COUNTERSIGN_TOKEN is not set');
    await expect(run([folder, '--url', 'http://x.example'])).rejects.toThrow('must be https');
    await expect(run([folder, '--url', 'http://127.0.0.1.x.example'])).rejects.toThrow('must be https');
    await expect(run([folder])).rejects.toThrow('--url is needed');
    await expect(run([folder, '--url', 'http://127.0.0.1:1'])).rejects.toThrow(new Unavailable("http://127.0.0.1:1 can't be reached: bad port"));
  });
});
