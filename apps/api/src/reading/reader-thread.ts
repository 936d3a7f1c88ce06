import type { SqlChange, SqlFacts } from '@countersign/contracts';
import { diffQueries } from '@countersign/pipeline';
import { checkMask, checkPredicate, factsOf, loadParsers, loadParsersFor, readQuery, type PolicyCheck } from '@countersign/sql';
import type { ReadingTask } from './sql-reader.js';

type Reading = PolicyCheck | SqlChange[] | SqlFacts | undefined;

/** Does a task. The parsers of its dialect are loaded by then. */
export function read(task: ReadingTask): Reading {
  if (task.kind === 'facts') {
    const given = readQuery(task.sql, task.dialect);
    return given.ok ? factsOf(given.query, task.schema) : undefined;
  }
  if (task.kind !== 'compare') return (task.kind === 'mask' ? checkMask : checkPredicate)(task.text, task.table, task.dialect);
  const [before, after] = [readQuery(task.before, task.dialect), readQuery(task.after, task.dialect)];
  // What the gate printed reads back; should it not, a difference that can't be told is still told.
  return before.ok && after.ok ? diffQueries(before.query, after.query) : [{ what: 'other', change: 'changed', was: '', now: '' }];
}

async function ready(): Promise<(task: ReadingTask) => Promise<Reading>> {
  await loadParsers();
  return async (task) => {
    await loadParsersFor(task.dialect);
    return read(task);
  };
}

/** A worker-thread task: whoever writes a policy or an edit also writes text for a parser, and one that hangs must not hang the API. */
export default ready();
