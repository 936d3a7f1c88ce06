import { AGGREGATES } from './aggregates.js';
import { ARRAYS } from './arrays.js';
import { CONDITIONALS } from './conditionals.js';
import { DATES, RANGES } from './dates.js';
import type { FunctionEntry } from './entry.js';
import { JSON_FUNCTIONS } from './json.js';
import { NUMBERS } from './numbers.js';
import { STRINGS } from './strings.js';
import { WINDOWS } from './windows.js';

/**
 * The functions a query may use, by canonical name. This is the allow-list: no file, network, sleep, sequence,
 * session, lock, catalogue or administrative function has an entry, so none can be expressed. Source: PostgreSQL 18
 * documentation, chapter 9.
 *
 * @example FUNCTIONS.get('date_trunc')?.returns // 'timestamp'
 */
export const FUNCTIONS: ReadonlyMap<string, FunctionEntry> = index([
  ...AGGREGATES, ...WINDOWS, ...STRINGS, ...NUMBERS, ...DATES, ...RANGES, ...CONDITIONALS, ...JSON_FUNCTIONS, ...ARRAYS,
]);

function index(entries: readonly FunctionEntry[]): Map<string, FunctionEntry> {
  const byName = new Map<string, FunctionEntry>();
  for (const entry of entries) {
    if (byName.has(entry.name)) throw new TypeError(`two registry entries for ${entry.name}`);
    byName.set(entry.name, entry);
  }
  return byName;
}

/**
 * Families of engine functions that exist and are refused on purpose. Only the message depends on this: a function
 * without a registry entry is refused whether or not it is listed here.
 */
const REFUSED_FAMILIES: readonly [RegExp, string][] = [
  [/^(pg_read|pg_ls|pg_stat_file|lo_|loread|lowrite|load_file|.*_import|.*_export$)/, 'reads or writes files'],
  [/^(dblink|postgres_fdw|http|curl)/, 'reaches other servers'],
  [/(sleep|benchmark)/, 'waits'],
  [/^(nextval|setval|currval|lastval)$/, 'uses sequences'],
  [/(advisory|lock)/, 'takes locks'],
  [/(_to_xml|_to_xmlschema|query_to|ts_stat|xpath)/, 'runs other statements'],
  [/^(set_config|current_setting|set_|setseed)/, 'touches the session'],
  [/^(current_user|session_user|user|current_role|current_catalog|current_schema|version|inet_|has_|row_security|obj_description|col_description|to_reg|txid|pg_)/, 'tells or changes the state of the server'],
];

/** Why a known engine function is kept out; undefined for one nobody knows. */
export function refusedFamily(name: string): string | undefined {
  return REFUSED_FAMILIES.find(([pattern]) => pattern.test(name))?.[1];
}
