import { appendFile } from 'node:fs/promises';
import path from 'node:path';
import { makeFolder } from '@countersign/platform';
import type { ModelRecorder } from './record-model.js';

/** Keeps turns as JSON Lines in a file that only its owner may read. */
export function fileRecorder(file: string): ModelRecorder {
  makeFolder(path.dirname(file));
  // One after the other: long lines written at once could run into each other.
  let before: Promise<void> = Promise.resolve();
  return {
    record(record) {
      const written = before.then(() => appendFile(file, `${JSON.stringify(record)}\n`, { mode: 0o600 }));
      before = written.catch(() => undefined);
      return written;
    },
  };
}
