import { Fault } from '@countersign/contracts';
import type { SqlServerClient } from './connect.js';

/** Bits of @@OPTIONS that a session must have, and those it must not: implicit transactions, ignored arithmetic errors, rounding aborts. */
const ON = 8 + 16 + 32 + 64 + 256 + 4_096 + 16_384;
const OFF = 2 + 128 + 8_192;

/** Settings every statement meets, whatever the login's language or the server's options are. SET LANGUAGE decides the other two of its line again, so it comes first. */
const SETTINGS = [
  'SET LANGUAGE us_english', 'SET DATEFORMAT mdy', 'SET DATEFIRST 7',
  'SET ANSI_NULLS, ANSI_PADDING, ANSI_WARNINGS, ARITHABORT, QUOTED_IDENTIFIER, CONCAT_NULL_YIELDS_NULL, XACT_ABORT, NOCOUNT ON',
  'SET IMPLICIT_TRANSACTIONS OFF', 'SET ARITHIGNORE OFF', 'SET NUMERIC_ROUNDABORT OFF',
  'SET ROWCOUNT 0', 'SET TEXTSIZE 2147483647',
  'SET TRANSACTION ISOLATION LEVEL READ COMMITTED',
  // Whoever is in each other's way, it is not the customer's application that gives in.
  'SET DEADLOCK_PRIORITY LOW',
].join('; ');

const CHECKED_SQL = `SELECT CONCAT(@@LANGUAGE, '|', @@DATEFIRST, '|', @@OPTIONS & ${ON + OFF}, '|', @@LOCK_TIMEOUT, '|', @@TEXTSIZE, '|', @@TRANCOUNT, '|',` +
  ` (SELECT CONCAT(date_format, '|', transaction_isolation_level) FROM sys.dm_exec_sessions WHERE session_id = @@SPID), '|', CASE WHEN @@VERSION LIKE 'Microsoft SQL%' THEN 'Microsoft' ELSE 'another maker' END) AS settings`;

const MOST_WAIT_MS = 5_000;

/** What the server must say after `beginSql(timeoutMs)`. */
export const expectedSettings = (timeoutMs: number): string => ['us_english', 7, ON, lockTimeout(timeoutMs), 2_147_483_647, 1, 'mdy', 2, 'Microsoft'].join('|');
export const beginSql = (timeoutMs: number): string => `${SETTINGS}; SET LOCK_TIMEOUT ${lockTimeout(timeoutMs)}; BEGIN TRANSACTION; ${CHECKED_SQL}`;
export const ROLLBACK_SQL = 'IF @@TRANCOUNT > 0 ROLLBACK TRANSACTION';

const lockTimeout = (timeoutMs: number) => Math.min(Math.max(1, Math.ceil(timeoutMs)), MOST_WAIT_MS);

/** One round trip. SQL Server has no read-only transaction: this one is there to be rolled back. */
export async function begin(client: SqlServerClient, timeoutMs: number): Promise<void> {
  const { rows } = await client.ask(beginSql(timeoutMs));
  const found = rows[0]?.[0] ?? '';
  if (found === expectedSettings(timeoutMs)) return;
  const detail = found.endsWith('Microsoft') ? 'session settings are not in force' : 'not Microsoft SQL Server: another server may run what it is asked to plan';
  throw new Fault('internal', false, { params: { detail } });
}

/** Rolled back by a statement first, so that the driver learns of it; then everything else the session may remember is forgotten. */
export async function reset(client: SqlServerClient): Promise<void> {
  await client.ask(ROLLBACK_SQL);
  await client.resetSession();
}
