import { useEffect, useState } from 'react';
import { startThread, Superseded, type PackThread } from './pack-thread';
import type { PackTasks, TaskName } from './pack-tasks';

/** Two threads: what is typed is read in one, a thousand tests run in the other. */
export function usePackThreads(): { quick: PackThread; slow: PackThread } | undefined {
  const [threads, setThreads] = useState<{ quick: PackThread; slow: PackThread }>();
  useEffect(() => {
    const started = { quick: startThread(), slow: startThread() };
    setThreads(started);
    return () => {
      started.quick.end();
      started.slow.end();
    };
  }, []);
  return threads;
}

export type TaskState<K extends TaskName> = { gives: PackTasks[K]['gives'] | undefined; pending: boolean; failed: string | undefined };

/** The answer to a task, asked anew a moment after what it is about changed. The last answer stays until the next is there. `of` undefined: nothing is asked. */
export function useTask<K extends TaskName>(thread: PackThread | undefined, task: K, of: PackTasks[K]['of'] | undefined, waitMs: number): TaskState<K> {
  const [state, setState] = useState<TaskState<K>>({ gives: undefined, pending: true, failed: undefined });
  useEffect(() => {
    if (!thread || !of) return undefined;
    let current = true;
    setState((old) => ({ ...old, pending: true }));
    const timer = setTimeout(() => {
      thread.run(task, of).then(
        (gives) => (current ? setState({ gives, pending: false, failed: undefined }) : undefined),
        (error: Error) => (current && !(error instanceof Superseded) ? setState({ gives: undefined, pending: false, failed: error.message }) : undefined),
      );
    }, waitMs);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [thread, task, of, waitMs]);
  return state;
}
