import type { Link } from '../driver.js';
import { KOREAN } from '../probe.js';
import type { SqlServerClient } from './connect.js';

export const CHARSET_SQL = `SELECT N'${KOREAN}' AS wide, CAST(N'${KOREAN}' AS varchar(100)) AS narrow, CAST(DATABASEPROPERTYEX(DB_NAME(), 'Collation') AS nvarchar(128)) AS collation`;

/** nvarchar holds every text; varchar only that of the database's code page. */
export async function charset(client: SqlServerClient): ReturnType<Link['charset']> {
  const { rows: [[wide, narrow, collation] = []] } = await client.ask(CHARSET_SQL);
  if (wide !== KOREAN) return { status: 'note', detail: `${collation}: Korean text does not come back as it was sent` };
  if (narrow !== KOREAN) return { status: 'pass', detail: `${collation}: nvarchar gives Korean text back as it was sent; varchar can't hold it` };
  return { status: 'pass', detail: `${collation}: Korean text comes back as it was sent` };
}
