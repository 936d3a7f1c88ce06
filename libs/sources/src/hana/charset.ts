import type { Link } from '../driver.js';
import { KOREAN } from '../probe.js';
import type { HanaSession } from './hana-session.js';

/** HANA keeps text in Unicode; the round trip is looked at all the same. */
export async function charset(session: HanaSession): ReturnType<Link['charset']> {
  const [[echo, length] = []] = await session.ask(`SELECT N'${KOREAN}', LENGTH(N'${KOREAN}') FROM DUMMY`);
  if (echo === KOREAN && length === String(KOREAN.length)) return { status: 'pass', detail: 'Unicode: Korean text comes back as it was sent' };
  return { status: 'note', detail: 'Korean text does not come back as it was sent' };
}
