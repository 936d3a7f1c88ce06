import type { Link } from '../driver.js';
import { KOREAN } from '../probe.js';
import type { OracleSession } from './oracle-session.js';
import { OWN_MS } from './session-settings.js';

/** What the database's character set does to Korean text. */
export async function charset(session: OracleSession): ReturnType<Link['charset']> {
  const [[name, echo, length] = []] = await session.ask(
    `SELECT (SELECT value FROM nls_database_parameters WHERE parameter = 'NLS_CHARACTERSET'), TO_CHAR(:korean), LENGTH(TO_CHAR(:korean)) FROM dual`, { korean: KOREAN }, OWN_MS);
  const same = echo === KOREAN && length === String(KOREAN.length);
  return same ? { status: 'pass', detail: `${name}: Korean text comes back as it was sent` } : { status: 'note', detail: `${name} can't hold Korean text` };
}
