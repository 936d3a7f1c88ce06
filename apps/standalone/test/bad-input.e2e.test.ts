import { createServer, type Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, type Grant, type JobView, routes } from '@countersign/contracts';
import { isEnd } from '@countersign/pipeline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiProblem } from '../src/demo/client.js';
import { findRedisServer, type RedisServer, startRedisServer } from '../src/redis-server.js';
import { ask, type Crowd, seeThrough, signInCrowd, view } from './crowd.js';
import { type PoorLine, poorLine } from './poor-line.js';
import { startProduct, type TestProduct } from './product.js';

/** What an OTLP receiver was sent: trace id → services, and names of spans. */
const traces = new Map<string, { services: Set<string>; spans: Set<string> }>();
let receiver: Server;
let redis: RedisServer | undefined;
let product: TestProduct;
let crowd: Crowd;
let warehouse: URL;

interface Otlp {
  resourceSpans: { resource: { attributes: { key: string; value: { stringValue?: string } }[] }; scopeSpans: { spans: { traceId: string; name: string }[] }[] }[];
}

function keep({ resourceSpans }: Otlp): void {
  for (const { resource, scopeSpans } of resourceSpans) {
    const service = resource.attributes.find((a) => a.key === 'service.name')?.value.stringValue ?? '';
    for (const { traceId, name } of scopeSpans.flatMap((scope) => scope.spans)) {
      const trace = traces.get(traceId) ?? { services: new Set(), spans: new Set() };
      traces.set(traceId, trace);
      trace.services.add(service);
      trace.spans.add(name);
    }
  }
}

beforeAll(async () => {
  receiver = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part)).on('end', () => {
      if (request.url === '/v1/traces') keep(JSON.parse(Buffer.concat(parts).toString()) as Otlp);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const binary = process.env.QUEUE_BACKEND === 'postgres' ? undefined : findRedisServer();
  if (binary) redis = await startRedisServer(binary);
  product = await startProduct({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(receiver.address() as { port: number }).port}`, ...(redis ? { REDIS_URL: redis.url } : {}) } });
  crowd = await signInCrowd(product);
  warehouse = new URL(product.adminUrl!);
});
afterAll(async () => {
  await product?.stop();
  await redis?.stop();
  receiver?.close();
});

const code = (work: Promise<unknown>): Promise<string> => work.then(() => 'ok', (error: unknown) => (error instanceof ApiProblem ? error.code : String(error)));
const askText = (question: string, change: Record<string, unknown> = {}) => crowd.asker.call<{ jobId: string }>(routes.askQuestion, { body: { question, dataSourceId: crowd.source.id, packId: 'commerce', today: '2026-06-30', ...change } });

async function until(id: string, good: (seen: JobView) => boolean, withinMs = 40_000): Promise<JobView> {
  for (const end = Date.now() + withinMs; ; await sleep(100)) {
    const seen = await view(crowd, id);
    if (good(seen)) return seen;
    if (Date.now() > end) throw new Error(`still ${seen.job.state}`);
  }
}
const waiting = (id: string) => until(id, (seen) => seen.job.state === 'AWAITING_APPROVAL');
const decide = ({ job }: JobView, decision: Record<string, unknown>) => crowd.approver.call<{ state: string }>(routes.decide, { params: { id: job.id }, body: { digest: job.review?.digest, version: job.version, ...decision } });

async function asOwner<T>(database: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(warehouse);
  url.pathname = `/${database}`;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Registers a data source and waits for the collector's word. */
async function register(name: string, account: { port: number; username: string; password: string; caps?: { timeoutMs: number } }): Promise<DataSource> {
  const { id } = await crowd.admin.call<DataSource>(routes.addDataSource, { body: { name, engine: 'postgres', host: '127.0.0.1', database: 'commerce', tls: 'off', ...account } });
  for (const end = Date.now() + 40_000; ; await sleep(200)) {
    const { items } = await crowd.admin.call<{ items: DataSource[] }>(routes.listDataSources);
    const source = items.find((s) => s.id === id);
    if (source && source.status !== 'unproven') return source;
    if (Date.now() > end) throw new Error('the collector said nothing');
  }
}

describe('a question that is none', () => {
  it.each([
    ['empty', '', 'question-empty'], ['blank', ' \t ', 'question-empty'], ['of zero-width characters only', '\u200b\u200d\u2060', 'question-unreadable'], ['with zero-width characters', 'net rev\u200benue by month in 2025', 'question-unreadable'], ['with right-to-left marks', '\u202enet revenue by month in 2025\u202c', 'question-unreadable'],
    ['of 100 kB', 'a'.repeat(100_000), 'payload-too-large'], ['of 3,000 characters', 'a'.repeat(3_000), 'question-too-long'], ['with control characters', 'net revenue\u0007 in 2025', 'question-unreadable'], ['with NUL', 'net\u0000revenue', 'question-unreadable'],
  ])('%s is refused before there is a job', async (_, question, problem) => {
    expect(await code(askText(question))).toBe(problem);
  });

  it('about a pack, a data source or a job that is not there for its asker is refused', async () => {
    const nowhere = '00000000-0000-7000-8000-000000000000';
    expect(await code(askText('orders in 2025', { packId: 'nothing' }))).toBe('unknown-pack');
    expect(await code(askText('orders in 2025', { dataSourceId: nowhere }))).toBe('unknown-data-source');
    const other = await signInCrowd(product, 'northwind');
    const id = await ask(other, 'orders by channel in 2025');
    for (const route of [routes.getJob, routes.getResult, routes.cancelJob]) expect(await code(crowd.asker.call(route, { params: { id } }))).toBe('not-found');
    expect(await code(crowd.approver.call(routes.getReview, { params: { id } }))).toBe('not-found');
    expect(await code(askText('orders in 2025', { dataSourceId: other.source.id }))).toBe('unknown-data-source');
  });
});

describe('a decision', () => {
  it('is made once: of an approval and a rejection at the same time one wins, and the other hears who and when', async () => {
    const seen = await waiting(await ask(crowd, 'net revenue by channel in 2025'));
    const both = await Promise.allSettled([decide(seen, { decision: 'approve' }), decide(seen, { decision: 'reject', reasonCode: 'too-broad' })]);
    expect(both.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const lost = both.find((one) => one.status === 'rejected')!.reason as ApiProblem;
    expect(lost).toMatchObject({ status: 409, code: 'already-decided' });
    expect(lost.params).toMatchObject({ name: expect.any(String), at: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) });
    expect(await code(decide(seen, { decision: 'approve' }))).toBe('already-decided');
  });

  it('after the request expired is refused, and nothing runs', async () => {
    const seen = await waiting(await ask(crowd, 'orders by segment in 2025'));
    await asOwner('countersign', (client) => client.query("update jobs set expires_at = now() - interval '1 second', review = jsonb_set(review, '{expiresAt}', to_jsonb(to_char(now() at time zone 'UTC' - interval '1 second', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"'))) where id = $1", [seen.job.id]));
    expect(await code(decide(seen, { decision: 'approve' }))).toMatch(/expired/);
    const ended = await until(seen.job.id, ({ job }) => job.state === 'EXPIRED');
    expect(ended.events.some((event) => event.to === 'RUNNING')).toBe(false);
  });
});

describe('a data source', () => {
  it('whose account can write is refused, with the reason', async () => {
    await asOwner('commerce', (client) => client.query("create role writer login password 'w'; grant select, insert on all tables in schema public to writer; grant usage on schema public to writer"));
    const source = await register('Writable', { port: Number(warehouse.port), username: 'writer', password: 'w' });
    expect(source.status).toBe('refused');
    expect(source.probe?.steps.some((step) => step.check === 'read-only' && step.status === 'fail')).toBe(true);
    expect(await code(askText('orders in 2025', { dataSourceId: source.id }))).toBe('data-source-not-ready');
  });

  it('that is down is said to be unreachable', async () => {
    expect((await register('Down', { port: 1, username: 'nobody', password: 'x' })).status).toBe('unreachable');
  });
});

describe('a data source behind a poor line', () => {
  let line: PoorLine;
  let source: DataSource;
  beforeAll(async () => {
    await asOwner('commerce', (client) => client.query("create role far_reader login password 'far'; grant usage on schema public to far_reader; grant select on all tables in schema public to far_reader; alter role far_reader set default_transaction_read_only = on"));
    line = await poorLine(Number(warehouse.port));
    source = await register('Far away', { port: line.port, username: 'far_reader', password: 'far', caps: { timeoutMs: 3_000 } });
    const { items } = await crowd.admin.call<{ items: Grant[] }>(routes.listGrants);
    const { subject, objects } = items.find((g) => g.revokedAt === null && g.subject.kind === 'group')!;
    await crowd.admin.call(routes.giveGrant, { body: { subject, dataSourceId: source.id, objects, unmask: [], expiresAt: null } });
  });
  afterAll(() => line?.close());

  const prepared = async () => waiting((await askText('orders by channel in 2025', { dataSourceId: source.id })).jobId);
  const approved = async (seen: JobView) => { expect(await decide(seen, { decision: 'approve' })).toMatchObject({ state: 'APPROVED' }); };
  /** How the question ends, and that the next one on a good line is answered: nothing was left behind. */
  async function endsAndRecovers({ job: { id } }: JobView): Promise<JobView> {
    const ended = await until(id, ({ job }) => isEnd(job.state), 120_000);
    expect(ended.events.filter((event) => event.to === 'RUNNING')).toHaveLength(1);
    line.mode = 'good';
    const next = await prepared();
    await approved(next);
    expect((await until(next.job.id, ({ job }) => isEnd(job.state))).job.state).toBe('ANSWERED');
    return ended;
  }

  it('is read when the line is good', async () => {
    expect(source.status).toBe('ready');
    const seen = await prepared();
    await approved(seen);
    expect((await until(seen.job.id, ({ job }) => isEnd(job.state))).job.state).toBe('ANSWERED');
  });

  it('that breaks in the middle of the rows ends the question as failed, with the reason, and shows no part of the rows', async () => {
    const seen = await prepared();
    line.mode = 'breaks in the rows';
    await approved(seen);
    const ended = await endsAndRecovers(seen);
    expect(ended.job).toMatchObject({ state: 'EXECUTION_FAILED', refusal: { code: 'source-dropped' } });
    expect(await code(crowd.asker.call(routes.getResult, { params: { id: seen.job.id } }))).not.toBe('ok');
  });

  it('that falls silent in the middle of the rows ends the question at its time cap', async () => {
    const seen = await prepared();
    line.mode = 'falls silent in the rows';
    await approved(seen);
    const ended = await endsAndRecovers(seen);
    expect(ended.job).toMatchObject({ state: 'CAP_EXCEEDED', refusal: { code: 'time-cap' } });
  });
});

describe('when what the product stands on is away', () => {
  it('a question asked while the queue is gone is recorded at once and answered when it is back', async () => {
    if (redis) {
      const { port, password } = redis;
      await redis.stop();
      const began = Date.now();
      const id = await ask(crowd, 'orders by channel in 2025');
      expect(Date.now() - began).toBeLessThan(5_000);
      await sleep(Number(process.env.REDIS_GONE_MS ?? 4_000));
      redis = await startRedisServer(findRedisServer()!, { port, password });
      expect((await seeThrough(crowd, [id], 90_000)).get(id)?.job.state).toBe('ANSWERED');
    } else {
      const id = await ask(crowd, 'orders by channel in 2025');
      await asOwner('postgres', (client) => client.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'countersign_queue'"));
      expect((await seeThrough(crowd, [id], 90_000)).get(id)?.job.state).toBe('ANSWERED');
    }
  });
});

describe('a trace', () => {
  it('is one from the question to the answer, across the three processes', async () => {
    const id = await ask(crowd, 'units sold by category in 2025');
    expect((await seeThrough(crowd, [id], 60_000)).get(id)?.job.state).toBe('ANSWERED');
    const services = ['countersign-api', 'countersign-collector', 'countersign-worker'];
    const whole = (): boolean => [...traces.values()].some((trace) => services.every((service) => trace.services.has(service)) && ['resolve', 'gate', 'execute', 'answer'].every((stage) => [...trace.spans].some((span) => span.includes(stage))));
    for (const end = Date.now() + 20_000; !whole() && Date.now() < end; ) await sleep(200);
    expect(whole() ? 'one trace' : [...traces.values()].map((trace) => [...trace.services, ...trace.spans].join(' '))).toBe('one trace');
  });
});
