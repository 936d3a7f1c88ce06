import type { TaskReply, TaskRequest } from './pack-tasks';
import { packReader, TASKS } from './run-task';

const reader = packReader();

// Reading a pack and asking it a thousand questions takes seconds, which the page's own thread does not have.
self.onmessage = ({ data: { id, task, of } }: MessageEvent<TaskRequest>) => {
  try {
    self.postMessage({ id, gives: TASKS[task](reader, of as never) } satisfies TaskReply);
  } catch (error) {
    self.postMessage({ id, failed: error instanceof Error ? error.message : String(error) } satisfies TaskReply);
  }
};
