import type { Dialect, GateInput } from '@countersign/contracts';
import { spellingOf } from '../../dialects/spelling/spelling-of.js';
import type { FunctionEntry } from '../entry.js';
import { FUNCTIONS } from '../functions.js';
import { HANA_NATIVE } from './hana.js';
import { MYSQL_NATIVE } from './mysql.js';
import { ORACLE_NATIVE } from './oracle.js';
import { TSQL_NATIVE } from './tsql.js';

/** Functions that only the engine's own text may use, beyond the canonical ones it can spell. */
const NATIVE: Partial<Record<Dialect, ReadonlyMap<string, FunctionEntry>>> = { mysql: byName(MYSQL_NATIVE), mariadb: byName(MYSQL_NATIVE), tsql: byName(TSQL_NATIVE), oracle: byName(ORACLE_NATIVE), oracle11: byName(ORACLE_NATIVE), hana: byName(HANA_NATIVE) };

function byName(entries: readonly FunctionEntry[]): Map<string, FunctionEntry> {
  return new Map(entries.map((e) => [e.name, e]));
}

/** The allow-list for text in one language: the entry of a function it may use, by the name the tree gives it. */
export function functionFor(from: GateInput['from'], name: string): FunctionEntry | undefined {
  if (from === 'canonical' || from === 'postgres') return FUNCTIONS.get(name);
  return spellingOf(from, name) === undefined ? undefined : NATIVE[from]?.get(name) ?? FUNCTIONS.get(name);
}

/** Every name {@link functionFor} has an entry for. */
export function functionNames(from: GateInput['from']): string[] {
  const native = from === 'canonical' ? undefined : NATIVE[from];
  return [...native?.keys() ?? [], ...FUNCTIONS.keys()].filter((name) => functionFor(from, name));
}
