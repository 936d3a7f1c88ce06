import { Fault } from '@countersign/contracts';
import type { JobStore, Pulse } from '@countersign/pipeline';

const BEAT_MS = 1_000;
/** How long past the deadline the adapter may take to stop the statement before we give up waiting for it. */
const STOP_GRACE_MS = 10_000;

/**
 * Beats while a run goes on, so that the reconciler knows it lives; learns at each beat whether someone asked to
 * cancel; and stands behind the adapter's own deadline. `stopping` cancels every run of this process.
 */
export function createPulse(jobs: Pick<JobStore, 'heartbeat'>, stopping: AbortSignal): Pulse {
  return {
    async during({ tenantId, jobId, runId, deadlineMs }, work) {
      const controller = new AbortController();
      const stop = () => controller.abort(new Fault('cancelled', false));
      stopping.addEventListener('abort', stop, { once: true });
      const beat = setInterval(() => {
        jobs.heartbeat(tenantId, jobId, runId).then(
          ({ cancelRequested, state }) => { if (cancelRequested || state !== 'RUNNING') stop(); },
          // A missed beat is not a cancel: PostgreSQL may be restarting.
          () => undefined,
        );
      }, BEAT_MS);
      let expired: NodeJS.Timeout | undefined;
      const deadline = new Promise<never>((_resolve, reject) => {
        expired = setTimeout(() => {
          controller.abort(new Fault('time-cap', false));
          reject(new Fault('time-cap', false, { params: { limit: String(deadlineMs) } }));
        }, deadlineMs + STOP_GRACE_MS);
      });
      try {
        return await Promise.race([work(controller.signal), deadline]);
      } finally {
        clearInterval(beat);
        clearTimeout(expired);
        stopping.removeEventListener('abort', stop);
      }
    },
  };
}
