import type { SourceClient } from './connect.js';

/** The server's time, and the zone its own log is written in: the session's zone is the one we asked for. */
export async function clock(client: SourceClient): Promise<{ epochMs: number; zone: string }> {
  const { rows } = await client.query<{ ms: string; zone: string }>("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint::text AS ms, current_setting('log_timezone') AS zone");
  return { epochMs: Number(rows[0]?.ms), zone: rows[0]?.zone ?? 'unknown' };
}
