import { setTimeout as sleep } from 'node:timers/promises';
import { type DataSource, type JobView, isFault, routes } from '@countersign/contracts';
import { isEnd } from '@countersign/pipeline';
import { ApiProblem, DemoClient } from '../src/demo/client.js';
import type { TestProduct } from './product.js';

/** People of one demo organization, signed in. */
export interface Crowd {
  asker: DemoClient;
  approver: DemoClient;
  admin: DemoClient;
  auditor: DemoClient;
  source: DataSource;
}

export async function signInCrowd(product: TestProduct, tenant = 'hanbit'): Promise<Crowd> {
  const client = async (who: string): Promise<DemoClient> => {
    const made = new DemoClient(product.baseUrl);
    await patiently(() => made.signIn(`${who}@${tenant}.example`, product.password));
    return made;
  };
  const [asker, approver, admin, auditor] = await Promise.all(['analyst', 'approver', 'admin', 'auditor'].map(client)) as [DemoClient, DemoClient, DemoClient, DemoClient];
  const { items } = await asker.call<{ items: DataSource[] }>(routes.listDataSources);
  return { asker, approver, admin, auditor, source: items.find((s) => s.status === 'ready')! };
}

/** Trouble that passes: the process is being restarted, the database is away for a moment. */
function passes(error: unknown): boolean {
  if (error instanceof ApiProblem) return error.status >= 500 || error.status === 429;
  return !isFault(error) && (error instanceof TypeError || (error as { code?: string }).code === 'ECONNRESET');
}

/** Tries again while what stands in the way is passing trouble. */
export async function patiently<T>(work: () => Promise<T>, withinMs = 60_000): Promise<T> {
  const end = Date.now() + withinMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!passes(error) || Date.now() > end) throw error;
      await sleep(200);
    }
  }
}

export async function ask({ asker, source }: Crowd, question: string): Promise<string> {
  const { jobId } = await patiently(() => asker.call<{ jobId: string }>(routes.askQuestion, { body: { question, dataSourceId: source.id, packId: 'commerce', today: '2026-06-30' } }));
  return jobId;
}

export const view = ({ asker }: Crowd, id: string): Promise<JobView> => patiently(() => asker.call<JobView>(routes.getJob, { params: { id } }));

/** Approves whatever waits until every job has ended. @returns each job's last view */
export async function seeThrough(crowd: Crowd, ids: readonly string[], withinMs: number): Promise<Map<string, JobView>> {
  const ended = new Map<string, JobView>();
  const end = Date.now() + withinMs;
  while (ended.size < ids.length) {
    for (const id of ids.filter((i) => !ended.has(i))) {
      const seen = await view(crowd, id);
      if (isEnd(seen.job.state)) ended.set(id, seen);
      else if (seen.job.state === 'AWAITING_APPROVAL' && seen.job.review) {
        const body = { decision: 'approve', digest: seen.job.review.digest, version: seen.job.version };
        await patiently(() => crowd.approver.call(routes.decide, { params: { id }, body })).catch((error: unknown) => {
          // Decided already by a request whose answer was lost.
          if (!(error instanceof ApiProblem && error.status === 409)) throw error;
        });
      }
    }
    if (Date.now() > end) throw new Error(`still open: ${[...ids].filter((i) => !ended.has(i)).join(', ')}`);
    await sleep(200);
  }
  return ended;
}
