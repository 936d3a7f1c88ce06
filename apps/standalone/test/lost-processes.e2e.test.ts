import { setTimeout as sleep } from 'node:timers/promises';
import { MOVES } from '@countersign/pipeline';
import type { JobState, JobView } from '@countersign/contracts';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Crowd, ask, seeThrough, signInCrowd, view } from './crowd.js';
import { type TestProduct, startProduct } from './product.js';

const QUESTIONS = ['net revenue by month in 2025', 'orders by channel in 2025', '2025년 채널별 순매출', 'top 5 products by net revenue in 2025', 'units sold by category in 2025'];
const ENDS_OF_A_KILLED_JOB: JobState[] = ['ANSWERED', 'UNKNOWN', 'CANCELLED', 'EXECUTION_FAILED'];

let product: TestProduct;
let crowd: Crowd;
let database: pg.Client;
const lost: string[] = [];

beforeAll(async () => {
  product = await startProduct({ onLost: (what) => lost.push(what) });
  crowd = await signInCrowd(product);
  // The owner's eye, past row-level security: what is true, whoever asks.
  const url = new URL(product.adminUrl!);
  url.pathname = '/countersign';
  database = new pg.Client({ connectionString: url.href });
  database.on('error', () => undefined);
  await database.connect();
});
afterAll(async () => {
  await database?.end().catch(() => undefined);
  await product?.stop();
});

/** Every move is in the log, legal, and in order; nothing ran twice. */
function expectWholeStory({ job, events }: JobView): void {
  expect(events.map((e) => e.seq)).toEqual(events.map((_, i) => i + 1));
  expect(events.at(-1)?.to).toBe(job.state);
  for (const [i, event] of events.entries()) {
    if (i === 0) continue;
    expect(event.from).toBe(events[i - 1]?.to);
    expect(MOVES[event.from!] as readonly JobState[]).toContain(event.to);
  }
  expect(events.filter((e) => e.to === 'RUNNING').length).toBeLessThanOrEqual(1);
}

describe('when processes are killed and the queue forgets', () => {
  it('ends every one of fifty jobs, executes none twice, and logs every move', { timeout: 300_000 }, async () => {
    const ids: string[] = [];
    let killing = true;
    let killed = 0;
    const killer = (async () => {
      while (killing) {
        await sleep(1_500 + Math.random() * 2_500);
        const pid = product.pids()[killed % 2 === 0 ? 'worker' : 'collector'];
        if (!killing || !pid) continue;
        process.kill(pid, 'SIGKILL');
        killed += 1;
        // Restarts are limited; enough to hit every stage of many jobs.
        if (killed >= 6) return;
      }
    })();
    for (let i = 0; i < 50; i += 1) ids.push(await ask(crowd, QUESTIONS[i % QUESTIONS.length]!));
    const ended = await seeThrough(crowd, ids, 240_000);
    killing = false;
    await killer;
    expect(killed).toBeGreaterThan(1);
    const states = [...ended.values()].map((v) => v.job.state);
    expect(states.filter((s) => !ENDS_OF_A_KILLED_JOB.includes(s))).toEqual([]);
    expect(states.filter((s) => s === 'ANSWERED').length).toBeGreaterThan(30);
    for (const seen of ended.values()) expectWholeStory(seen);
    const twice = await database.query('select job_id, count(*) from runs group by job_id having count(*) > 1');
    expect(twice.rows).toEqual([]);
  });

  it('loses nothing when the queue store is emptied in the middle', async () => {
    const ids = await Promise.all(QUESTIONS.map((q) => ask(crowd, q)));
    if (product.redisUrl) {
      const { default: Redis } = await import('ioredis');
      const redis = new Redis(product.redisUrl);
      await redis.flushall();
      redis.disconnect();
    } else {
      const url = new URL(product.adminUrl!);
      const { rows } = await database.query<{ datname: string }>("select datname from pg_database where datname like 'countersign%queue%'");
      url.pathname = `/${rows[0]!.datname}`;
      const queue = new pg.Client({ connectionString: url.href });
      await queue.connect();
      const tables = await queue.query<{ name: string }>("select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname not in ('pg_catalog','information_schema') and tablename !~ 'migrat|version'");
      await queue.query(`truncate ${tables.rows.map((r) => r.name).join(', ')} cascade`);
      await queue.end();
    }
    const ended = await seeThrough(crowd, ids, 120_000);
    expect([...ended.values()].map((v) => v.job.state)).toEqual(ids.map(() => 'ANSWERED'));
    for (const seen of ended.values()) expectWholeStory(seen);
  });

  it('answers after PostgreSQL dropped every connection', async () => {
    const ids = await Promise.all(QUESTIONS.slice(0, 3).map((q) => ask(crowd, q)));
    await database.query("select pg_terminate_backend(pid) from pg_stat_activity where datname = 'countersign' and pid <> pg_backend_pid()");
    const ended = await seeThrough(crowd, ids, 120_000);
    for (const seen of ended.values()) expectWholeStory(seen);
    expect([...ended.values()].filter((v) => v.job.state === 'ANSWERED').length).toBeGreaterThanOrEqual(2);
  });

  it('keeps an answer as it was', async () => {
    const id = await ask(crowd, QUESTIONS[0]!);
    const [first] = (await seeThrough(crowd, [id], 60_000)).values();
    expect(first?.job.state).toBe('ANSWERED');
    expect((await view(crowd, id)).job.answer).toEqual(first?.job.answer);
  });

  it('starts a PostgreSQL that was killed again, and answers what was asked before', async () => {
    const { postgres, ...processes } = product.pids();
    const id = await ask(crowd, QUESTIONS[1]!);
    process.kill(postgres!, 'SIGKILL');
    const [seen] = (await seeThrough(crowd, [id], 90_000)).values();
    expect(seen?.job.state).toBe('ANSWERED');
    expectWholeStory(seen!);
    const { postgres: after, ...lived } = product.pids();
    expect(after).not.toBe(postgres);
    // The processes lived through the gap.
    expect(lived).toEqual(processes);
    expect(lost).toEqual([]);
  });
});
