import path from 'node:path';
import type { GateReport, SqlChange, SqlFacts } from '@countersign/contracts';
import type { Ports } from '@countersign/pipeline';
import { createDeadlinePool, type DeadlinePool } from '@countersign/platform';
import { type GateTask, gateTask, type PolicyCheck } from '@countersign/sql';
import type { ReadingTask, SqlReader } from './sql-reader.js';

const READING_DEADLINE_MS = 2_000;
const STARTUP_MS = 20_000;

/** Texts are read in a thread, which starts with the process: the first packet an approver opens waits for no parser. */
export function readsInThread(): SqlReader & { close(): Promise<void> } {
  const pool = createDeadlinePool<ReadingTask, PolicyCheck | SqlChange[] | SqlFacts | undefined>({ filename: path.join(__dirname, 'reader-thread.js'), threads: 1, deadlineMs: READING_DEADLINE_MS, startupMs: STARTUP_MS, fault: 'gate-unavailable' });
  return {
    check: (kind, text, table, dialect) => pool.run({ kind, text, table, dialect }) as Promise<PolicyCheck>,
    compare: (before, after, dialect) => pool.run({ kind: 'compare', before, after, dialect }) as Promise<SqlChange[]>,
    facts: (sql, schema, dialect) => pool.run({ kind: 'facts', sql, schema, dialect }) as Promise<SqlFacts | undefined>,
    close: () => pool.close(),
  };
}

/** The gate for what people write here: its own threads and caps, started for the first text. Questions are gated in the worker. */
export function gateInThread({ threads, deadlineMs }: { threads: number; deadlineMs: number }): Ports['gate'] & { close(): Promise<void> } {
  let pool: DeadlinePool<GateTask, GateReport> | undefined;
  return {
    check(input) {
      pool ??= createDeadlinePool({ filename: require.resolve('@countersign/sql/dist/gate-thread.js'), threads, deadlineMs, startupMs: STARTUP_MS, maxWaiting: 200, maxWaitMs: 10_000 });
      return pool.run(gateTask(input));
    },
    close: async () => pool?.close(),
  };
}
