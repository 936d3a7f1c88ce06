import { createHash } from 'node:crypto';
import { exportFormatsFor, liveGrants } from '@countersign/access';
import type { Actor, Catalogue, DataSource, ExportFormat, Grant, Job, JobState, NewQuestion, Policy, ProblemCode } from '@countersign/contracts';
import { MAX_QUESTION_CHARS, canonicalJson, unreadableIn } from '@countersign/contracts';
import { tablesOf, type Pack } from '@countersign/pack';
import { auditJob, eventActor, publishNext } from '../move.js';
import type { LivePerson, Ports } from '../ports.js';

export type Received = { ok: true; jobId: string; state: JobState; version: number } | { ok: false; code: ProblemCode; params: Record<string, string> };

const no = (code: ProblemCode, params: Record<string, string> = {}): Extract<Received, { ok: false }> => ({ ok: false, code, params });

/**
 * The question's text as it is kept: NFC (Korean typed on macOS arrives decomposed), blanks collapsed, ends trimmed.
 * @returns the text, or the code of what is wrong with it.
 */
export function readQuestion(raw: string): { text: string } | { code: ProblemCode; params: Record<string, string> } {
  if (raw.length > MAX_QUESTION_CHARS * 4) return { code: 'question-too-long', params: { limit: String(MAX_QUESTION_CHARS) } };
  if (unreadableIn(raw)) return { code: 'question-unreadable', params: {} };
  const text = raw.normalize('NFC').replace(/\s+/gu, ' ').trim();
  if (text === '') return { code: 'question-empty', params: {} };
  if ([...text].length > MAX_QUESTION_CHARS) return { code: 'question-too-long', params: { limit: String(MAX_QUESTION_CHARS) } };
  return { text };
}

/** Why this data source can't be asked now by someone with these grants; undefined: it can. */
export function notOpen(source: Pick<DataSource, 'status'> | undefined, grants: readonly Grant[], now: string): Extract<Received, { ok: false }> | undefined {
  if (!source || source.status === 'disabled') return no('unknown-data-source');
  if (source.status !== 'ready') return no('data-source-not-ready', { status: source.status });
  return liveGrants(grants, now).length > 0 ? undefined : no('no-grant');
}

/** Why a form can't be asked for; undefined: it can. Said before an approver is disturbed. */
export function notExportable(exportAs: readonly ExportFormat[], policies: readonly Policy[], person: Pick<LivePerson, 'groups' | 'roles'>): Extract<Received, { ok: false }> | undefined {
  const format = exportAs.find((asked) => !exportFormatsFor(policies, person).includes(asked));
  return format === undefined ? undefined : no('export-not-allowed', { format });
}

/** Only what was asked for is a member: a question to be looked at is written as ever. */
export function asFiles(exportAs: readonly ExportFormat[]): { exportAs?: ExportFormat[] } {
  return exportAs.length === 0 ? {} : { exportAs: [...exportAs] };
}

/** A pack without a binding means its own names: a source that has none of them can answer nothing in its words. */
function speaksOf(pack: Pack, catalogue: Catalogue): boolean {
  const names = new Set(tablesOf(pack).map(({ name }) => name));
  return catalogue.tables.some(({ name }) => names.has(name));
}

/** The calendar day of an instant in a time zone. */
export function dayIn(timeZone: string, instant: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(instant));
}

/**
 * Records a question as a job, its first event, audit record and outbox row in one transaction, before anything
 * else happens to it; then hands it to the queue.
 */
export async function receive(ports: Ports, actor: Exclude<Actor, { kind: 'system' }>, input: NewQuestion & { idempotencyKey: string | null; traceparent: string | null; revises?: string; choices?: Record<string, string> }): Promise<Received> {
  const startedAt = ports.clock.now();
  const before = ports.clock.micros();
  const read = readQuestion(input.question);
  if ('code' in read) return no(read.code, read.params);
  const { tenantId, personId } = actor;
  const { asker: person, source, packVersion, grants, binding, catalogue, policies } = await ports.access.live(tenantId, { askerId: personId, approverId: null, dataSourceId: input.dataSourceId, packId: input.packId });
  if (!person) return no('forbidden');
  if (packVersion === undefined) return no('unknown-pack');
  const closed = notOpen(source, grants, startedAt);
  if (closed) return closed;
  const pack = await ports.packs.load(tenantId, input.packId, packVersion);
  if (!pack || !source) return no('unknown-pack');
  if (!binding && catalogue && !speaksOf(pack, catalogue)) return no('pack-not-bound', { pack: pack.title.en, source: source.name });

  const exportAs = input.exportAs ?? [];
  const closedForm = notExportable(exportAs, policies.policies, person);
  if (closedForm) return closedForm;

  const id = ports.ids.next();
  const locale = input.locale ?? (/[\uac00-\ud7a3]/.test(read.text) ? 'ko' : 'en');
  const today = input.today ?? dayIn(pack.calendar.timezone, startedAt);
  const { revises, choices } = input;
  const revision = revises === undefined ? {} : { revises, choices: choices ?? {} };
  const requestHash = createHash('sha256').update(canonicalJson({ q: read.text, s: source.id, p: input.packId, l: locale, t: input.today ?? null, ...revision, ...asFiles(exportAs) })).digest('hex');
  const by = eventActor(actor);
  const made = await ports.jobs.create({
    id, tenantId, askerId: personId, askerName: person.name, dataSourceId: source.id, packId: input.packId, packVersion,
    question: read.text, locale, today, createdAt: startedAt, traceparent: input.traceparent, idempotencyKey: input.idempotencyKey, requestHash, ...revision, ...asFiles(exportAs),
    audit: [auditJob(ports, { id, dataSourceId: source.id }, { at: startedAt, action: 'question.asked', actor: by, state: 'RECEIVED', details: { question: read.text, pack: input.packId, packVersion, ...revision, ...asFiles(exportAs) } })],
    timings: [{ step: 'receive', startedAt, durationUs: Math.round(ports.clock.micros() - before), attempt: 1, process: ports.process }],
  });
  if (!made.created) {
    if (!made.sameRequest) return no('idempotency-mismatch');
    return { ok: true, jobId: made.job.id, state: made.job.state, version: made.job.version };
  }
  await publishNext(ports, { id, tenantId, dataSourceId: source.id, stage: 'resolve', version: 0, traceparent: input.traceparent } as Job, made.outboxId);
  return { ok: true, jobId: id, state: 'RECEIVED', version: 0 };
}
