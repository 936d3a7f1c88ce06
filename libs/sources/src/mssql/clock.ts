import type { SqlServerClient } from './connect.js';

export const CLOCK_SQL = "SELECT DATEDIFF_BIG(millisecond, '19700101', SYSUTCDATETIME()) AS ms, DATENAME(tzoffset, SYSDATETIMEOFFSET()) AS zone";

/** The server's time, and how far its own zone is from UTC. */
export async function clock(client: SqlServerClient): Promise<{ epochMs: number; zone: string }> {
  const { rows: [[ms, zone] = []] } = await client.ask(CLOCK_SQL);
  return { epochMs: Number(ms), zone: zone ?? 'unknown' };
}
