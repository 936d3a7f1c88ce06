import { Fault } from '@countersign/contracts';
import type { OracleSession } from './oracle-session.js';

/** How long our own constant statements may take. */
export const OWN_MS = 30_000;

/** Settings that change what a statement means or how a value is written, whatever the account's, the client's or the server's are. */
const SETTINGS = {
  NLS_LANGUAGE: 'AMERICAN',
  NLS_TERRITORY: 'AMERICA',
  NLS_NUMERIC_CHARACTERS: '.,',
  NLS_DATE_FORMAT: 'SYYYY-MM-DD HH24:MI:SS',
  NLS_TIMESTAMP_FORMAT: 'SYYYY-MM-DD HH24:MI:SS.FF9',
  NLS_TIMESTAMP_TZ_FORMAT: 'SYYYY-MM-DD HH24:MI:SS.FF9 TZH:TZM',
  NLS_CALENDAR: 'GREGORIAN',
  NLS_SORT: 'BINARY',
  NLS_COMP: 'BINARY',
  NLS_LENGTH_SEMANTICS: 'CHAR',
} as const;

const CHECK = `SELECT (SELECT LISTAGG(parameter || '=' || value, ';') WITHIN GROUP (ORDER BY parameter) FROM nls_session_parameters WHERE parameter IN (${Object.keys(SETTINGS).map((name) => `'${name}'`).join(', ')})) || ';zone=' || SESSIONTIMEZONE || ';schema=' || SYS_CONTEXT('USERENV', 'CURRENT_SCHEMA') FROM dual`;

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

/** Once per session. Language and territory come first: they set the others. Gives the account's name as the server writes it. */
export async function settle(session: OracleSession, schema: string | undefined): Promise<string> {
  const { NLS_LANGUAGE, NLS_TERRITORY, ...rest } = SETTINGS;
  await session.ask(`ALTER SESSION SET NLS_LANGUAGE = ${quoted(NLS_LANGUAGE)} NLS_TERRITORY = ${quoted(NLS_TERRITORY)}`, {}, OWN_MS);
  await session.ask(`ALTER SESSION SET ${Object.entries(rest).map(([name, value]) => `${name} = ${quoted(value)}`).join(' ')} TIME_ZONE = '+00:00'`, {}, OWN_MS);
  if (schema !== undefined) await session.ask(`ALTER SESSION SET CURRENT_SCHEMA = "${schema}"`, {}, OWN_MS);
  const [[account] = []] = await session.ask('SELECT USER FROM dual', {}, OWN_MS);
  return String(account);
}

/**
 * Before each statement: are the settings in force? A function that a statement called may have changed them, and so
 * may a logon trigger or a proxy that shares sessions.
 */
export async function begin(session: OracleSession, schema: string, timeoutMs: number): Promise<void> {
  const [[found] = [null]] = await session.ask(CHECK, {}, timeoutMs);
  if (found !== wanted(schema)) throw new Fault('internal', false, { params: { detail: 'session settings are not in force: a logon trigger or a proxy in between changes them' } });
}

function wanted(schema: string): string {
  const sorted = Object.entries(SETTINGS).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${sorted.map(([name, value]) => `${name}=${value}`).join(';')};zone=+00:00;schema=${schema}`;
}

/** Ends the transaction. What a statement may have changed in the session is found by the next `begin`. */
export async function reset(session: OracleSession): Promise<void> {
  await session.rollback();
}
