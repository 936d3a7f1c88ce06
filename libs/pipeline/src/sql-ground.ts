import type { Actor, SqlLanguage } from '@countersign/contracts';
import { MAX_SQL_CHARS } from '@countersign/contracts';
import { type Live, liveFacts } from './live.js';
import type { Ports } from './ports.js';
import { notOpen, type Received } from './stages/receive.js';

type Refused = Extract<Received, { ok: false }>;

/** A text of SQL, and where it is meant to run. */
export interface SqlText {
  sql: string;
  dataSourceId: string;
  /** Absent: the first pack that is bound to the data source, else the first there is. */
  packId?: string | undefined;
  language: SqlLanguage;
}

/** The pack whose names hold for a text, and everything it is judged by. */
export interface SqlGround {
  packId: string;
  packVersion: number;
  live: Live & { source: NonNullable<Live['source']> };
}

const no = (code: Refused['code'], params: Record<string, string> = {}): Refused => ({ ok: false, code, params });

/** What is wrong with a text before anything reads it; undefined: nothing. */
export function unreadableSql(sql: string): Refused | undefined {
  if (sql.trim() === '') return no('sql-empty');
  return sql.length > MAX_SQL_CHARS ? no('sql-too-long', { limit: String(MAX_SQL_CHARS) }) : undefined;
}

/** Where SQL of a person stands: may they ask this data source, and in whose words? */
export async function sqlGround(ports: Pick<Ports, 'access' | 'packs' | 'clock'>, actor: Exclude<Actor, { kind: 'system' }>, text: SqlText): Promise<{ ok: true; ground: SqlGround } | Refused> {
  const bad = unreadableSql(text.sql);
  if (bad) return bad;
  const published = await ports.packs.forSource(actor.tenantId, text.dataSourceId);
  const pack = text.packId === undefined ? (published.find(({ binding }) => binding !== undefined) ?? published[0]) : published.find(({ id }) => id === text.packId);
  if (!pack) return no('unknown-pack');
  const subject = { tenantId: actor.tenantId, askerId: actor.personId, dataSourceId: text.dataSourceId, packId: pack.id, packVersion: pack.version, approval: null, review: null, candidate: { origin: 'sql' } } as const;
  const live = await liveFacts(ports, subject);
  const { source } = live;
  if (!live.asker) return no('forbidden');
  const closed = notOpen(source, live.grants, ports.clock.now());
  if (closed) return closed;
  return source ? { ok: true, ground: { packId: pack.id, packVersion: pack.version, live: { ...live, source } } } : no('unknown-data-source');
}
