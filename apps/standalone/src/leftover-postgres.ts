import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CannotStart } from './cannot-start.js';
import { commandOf, gone, isAlive } from './process-table.js';

/**
 * A start that was killed may have left its server running on this cluster. The caller holds the folder's lock, so
 * whoever started that server is gone: it is shut down in the orderly way, and nothing is lost.
 */
export async function stopLeftoverPostgres(cluster: string): Promise<void> {
  const file = path.join(cluster, 'postmaster.pid');
  if (!existsSync(file)) return;
  const pid = Number(readFileSync(file, 'utf8').split('\n')[0]);
  // The number may have been given to another program since.
  if (!Number.isSafeInteger(pid) || pid <= 1 || !isAlive(pid) || !/postgres/.test(commandOf(pid))) return;
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    throw new CannotStart(`another PostgreSQL (process ${pid}) is running on ${cluster}, and it belongs to another account`);
  }
  if (!(await gone(pid, 60_000))) throw new CannotStart(`another PostgreSQL (process ${pid}) is running on ${cluster} and does not stop`);
}
