import type { Job } from '@countersign/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HttpClient } from './http-client.js';
import { bringToAnswer, bringToReview } from './reviewable-job.js';
import { startWorld, type World } from './world.js';

interface Stream {
  status: number;
  /** Ids of the events so far. */
  ids(): number[];
  states(): string[];
  comments(): number;
  ended: Promise<void>;
  close(): void;
}

async function open(world: World, client: HttpClient, job: Job, lastEventId?: number): Promise<Stream> {
  const stop = new AbortController();
  const response = await fetch(`${world.url}/v1/jobs/${job.id}/events`, {
    signal: stop.signal,
    headers: { ...(client.cookie ? { cookie: client.cookie } : {}), ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }) },
  });
  let text = '';
  const read = async (): Promise<void> => {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    for (let next = await reader?.read(); next && !next.done; next = await reader?.read()) text += decoder.decode(next.value, { stream: true });
  };
  return {
    status: response.status,
    ids: () => [...text.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id)),
    states: () => [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => (JSON.parse(data ?? '{}') as { to: string }).to),
    comments: () => [...text.matchAll(/^: /gm)].length,
    ended: read().catch(() => undefined),
    close: () => stop.abort(),
  };
}

async function until(what: () => boolean): Promise<void> {
  const deadline = Date.now() + 20_000;
  while (!what()) {
    if (Date.now() > deadline) throw new Error('it did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('following a job', () => {
  let world: World;
  let analyst: HttpClient;
  beforeAll(async () => {
    world = await startWorld('events', { streamsPerPerson: 3, heartbeatMs: 150 });
    analyst = await world.as('analyst');
  });
  afterAll(() => world.stop());

  const approve = async (job: Job): Promise<Job> => {
    const reply = await (await world.as('approver')).post(`/v1/approvals/${job.id}/decision`, { decision: 'approve', digest: job.review?.digest, version: job.version });
    expect(reply.status).toBe(200);
    return world.reload(job);
  };

  it('gives what happened, then what happens, each once and in order, and ends with the job', async () => {
    const job = await world.newJob();
    const stream = await open(world, analyst, job);
    await until(() => stream.states().length === 1);
    await bringToAnswer(world.ports, await approve(await bringToReview(world.ports, job)));
    await stream.ended;
    expect(stream.states()).toEqual(['RECEIVED', 'GENERATING', 'GATING', 'GATING', 'AWAITING_APPROVAL', 'APPROVED', 'QUEUED', 'RUNNING', 'GROUNDING', 'ANSWERED']);
    expect(stream.ids()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('resumes after the last event that was seen', async () => {
    const job = await bringToReview(world.ports, await world.newJob());
    const first = await open(world, analyst, job);
    await until(() => first.ids().length === 5);
    first.close();
    await first.ended;
    await approve(job);
    const second = await open(world, analyst, job, 5);
    await until(() => second.ids().length === 1);
    expect([second.ids(), second.states()]).toEqual([[6], ['APPROVED']]);
    second.close();
    await second.ended;
  });

  it('tells a browser not to come back once all of an ended job was seen', async () => {
    const job = await bringToAnswer(world.ports, await approve(await bringToReview(world.ports, await world.newJob())));
    expect((await open(world, analyst, job, 10)).status).toBe(204);
    const again = await open(world, analyst, job, 9);
    await again.ended;
    expect(again.states()).toEqual(['ANSWERED']);
  });

  it('shows several streams of several people what is theirs', async () => {
    const [mine, other] = [await world.newJob(), await world.newJob('analyst2')];
    const colleague = await world.as('analyst2');
    const [a, b] = [await open(world, analyst, mine), await open(world, colleague, other)];
    await bringToReview(world.ports, other);
    await until(() => b.ids().length === 5);
    expect(a.ids()).toEqual([1]);
    a.close();
    b.close();
    await Promise.all([a.ended, b.ended]);
  });

  it('limits the open streams of one person, and a closed one makes room', async () => {
    const job = await world.newJob();
    const streams = [await open(world, analyst, job), await open(world, analyst, job), await open(world, analyst, job)];
    const refused = await open(world, analyst, job);
    expect(refused.status).toBe(429);
    streams[0]?.close();
    await streams[0]?.ended;
    await new Promise((resolve) => setTimeout(resolve, 100));
    const next = await open(world, analyst, job);
    expect(next.status).toBe(200);
    for (const stream of [...streams, next]) stream.close();
    await Promise.all([...streams, next].map(({ ended }) => ended));
    await new Promise((resolve) => setTimeout(resolve, 100));
  });

  it('shows signs of life, and ends when the session does', async () => {
    const job = await world.newJob('analyst2');
    const colleague = await world.as('analyst2');
    const stream = await open(world, colleague, job);
    await until(() => stream.comments() >= 2);
    await colleague.send('DELETE', '/v1/session');
    await stream.ended;
  });

  it('treats a resume point that makes no sense as the beginning', async () => {
    const job = await world.newJob();
    const response = await fetch(`${world.url}/v1/jobs/${job.id}/events`, { headers: { cookie: analyst.cookie ?? '', 'last-event-id': "0' OR 1=1" } });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });
});
