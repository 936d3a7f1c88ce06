import type { Dialect } from '@countersign/contracts';
import { POSTGRES_SPELLING } from './postgres.js';
import type { Spelling } from './spelling.js';

const SPELLINGS: Partial<Record<Dialect, Spelling>> = { postgres: POSTGRES_SPELLING };

/** How the engine writes a function; `undefined`: it can't be said there. */
export function spellingOf(dialect: Dialect, name: string): string | undefined {
  const spelling = SPELLINGS[dialect];
  return spelling && Object.hasOwn(spelling, name) ? spelling[name] : undefined;
}
