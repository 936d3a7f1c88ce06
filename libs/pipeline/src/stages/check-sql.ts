import type { Actor, GateReport, SqlCheck } from '@countersign/contracts';
import { blockedDetails, textDigest } from '../blocked.js';
import { judge } from '../gate-input.js';
import type { Ports } from '../ports.js';
import { sqlGround, type SqlText } from '../sql-ground.js';
import type { Received } from './receive.js';

/** `blocked`: what the audit must keep, when the gate let the text not through. */
export type Checked = { ok: true; check: SqlCheck; blocked: Record<string, unknown> | null } | Extract<Received, { ok: false }>;

/** What the gate says of a text, by the asker's rights as they are now. Records nothing, runs nothing. */
export async function checkSql(ports: Pick<Ports, 'access' | 'packs' | 'clock' | 'gate'>, actor: Exclude<Actor, { kind: 'system' }>, text: SqlText): Promise<Checked> {
  const found = await sqlGround(ports, actor, text);
  if (!found.ok) return found;
  const { live, packId } = found.ground;
  const report: GateReport | undefined = await judge(ports, live, text);
  if (!report) return { ok: false, code: 'data-source-not-ready', params: { status: live.source.status } };
  const { id, name, dialect } = live.source;
  const blocked = report.verdict === 'reject' ? blockedDetails(report, { origin: 'check', sql: text.sql, asker: { id: actor.personId, name: live.asker?.name ?? actor.name } }) : null;
  return { ok: true, check: { report, dataSource: { id, name, dialect }, packId, textDigest: textDigest(text.sql) }, blocked };
}
