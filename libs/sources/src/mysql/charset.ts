import type { Link } from '../driver.js';
import { KOREAN } from '../probe.js';
import type { SourceConnection } from './connect.js';

/** What the database's character set does to Korean text. */
export async function charset(connection: SourceConnection): ReturnType<Link['charset']> {
  const [[encoding] = ['']] = await connection.ask('SELECT @@character_set_database');
  const [[text, length, back] = []] = await connection.ask(`SELECT '${KOREAN}', CHAR_LENGTH('${KOREAN}'), CONVERT(CONVERT('${KOREAN}' USING ${/^\w+$/.test(encoding ?? '') ? encoding : 'utf8mb4'}) USING utf8mb4)`);
  if (text !== KOREAN || length !== String(KOREAN.length)) return { status: 'note', detail: `${encoding}: Korean text does not come back as it was sent` };
  if (back !== KOREAN) return { status: 'note', detail: `${encoding}, the database's own character set, can't hold Korean text` };
  return { status: 'pass', detail: `${encoding}: Korean text comes back as it was sent` };
}
