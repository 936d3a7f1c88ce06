// A chain of four dependent BullMQ jobs that do nothing: what carrying a question costs at least on this machine.
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
const { Queue, Worker } = createRequire(import.meta.url)('bullmq');

const STAGES = ['a', 'b', 'c', 'd'];

/**
 * @param eachStep what every job of a chain does before it hands over; nothing by default
 * @returns chains run one after the other, milliseconds each; and chains a second with `askers` at once
 */
export async function bareChain(redisUrl, { chains, askers, seconds, eachStep = async () => undefined }) {
  const url = new URL(redisUrl);
  const connection = { host: url.hostname, port: Number(url.port), username: url.username || undefined, password: decodeURIComponent(url.password) || undefined, maxRetriesPerRequest: null };
  const done = new Map();
  const queues = STAGES.map((stage) => new Queue(`bare-${stage}`, { connection }));
  const workers = STAGES.map((stage, i) => new Worker(`bare-${stage}`, async (job) => {
    await eachStep();
    const next = queues[i + 1];
    if (next) await next.add('x', job.data, { removeOnComplete: true });
    else done.get(job.data.id)?.();
  }, { connection, concurrency: 16 }));
  await Promise.all(workers.map((w) => w.waitUntilReady()));
  let id = 0;
  const one = async () => {
    const mine = ++id;
    const ended = new Promise((resolve) => done.set(mine, resolve));
    await queues[0].add('x', { id: mine }, { removeOnComplete: true });
    await ended;
    done.delete(mine);
  };
  for (let i = 0; i < 20; i++) await one();
  const times = [];
  for (let i = 0; i < chains; i++) {
    const start = performance.now();
    await one();
    times.push(performance.now() - start);
    await sleep(5);
  }
  const end = performance.now() + seconds * 1000;
  let count = 0;
  const start = performance.now();
  await Promise.all(Array.from({ length: askers }, async () => {
    while (performance.now() < end) {
      await one();
      count++;
    }
  }));
  const perSecond = (count * 1000) / (performance.now() - start);
  await Promise.all([...workers, ...queues].map((x) => x.close()));
  return { times, perSecond };
}
