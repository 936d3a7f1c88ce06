import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Work that was done once with exactly these inputs need not be done again. */
export interface Remembered {
  done(): boolean;
  remember(): void;
  forget(): void;
}

/** @param inputs everything that decides the outcome; only its hash is kept, so it may hold secrets */
export function remembered(file: string, inputs: unknown): Remembered {
  const hash = createHash('sha256').update(JSON.stringify(inputs)).digest('hex');
  return {
    done() {
      try {
        return readFileSync(file, 'utf8') === hash;
      } catch {
        return false;
      }
    },
    remember: () => writeFileSync(file, hash, { mode: 0o600 }),
    forget: () => rmSync(file, { force: true }),
  };
}
