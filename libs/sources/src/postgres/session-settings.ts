import { Fault } from '@countersign/contracts';
import type { SourceClient } from './connect.js';

/**
 * Settings every session starts with, whatever the account's or the database's own defaults are. They are startup
 * options, so `DISCARD ALL` returns to them.
 */
export const SESSION_SETTINGS = {
  // Exact text for every value, the same on every server.
  client_encoding: 'UTF8',
  TimeZone: 'UTC',
  DateStyle: 'ISO',
  IntervalStyle: 'iso_8601',
  extra_float_digits: '1',
  bytea_output: 'hex',
  lc_monetary: 'C',
  // The gate's reading of quotes must be the server's.
  standard_conforming_strings: 'on',
  // Functions and operators are PostgreSQL's own, whatever others of their name exist, and a temporary table hides nothing.
  search_path: 'pg_catalog,pg_temp',
  default_transaction_read_only: 'on',
  default_transaction_isolation: 'read\\ committed',
  row_security: 'on',
  lock_timeout: '5000',
  statement_timeout: '30000',
  idle_in_transaction_session_timeout: '60000',
} as const;

/** Schemas an unqualified name is looked up in. */
export const SEARCH_PATH = ['public'];

/** As the `options` startup parameter. */
export const STARTUP_OPTIONS = Object.entries(SESSION_SETTINGS).map(([name, value]) => `-c ${name}=${value}`).join(' ');

/** Those on which exactness and safety rest, whose functions and operators are meant too, as the server reports them: a pooler that drops startup options is found out. */
const CHECKED = { TimeZone: 'UTC', client_encoding: 'UTF8', standard_conforming_strings: 'on', bytea_output: 'hex', IntervalStyle: 'iso_8601', transaction_read_only: 'on', default_transaction_read_only: 'on', search_path: SESSION_SETTINGS.search_path } as const;

const CHECKED_SQL = Object.keys(CHECKED).map((name) => `current_setting('${name}')`).join(` || '|' || `);
const CHECKED_VALUE = Object.values(CHECKED).join('|');

/**
 * One round trip of our own constant text. The SELECT takes the transaction's snapshot, after which PostgreSQL refuses
 * to make it writable again.
 */
export async function begin(client: SourceClient, ms: number): Promise<void> {
  const answers = (await client.query(
    `BEGIN READ ONLY; SELECT set_config('statement_timeout', '${ms}', true), set_config('lock_timeout', '${Math.min(ms, 5_000)}', true),` +
    ` set_config('idle_in_transaction_session_timeout', '${ms + 10_000}', true), ${CHECKED_SQL} AS settings`,
  )) as unknown as { rows: { settings: string }[] }[];
  if (answers[1]?.rows[0]?.settings !== CHECKED_VALUE) throw new Fault('internal', false, { params: { detail: 'session settings are not in force: a pooler in between drops startup options' } });
}

/**
 * ROLLBACK also ends what a statement may have left; the others are what DISCARD ALL stands for, which forgets settings,
 * locks, portals and temporary tables, and has to come alone. One round trip.
 */
const RESET = 'ROLLBACK; CLOSE ALL; SET SESSION AUTHORIZATION DEFAULT; RESET ALL; DEALLOCATE ALL; UNLISTEN *; SELECT pg_advisory_unlock_all(); DISCARD PLANS; DISCARD TEMP; DISCARD SEQUENCES';

export async function reset(client: SourceClient): Promise<void> {
  await client.query(RESET);
}
