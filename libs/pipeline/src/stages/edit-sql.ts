import { mayEdit } from '@countersign/access';
import type { Actor, Candidate, DataSource, GateReport, Job, JobState, ReviewEdit, SqlChange } from '@countersign/contracts';
import { blockedDetails, textDigest } from '../blocked.js';
import { judge } from '../gate-input.js';
import { liveFacts } from '../live.js';
import { applyMove, eventActor, publishNext } from '../move.js';
import type { Ports } from '../ports.js';
import { unreadableSql } from '../sql-ground.js';
import type { Received } from './receive.js';

/** Compares two printed texts of one dialect. */
export type CompareSql = (before: string, after: string, dialect: DataSource['dialect']) => Promise<SqlChange[]>;

export type Edited =
  | { ok: true; state: JobState; version: number; edited: boolean; report: GateReport; changes: SqlChange[]; /** What the audit must keep, when the gate let the edit not through. */ blocked: Record<string, unknown> | null }
  | Extract<Received, { ok: false }>;

const no = (code: Extract<Received, { ok: false }>['code'], params: Record<string, string> = {}): Edited => ({ ok: false, code, params });

/**
 * An approver changes the SQL that waits. The gate judges it here, by the asker's rights: a rejected edit changes nothing. An accepted
 * one is a new revision: what was signed is void, the job goes back to the gate, and nobody who wrote any revision may approve it.
 */
export async function editSql(ports: Ports, actor: Actor, job: Job, edit: ReviewEdit, compare: CompareSql): Promise<Edited> {
  if (actor.kind !== 'person' || actor.tenantId !== job.tenantId) return no('not-found');
  const written = { revision: (job.candidate?.revision ?? 0) + 1, origin: 'person', authorId: actor.personId, sql: edit.sql, language: edit.language, columns: [], proofs: [] } satisfies Candidate;
  const [live, person] = await Promise.all([liveFacts(ports, { ...job, candidate: written }), ports.access.person(job.tenantId, actor.personId)]);
  const now = ports.clock.now();
  const verdict = mayEdit({ actor, job, seen: edit, now, live: { person, policies: live.policies } });
  if (!verdict.allowed) return no(verdict.code, verdict.params);
  const bad = unreadableSql(edit.sql);
  if (bad) return bad;
  const before = job.gateReport;
  if (before?.verdict !== 'accept') return no('not-awaiting-approval', { state: job.state });
  if (!live.asker) return no('stale-asker');
  const report = await judge(ports, live, written);
  if (!report) return no('stale-data-source');
  const stays = { ok: true as const, state: job.state, version: job.version, edited: false, report, changes: [], blocked: null };
  if (report.verdict === 'reject') return { ...stays, blocked: blockedDetails(report, { origin: 'edit', sql: edit.sql, asker: { id: actor.personId, name: person!.name } }) };
  if (report.sql === before.sql) return no('nothing-edited');
  const changes = (await compare(before.sql, report.sql, report.dialect)).map((change) => withinCap(change, live.source?.caps.maxRows));
  if (edit.preview) return { ...stays, changes };

  const candidate: Candidate = { ...written, edit: { of: job.candidate!.revision, by: { id: actor.personId, name: person!.name }, at: now, comment: edit.comment ?? null, changes } };
  const moved = await applyMove(ports, job, {
    to: 'GATING', nextStage: 'gate', actor: eventActor(actor), action: 'sql.edited',
    reason: { code: 'sql-edited', params: { revision: String(candidate.revision) } },
    writes: { candidate, gateReport: null, estimate: null, review: null, approval: null },
    details: { revision: candidate.revision, voided: job.review?.digest ?? null, textDigest: textDigest(edit.sql), changes: changes.length },
  });
  if (!moved.ok) return no('conflict', { state: moved.state });
  await publishNext(ports, moved.job, moved.outboxId);
  return { ...stays, state: moved.job.state, version: moved.job.version, edited: true, changes };
}

/** The printed text asks for one row more than is ever kept, so that a cut is noticed; people are told what is kept. */
function withinCap(change: SqlChange, maxRows: number | undefined): SqlChange {
  if (change.what !== 'limit' || change.within !== undefined || maxRows === undefined) return change;
  const kept = (text: string): string => (text === String(maxRows + 1) ? String(maxRows) : text);
  return { ...change, was: kept(change.was), now: kept(change.now) };
}
