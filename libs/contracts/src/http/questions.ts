import { z } from 'zod';
import { ExportFormat, ExportFormats, ResultExport } from '../export.js';
import { Day, Id, Instant, Locale } from '../ids.js';
import { Job, JobEvent, ResultPage, StageTiming } from '../job.js';
import { JobState, StageName } from '../job-state.js';
import { PackProposal } from '../proposal.js';
import { PageQuery, page } from './page.js';
import { route } from './route.js';

export const MAX_QUESTION_CHARS = 2000;

export const NewQuestion = z.object({
  question: z.string(),
  dataSourceId: Id,
  packId: z.string().max(80),
  locale: Locale.optional(),
  /** Forms that the result shall be allowed to leave in; approvers see them, and sign them. */
  exportAs: ExportFormats.optional(),
  /** Business date; the pack's own today when absent. */
  today: Day.refine((day) => day >= '1900-01-01' && day < '2200-01-01', 'must be a day from 1900 to 2199').optional(),
});
export type NewQuestion = z.infer<typeof NewQuestion>;

/** Whether the result may leave in a form, and if not, why: a problem code. */
export const ExportOffer = z.object({ format: ExportFormat, allowed: z.boolean(), code: z.string().nullable() });
export type ExportOffer = z.infer<typeof ExportOffer>;

export const JobSummary = z.object({ id: Id, question: z.string(), askerName: z.string(), state: JobState, stage: StageName.nullable(), createdAt: Instant, updatedAt: Instant, dataSourceId: Id, packId: z.string() });
export type JobSummary = z.infer<typeof JobSummary>;
export const JobView = z.object({
  job: Job.omit({ tenantId: true, traceparent: true }),
  events: z.array(JobEvent),
  timings: z.array(StageTiming),
  dataSource: z.object({ id: Id, name: z.string(), engine: z.string() }),
  /** Metrics of the interpretation with their definitions. */
  meaning: z.array(z.object({ ref: z.string(), label: z.string(), definition: z.string() })),
  /** What the asker chose when asked back, and may propose as what the word means for all; empty for everybody else. */
  proposable: z.array(PackProposal.pick({ term: true, ref: true, label: true }).extend({ as: z.array(PackProposal.shape.as) })),
  /** Empty where there are no rows for the caller. */
  exports: z.array(ExportOffer),
  can: z.object({ cancel: z.boolean(), clarify: z.boolean(), revise: z.boolean(), decide: z.boolean(), seeResult: z.boolean() }),
});
export type JobView = z.infer<typeof JobView>;

const JobParams = z.object({ id: Id });
export const askQuestion = route({ method: 'POST', idempotent: true, path: '/v1/questions', summary: 'Ask a question', auth: 'any', roles: ['analyst', 'admin', 'approver'], status: 202, body: NewQuestion, output: z.object({ jobId: Id, state: JobState }), problems: ['question-empty', 'question-too-long', 'question-unreadable', 'unknown-pack', 'pack-not-bound', 'unknown-data-source', 'data-source-not-ready', 'no-grant', 'export-not-allowed', 'idempotency-mismatch'] });
export const listJobs = route({ method: 'GET', path: '/v1/jobs', summary: 'Own jobs (auditors and admins: all)', auth: 'any', roles: [], query: PageQuery.extend({ state: JobState.optional(), search: z.string().max(200).optional(), scope: z.enum(['mine', 'all']).default('mine') }), output: page(JobSummary), problems: [] });
export const getJob = route({ method: 'GET', path: '/v1/jobs/:id', summary: 'A job', auth: 'any', roles: [], params: JobParams, output: JobView, problems: ['not-found'] });
/** Each SSE message: `id` is the event's seq, `event` is 'job', data a JobEvent. Last-Event-ID resumes. */
export const jobEvents = route({ method: 'GET', path: '/v1/jobs/:id/events', summary: 'Live progress', auth: 'any', roles: [], params: JobParams, media: 'text/event-stream', problems: ['not-found'] });
export const getResult = route({ method: 'GET', path: '/v1/jobs/:id/result', summary: 'Rows of the result', auth: 'any', roles: [], params: JobParams, query: z.object({ offset: z.coerce.number().int().min(0).default(0), limit: z.coerce.number().int().min(1).max(1000).default(200) }), output: ResultPage, problems: ['not-found', 'access-ended'] });
/**
 * The rows as a file, written while they are read. CSV: NULL is nothing, an empty text is ""; where the result was cut, the last line says
 * so. JSONL: every value a string, exact; a last object with `$truncated` where it was cut. The manifest with the file's hash is listed
 * under /exports once the file has ended; header X-Countersign-Export is its id.
 */
export const exportResult = route({ method: 'GET', path: '/v1/jobs/:id/result/export', summary: 'Rows of the result as a file', auth: 'any', roles: [], params: JobParams, query: z.object({ format: ExportFormat.default('csv'), bom: z.enum(['true', 'false']).default('false') }), media: 'application/octet-stream', problems: ['not-found', 'forbidden', 'access-ended', 'export-not-approved', 'export-not-allowed', 'export-narrowed', 'export-too-large', 'export-busy'] });
export const listExports = route({ method: 'GET', path: '/v1/jobs/:id/exports', summary: 'Exports of the result with their manifests, newest first', auth: 'any', roles: [], params: JobParams, output: z.object({ items: z.array(ResultExport) }), problems: ['not-found'] });
export const getEvidence = route({ method: 'GET', path: '/v1/jobs/:id/evidence', summary: 'Evidence bundle', auth: 'any', roles: [], params: JobParams, output: z.record(z.string(), z.unknown()), problems: ['not-found'] });
export const clarifyJob = route({ method: 'POST', path: '/v1/jobs/:id/clarify', summary: 'Answer a clarification', auth: 'any', roles: [], params: JobParams, body: z.object({ term: z.string(), ref: z.string(), version: z.int() }), output: z.object({ state: JobState }), problems: ['not-found', 'choice-unknown', 'conflict'] });
/** The asker's answer to requested changes: other words, other choices, or both. A new job that names the old one. */
export const reviseJob = route({ method: 'POST', path: '/v1/jobs/:id/revise', summary: 'Ask anew after changes were requested', auth: 'any', roles: [], status: 202, params: JobParams, body: z.object({ question: z.string().optional(), choices: z.record(z.string().max(200), z.string().max(200)).optional(), version: z.int() }), output: z.object({ jobId: Id, state: JobState }), problems: ['not-found', 'conflict', 'nothing-revised', 'question-empty', 'question-too-long', 'question-unreadable', 'unknown-pack', 'pack-not-bound', 'unknown-data-source', 'data-source-not-ready', 'no-grant'] });
export const cancelJob = route({ method: 'POST', path: '/v1/jobs/:id/cancel', summary: 'Cancel or withdraw', auth: 'any', roles: [], params: JobParams, output: z.object({ state: JobState }), problems: ['not-found', 'conflict'] });
export const sendFeedback = route({ method: 'POST', path: '/v1/jobs/:id/feedback', summary: 'Thumbs up or down with a reason', auth: 'any', roles: [], status: 204, params: JobParams, body: z.object({ verdict: z.enum(['up', 'down']), comment: z.string().max(2000).optional() }), problems: ['not-found'] });
