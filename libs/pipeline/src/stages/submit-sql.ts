import { createHash } from 'node:crypto';
import type { Actor, ExportFormat, Job, Locale } from '@countersign/contracts';
import { canonicalJson } from '@countersign/contracts';
import { textDigest } from '../blocked.js';
import { auditJob, eventActor, publishNext } from '../move.js';
import type { Ports } from '../ports.js';
import { sqlGround, type SqlText } from '../sql-ground.js';
import { type Received, asFiles, dayIn, notExportable, readQuestion } from './receive.js';

export interface SubmittedSql extends SqlText {
  /** The asker's own words; absent: the beginning of the SQL. */
  title?: string | undefined;
  locale: Locale;
  exportAs?: ExportFormat[] | undefined;
  idempotencyKey: string | null;
  traceparent: string | null;
}

/** Characters of SQL that stand for a title nobody gave. */
const TITLE_CHARS = 80;

/**
 * Records SQL that a person wrote as a job whose first candidate it is. From here it goes the way of every question: gate, estimate,
 * approval by another person, recheck, one run.
 */
export async function submitSql(ports: Ports, actor: Exclude<Actor, { kind: 'system' }>, input: SubmittedSql): Promise<Received> {
  const startedAt = ports.clock.now();
  const before = ports.clock.micros();
  const titled = input.title === undefined ? { text: beginningOf(input.sql) } : readQuestion(input.title);
  if ('code' in titled) return { ok: false, ...titled };
  const found = await sqlGround(ports, actor, input);
  if (!found.ok) return found;
  const { packId, packVersion, live } = found.ground;
  const pack = await ports.packs.load(actor.tenantId, packId, packVersion);
  if (!pack || !live.asker) return { ok: false, code: 'unknown-pack', params: {} };

  const files = asFiles(input.exportAs ?? []);
  const closedForm = notExportable(input.exportAs ?? [], live.policies, live.asker);
  if (closedForm) return closedForm;

  const { tenantId, personId } = actor;
  const { source } = live;
  const { sql, language, locale, traceparent, idempotencyKey } = input;
  const id = ports.ids.next();
  const requestHash = createHash('sha256').update(canonicalJson({ sql, language, s: source.id, p: packId, l: locale, title: input.title ?? null, ...files })).digest('hex');
  const details = { ...(input.title === undefined ? {} : { title: titled.text }), textDigest: textDigest(sql), language, pack: packId, packVersion, ...files };
  const made = await ports.jobs.create({
    id, tenantId, askerId: personId, askerName: live.asker.name, dataSourceId: source.id, packId, packVersion, question: titled.text, locale,
    today: dayIn(pack.calendar.timezone, startedAt), createdAt: startedAt, traceparent, idempotencyKey, requestHash, ...files,
    candidate: { revision: 1, origin: 'sql', authorId: personId, sql, language, columns: [], proofs: [] },
    audit: [auditJob(ports, { id, dataSourceId: source.id }, { at: startedAt, action: 'sql.submitted', actor: eventActor(actor), state: 'RECEIVED', details })],
    timings: [{ step: 'receive', startedAt, durationUs: Math.round(ports.clock.micros() - before), attempt: 1, process: ports.process }],
  });
  if (!made.created) return made.sameRequest ? { ok: true, jobId: made.job.id, state: made.job.state, version: made.job.version } : { ok: false, code: 'idempotency-mismatch', params: {} };
  await publishNext(ports, { id, tenantId, stage: 'resolve', version: 0, traceparent } as Job, made.outboxId);
  return { ok: true, jobId: id, state: 'RECEIVED', version: 0 };
}

/** The first words of a text, as a title: one line, nothing invisible. */
function beginningOf(sql: string): string {
  const line = [...sql.replace(/[\p{C}\s]+/gu, ' ').trim()];
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS).join('').trimEnd()}…` : line.join('') || 'SQL';
}
