import type { Files } from './pack-tasks';

/** What a draft says, what it said before, and what was undone. */
export interface DraftHistory {
  past: readonly Files[];
  now: Files;
  future: readonly Files[];
  /** Edits of one place in one go are one step. */
  run: { place: string; at: number } | null;
}

const MOST_STEPS = 200;
const RUN_MS = 1_200;

export const beginWith = (files: Files): DraftHistory => ({ past: [], now: files, future: [], run: null });

/** `place`: what was edited; typing on at the same place within a moment belongs to the same step. */
export function edited(history: DraftHistory, files: Files, place: string, at: number): DraftHistory {
  const goesOn = history.run !== null && history.run.place === place && at - history.run.at < RUN_MS;
  const past = goesOn ? history.past : [...history.past, history.now].slice(-MOST_STEPS);
  return { past, now: files, future: [], run: { place, at } };
}

export function undone(history: DraftHistory): DraftHistory {
  const last = history.past.at(-1);
  return last ? { past: history.past.slice(0, -1), now: last, future: [history.now, ...history.future], run: null } : history;
}

export function redone(history: DraftHistory): DraftHistory {
  const [next, ...future] = history.future;
  return next ? { past: [...history.past, history.now], now: next, future, run: null } : history;
}

/** What a save has to say: files that are new or other, and null for those that are gone. */
export function changesOf(saved: Files, now: Files): Record<string, string | null> {
  const changes: Record<string, string | null> = {};
  for (const path of Object.keys(saved)) if (!(path in now)) changes[path] = null;
  for (const [path, text] of Object.entries(now)) if (saved[path] !== text) changes[path] = text;
  return changes;
}
