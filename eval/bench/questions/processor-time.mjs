import { readFileSync, readdirSync } from 'node:fs';

const TICK_MS = 10;

/**
 * Processor time of this process and everything it started, by kind, in ms (Linux). A process that ended in between is
 * not counted.
 *
 * @returns {Map<string, number>} 'api', 'worker', 'collector', 'redis', 'bench', 'postgres <database>', 'postgres'
 */
export function processorTime(pids) {
  const all = new Map();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8');
      const [, parent, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      all.set(Number(entry), { parent: Number(parent), ms: (Number(rest[9]) + Number(rest[10])) * TICK_MS, command: readFileSync(`/proc/${entry}/cmdline`, 'utf8').replaceAll('\0', ' ') });
    } catch {
      // It ended between the listing and the reading.
    }
  }
  const names = new Map(Object.entries(pids).map(([name, pid]) => [pid, name]));
  const sums = new Map();
  for (const [pid, { ms, command }] of all) {
    if (!descends(all, pid)) continue;
    const kind = names.get(pid) ?? (pid === process.pid ? 'bench' : command.includes('redis-server') || command.includes('valkey-server') ? 'redis' : postgresKind(command));
    sums.set(kind, (sums.get(kind) ?? 0) + ms);
  }
  return sums;
}

function descends(all, pid) {
  for (let at = pid; at > 1; at = all.get(at)?.parent ?? 0) if (at === process.pid) return true;
  return false;
}

/** A backend's title is `postgres: user database address(port) doing`. */
function postgresKind(command) {
  const [, user, database] = /^postgres: (\S+) (\S+) /.exec(command) ?? [];
  return user && user !== 'io' && user !== 'postgres' ? `postgres, ${database}` : 'postgres, itself and the bench';
}
