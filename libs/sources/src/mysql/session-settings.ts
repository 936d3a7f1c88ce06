import { Fault } from '@countersign/contracts';
import type { SourceConnection } from './connect.js';

/** For text of literals and of the connection; what is compared is printed with its own collation. */
const COLLATION = 'utf8mb4_general_ci';

/**
 * Settings every session starts with, whatever the server's own defaults are. The protocol's reset returns to those
 * defaults, so they are set again before each statement, in one round trip.
 */
const FIXED: Record<string, string> = {
  character_set_client: 'utf8mb4',
  character_set_results: 'utf8mb4',
  collation_connection: COLLATION,
  time_zone: '+00:00',
  lc_time_names: 'en_US',
};
const NUMBERS: Record<string, string> = {
  autocommit: '1',
  sql_auto_is_null: '0',
  sql_select_limit: '18446744073709551615',
  div_precision_increment: '4',
  default_week_format: '0',
  // What is cut all the same is found by its warning.
  group_concat_max_len: '16777216',
  max_error_count: '1024',
  lock_wait_timeout: '5',
  wait_timeout: '120',
};

/** Backslashes in strings mean what the gate takes them for; dates of zeros and the like are read as they stand. */
const MODES = 'STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION';

/** What differs between the two. */
function settingsOf(connection: SourceConnection): { set: Record<string, string>; checked: Record<string, string>; limit: (ms: number) => string } {
  // Reading a column that the grouping doesn't fix gives any of its values: MySQL can tell, MariaDB would refuse too much.
  const sqlMode = connection.isMariadb ? MODES : `ONLY_FULL_GROUP_BY,${MODES}`;
  const readOnly = connection.isMariadb ? 'tx_read_only' : 'transaction_read_only';
  const text = { ...FIXED, sql_mode: sqlMode };
  const quoted = Object.fromEntries(Object.entries(text).map(([name, value]) => [name, `'${value}'`]));
  return {
    set: { ...quoted, ...NUMBERS, [readOnly]: '1', ...(connection.isMariadb ? { optimizer_switch: `'subquery_cache=off'` } : hasPlanVersions(connection.version) ? { explain_json_format_version: '1' } : {}) },
    checked: { sql_mode: sqlMode, time_zone: FIXED['time_zone']!, character_set_client: 'utf8mb4', character_set_results: 'utf8mb4', collation_connection: COLLATION, [readOnly]: '1', div_precision_increment: '4' },
    limit: (ms) => (connection.isMariadb ? `max_statement_time = ${ms / 1000}` : `max_execution_time = ${ms}`),
  };
}

/** MySQL 8.3 brought a second shape of plans. */
function hasPlanVersions(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 8 || (major === 8 && minor >= 3);
}

/**
 * Settings, then the transaction, then a look at both: a pooler in between could have sent them elsewhere. The protocol
 * carries one statement, and only what EXPLAIN can explain comes after it, so nothing makes it writable again.
 */
export async function begin(connection: SourceConnection, ms: number): Promise<void> {
  const { set, checked, limit } = settingsOf(connection);
  const assignments = Object.entries(set).map(([name, value]) => `${name} = ${value}`);
  await connection.ask(`SET SESSION ${assignments.join(', ')}, net_write_timeout = ${Math.ceil(ms / 1000) + 10}, ${limit(ms)}`);
  await connection.ask('START TRANSACTION READ ONLY');
  // The cache of subqueries keeps answers by outer columns in their loose collation, whatever the subquery compares by.
  const cache = connection.isMariadb ? `, @@optimizer_switch LIKE '%subquery_cache=off%'` : ', 1';
  const [row] = await connection.ask(`SELECT ${Object.keys(checked).map((name) => `@@SESSION.${name}`).join(', ')}${cache}, connection_id()`);
  // A server orders the modes as it likes.
  const sorted = (value: string | null | undefined) => (value ?? '').split(',').sort().join();
  const found = (row ?? []).slice(0, -1).map(sorted);
  const wanted = [...Object.values(checked), '1'].map(sorted);
  if (found.join('|') !== wanted.join('|') || row?.at(-1) !== String(connection.threadId)) throw new Fault('internal', false, { params: { detail: 'session settings are not in force: a pooler in between changes or shares sessions' } });
}
