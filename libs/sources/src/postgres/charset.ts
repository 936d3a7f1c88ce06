import type { Link } from '../driver.js';
import { KOREAN } from '../probe.js';
import type { SourceClient } from './connect.js';

/** What the database's encoding does to Korean text. */
export async function charset(client: SourceClient): ReturnType<Link['charset']> {
  const { rows } = await client.query<{ encoding: string }>(`SELECT pg_encoding_to_char(encoding) AS encoding FROM pg_database WHERE datname = current_database()`);
  const encoding = rows[0]?.encoding ?? 'unknown';
  if (encoding === 'SQL_ASCII') return { status: 'note', detail: 'SQL_ASCII: the server does not know what its bytes mean; text that is not UTF-8 will be shown wrongly' };
  try {
    const echo = await client.query<{ text: string; length: number }>('SELECT $1::text AS text, length($1::text) AS length', [KOREAN]);
    if (echo.rows[0]?.text === KOREAN && echo.rows[0].length === KOREAN.length) return { status: 'pass', detail: `${encoding}: Korean text comes back as it was sent` };
    return { status: 'note', detail: `${encoding}: Korean text does not come back as it was sent` };
  } catch (error) {
    // The class of conversion errors: this database can't hold the text. Anything else is a fault.
    if ((error as { code?: unknown }).code === '22P05') return { status: 'note', detail: `${encoding} can't hold Korean text` };
    throw error;
  }
}
