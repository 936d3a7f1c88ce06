import { whatChanged } from '@countersign/access';
import type { Job } from '@countersign/contracts';
import { digestOf } from '@countersign/sql';
import { liveFacts } from '../live.js';
import { type Given, type Outcome, advance, refuse } from '../outcome.js';
import type { Ports } from '../ports.js';

/** Just before dispatch: is everything that was signed still so? Anything that moved makes the job STALE, with the reason. */
export async function recheck(ports: Ports, job: Job, _signal: AbortSignal, { live: given }: Given): Promise<Outcome> {
  const live = await liveFacts(ports, job, { given });
  const [first, ...others] = whatChanged({ job, live, now: ports.clock.now(), digestOf, before: 'execution' });
  if (!first) return { ...advance('QUEUED', 'execute', {}), source: live.source };
  const to = first.code === 'approval-expired' ? 'EXPIRED' : 'STALE';
  const also = others.map((c) => c.code).filter((code) => code !== first.code);
  return refuse(to, { code: first.code, params: { ...first.params, ...(also.length > 0 ? { also: [...new Set(also)].join(', ') } : {}) } });
}
