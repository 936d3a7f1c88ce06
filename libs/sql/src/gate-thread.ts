import type { GateInput, GateReport } from '@countersign/contracts';
import { gate } from './gate.js';
import { type GateTask, GateTaskReader } from './gate-task.js';
import { BrokenParser } from './read/broken-parser.js';
import { loadParsers, loadParsersFor } from './read/parsers.js';

/** Uses each parser once, so that no real statement pays for a cold one. */
const WARM_UP: GateInput = { sql: 'SELECT a FROM t WHERE b = 1 ORDER BY a LIMIT 1', from: 'canonical', dialect: 'postgres' };
const WARM_UP_LATER: GateInput = { ...WARM_UP, from: 'mysql', dialect: 'mysql' };

async function ready(): Promise<(task: GateTask) => Promise<GateReport>> {
  await loadParsers();
  gate(WARM_UP);
  // The parsers of the other engines load behind the first statements, so that theirs are not late either. One that can't
  // be loaded or breaks is met by the statement that needs it.
  void loadParsersFor(WARM_UP_LATER.from).then(() => gate(WARM_UP_LATER)).catch(() => undefined);
  const reader = new GateTaskReader();
  return async (task) => {
    await loadParsersFor(task.from, task.dialect);
    try {
      return gate(reader.read(task));
    } catch (error) {
      // A thread whose parser broke answers no more, so that the pool's deadline ends it and another takes its place.
      if (error instanceof BrokenParser) return new Promise(() => undefined);
      throw error;
    }
  };
}

/**
 * The gate as a worker-thread task. What is exported is the promise of the function: a thread counts as started once its
 * parsers are loaded, so a pool can kill a thread that hangs or whose parser broke, and the next one is not late at once.
 *
 * @example new Piscina({ filename: require.resolve('@countersign/sql/dist/gate-thread.js') }).run(gateTask(input))
 */
export default ready();
