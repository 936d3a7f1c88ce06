import type { Dialect, GateInput } from '@countersign/contracts';
import { spellingOf } from '../../dialects/spelling/spelling-of.js';
import type { FunctionEntry } from '../entry.js';
import { FUNCTIONS } from '../functions.js';

/** Functions that only the engine's own text may use, beyond the canonical ones it can spell. */
const NATIVE: Partial<Record<Dialect, ReadonlyMap<string, FunctionEntry>>> = {};

/** The allow-list for text in one language: the entry of a function it may use, by the name the tree gives it. */
export function functionFor(from: GateInput['from'], name: string): FunctionEntry | undefined {
  if (from === 'canonical' || from === 'postgres') return FUNCTIONS.get(name);
  return NATIVE[from]?.get(name) ?? (spellingOf(from, name) === undefined ? undefined : FUNCTIONS.get(name));
}

/** Every name {@link functionFor} has an entry for. */
export function functionNames(from: GateInput['from']): string[] {
  const native = from === 'canonical' ? undefined : NATIVE[from];
  return [...native?.keys() ?? [], ...FUNCTIONS.keys()].filter((name) => functionFor(from, name));
}
