import { type Approval, Candidate, type JobEvent, JobState, type JobSummary, Risk, StageName, StageTiming } from '@countersign/contracts';
import { z } from 'zod';
import type { Database } from './database.js';
import { Prisma } from './generated/client.js';
import { isUuid, noPage, oneMore, pageOf } from './page.js';
import type { JobReader } from './store.js';

/** Prisma's `contains` is LIKE: its own wildcards are taken literally. */
const literally = (text: string): string => text.replace(/[\\%_]/g, (c) => `\\${c}`);

const SUMMARY = { id: true, question: true, askerName: true, state: true, stage: true, createdAt: true, updatedAt: true, dataSourceId: true, packId: true } as const;

export function jobReader(db: Database): JobReader {
  return {
    async list(tenantId, { askerId, state, search, cursor, limit }) {
      if (cursor !== undefined && !isUuid(cursor)) return noPage();
      const where: Prisma.JobWhereInput = {
        tenantId,
        ...(askerId ? { askerId } : {}),
        ...(state ? { state } : {}),
        ...(search ? { question: { contains: literally(search.replaceAll('\u0000', '')), mode: 'insensitive' } } : {}),
        ...(cursor ? { id: { lt: cursor } } : {}),
      };
      const rows = await db.forTenant(tenantId, (tx) => tx.job.findMany({ where, select: SUMMARY, orderBy: { id: 'desc' }, take: oneMore(limit) }));
      return pageOf(rows, limit, (row) => row.id, (row): JobSummary => ({
        ...row, state: JobState.parse(row.state), stage: StageName.nullable().parse(row.stage), createdAt: row.createdAt.toISOString(), updatedAt: row.updatedAt.toISOString(),
      }));
    },

    async events(tenantId, jobId, afterSeq) {
      const rows = await db.rows<{ event: JobEvent }>('app', 'job_events_of', 'select event from job_events_of($1::jsonb)', [JSON.stringify([{ tenantId, jobId, afterSeq }])]);
      return rows.map((row) => row.event);
    },
    async eventsOf(jobs) {
      if (jobs.length === 0) return [];
      return db.rows<{ jobId: string; event: JobEvent }>('app', 'job_events_of_many', 'select job_id as "jobId", event from job_events_of($1::jsonb)', [JSON.stringify(jobs)]);
    },

    async timings(tenantId, jobId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.stageTiming.findMany({ where: { tenantId, jobId }, orderBy: [{ startedAt: 'asc' }, { id: 'asc' }] }));
      return rows.map((row) => StageTiming.parse({
        step: row.step, startedAt: row.startedAt.toISOString(), durationUs: Number(row.durationUs), attempt: row.attempt, process: row.process, detail: row.detail ?? undefined,
      }));
    },

    async approvals(tenantId, jobId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.approval.findMany({ where: { tenantId, jobId }, orderBy: [{ decidedAt: 'asc' }, { id: 'asc' }] }));
      return rows.map((row) => row.body as Approval);
    },

    async revisions(tenantId, jobId) {
      const rows = await db.forTenant(tenantId, (tx) => tx.candidate.findMany({ where: { tenantId, jobId }, orderBy: { revision: 'asc' } }));
      return rows.map((row) => Candidate.parse(row.body));
    },

    async reviews(tenantId, viewerId, { cursor, limit }) {
      if (cursor !== undefined && !isUuid(cursor)) return noPage();
      const rows = await db.forTenant(tenantId, async (tx) => tx.$queryRaw<ReviewRow[]>`
        select j.id, j.question, j.asker_id, j.asker_name, j.review, j.estimate->'rows' as estimated_rows, coalesce(d.name, '') as source_name, g.body as report
        from jobs j
        left join data_sources d on d.tenant_id = j.tenant_id and d.id = j.data_source_id
        left join gate_reports g on g.tenant_id = j.tenant_id and g.job_id = j.id and g.revision = j.gate_revision
        where j.tenant_id = ${tenantId}::uuid and j.state = 'AWAITING_APPROVAL' and j.review is not null
          and (${cursor ?? null}::uuid is null or j.id < ${cursor ?? null}::uuid)
        order by j.id desc limit ${oneMore(limit)}`);
      return pageOf(rows, limit, (row) => row.id, (row) => {
        const review = Review.parse(row.review);
        return {
          jobId: row.id, question: row.question, askerName: row.asker_name, dataSourceName: row.source_name, ...review,
          estimatedRows: typeof row.estimated_rows === 'number' ? row.estimated_rows : null, warnings: warningsOf(row.report), mine: row.asker_id === viewerId,
        };
      });
    },

    async addFeedback({ tenantId, jobId, personId, verdict, comment, at }) {
      const key = { tenantId, jobId, personId };
      const said = { verdict, comment: comment?.replaceAll('\u0000', '') ?? null, at: new Date(at) };
      await db.forTenant(tenantId, (tx) => tx.feedback.upsert({ where: { tenantId_jobId_personId: key }, create: { ...key, ...said }, update: said }));
    },
  };
}

interface ReviewRow {
  id: string;
  question: string;
  asker_id: string;
  asker_name: string;
  review: unknown;
  estimated_rows: unknown;
  source_name: string;
  report: unknown;
}

const Review = z.object({ risk: Risk, requestedAt: z.string(), expiresAt: z.string() });
const Report = z.object({ checks: z.array(z.object({ status: z.string() })).default([]), findings: z.array(z.object({ severity: z.string() })).default([]) });

/** Checks that did not simply pass, and findings beyond information. */
function warningsOf(report: unknown): number {
  const read = Report.safeParse(report);
  if (!read.success) return 0;
  return read.data.checks.filter((c) => c.status !== 'pass').length + read.data.findings.filter((f) => f.severity !== 'info').length;
}
