import { availableParallelism } from 'node:os';
import type { Writable } from 'node:stream';
import { isFault, problemText, type GateInput, type GateReport } from '@countersign/contracts';
import { createDeadlinePool } from '@countersign/platform';
import { type GateTask, gateTask } from '@countersign/sql';

/** A statement is decided in about a millisecond; a parser that takes this long hangs. */
const DEADLINE_MS = 5_000;

export interface GatePool {
  /** Lines worth having in flight: enough to keep every thread busy. */
  width: number;
  check(input: GateInput): Promise<GateReport>;
  close(): Promise<void>;
}

/** The gate in worker threads: a parser that hangs costs its thread and its statement, nothing else. */
export function openGatePool(notes: Writable): GatePool {
  const threads = Math.max(1, Math.min(4, availableParallelism() - 1));
  const pool = createDeadlinePool<GateTask, GateReport>({ filename: require.resolve('@countersign/sql/dist/gate-thread.js'), threads, deadlineMs: DEADLINE_MS, startupMs: 30_000 });
  return {
    width: threads * 16,
    close: () => pool.close(),
    async check(input) {
      const task = gateTask(input);
      try {
        // A machine that is busy elsewhere can make any statement late: it gets a second thread before it is given up.
        return await pool.run(task).catch((error: unknown) => (isFault(error) && error.retryable ? pool.run(task) : Promise.reject(error as Error)));
      } catch (error) {
        // Whatever went wrong, nothing is let through, and the lines behind it are still answered.
        notes.write(`countersign: the gate failed on a statement: ${isFault(error) ? (error.params.reason ?? error.kind) : String(error)}\n`);
        return { verdict: 'reject', dialect: input.dialect, rule: 'gate-unavailable', message: problemText('gate-unavailable', 'en'), nearest: [], findings: [] };
      }
    },
  };
}
