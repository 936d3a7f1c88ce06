import type { PackTasks, TaskName, TaskReply, TaskRequest } from './pack-tasks';

interface Waiting {
  resolve: (gives: never) => void;
  reject: (error: Error) => void;
}

/** A worker that reads packs. Of tasks of one name only the last asked for is answered: who types on does not wait for what is out of date. */
export interface PackThread {
  run<K extends TaskName>(task: K, of: PackTasks[K]['of']): Promise<PackTasks[K]['gives']>;
  end(): void;
}

export class Superseded extends Error {}

export function startThread(): PackThread {
  const worker = new Worker(new URL('./pack-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  const queued = new Map<TaskName, TaskRequest>();
  let busy = false;
  let last = 0;
  const next = () => {
    const [request] = queued.values();
    busy = request !== undefined;
    if (!request) return;
    queued.delete(request.task);
    worker.postMessage(request);
  };
  const drop = (id: number, error: Error) => {
    waiting.get(id)?.reject(error);
    waiting.delete(id);
  };
  worker.onmessage = ({ data }: MessageEvent<TaskReply>) => {
    if ('failed' in data) drop(data.id, new Error(data.failed));
    else waiting.get(data.id)?.resolve(data.gives as never);
    waiting.delete(data.id);
    next();
  };
  worker.onerror = (event) => {
    for (const id of [...waiting.keys()]) drop(id, new Error(event.message));
  };
  return {
    run(task, of) {
      const id = ++last;
      const replaced = queued.get(task);
      if (replaced) drop(replaced.id, new Superseded());
      queued.set(task, { id, task, of } as TaskRequest);
      const answer = new Promise<never>((resolve, reject) => waiting.set(id, { resolve, reject }));
      if (!busy) next();
      return answer;
    },
    end() {
      worker.terminate();
      for (const id of [...waiting.keys()]) drop(id, new Superseded());
    },
  };
}
