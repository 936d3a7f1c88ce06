import type { QueueName, StagePayload } from '@countersign/contracts';
import { STAGE_LIST } from '@countersign/pipeline';
import type { Database } from './database.js';
import type { StoreOptions, SystemStore } from './store.js';

type Process = 'api' | 'worker' | 'collector';
const WEEK_MS = 7 * 24 * 3_600_000;
const BUDGETS = JSON.stringify(Object.fromEntries(STAGE_LIST.filter((s) => s.runsIn !== 'api').map((s) => [s.name, s.budgetMs])));

interface LostRow {
  tenant_id: string;
  id: string;
  stage: StagePayload['stage'];
  version: number;
  data_source_id: string;
  traceparent: string | null;
  enqueued_at: string;
}

/** Across tenants, as countersign_system: the policies of migration 0002 let it see work, not content. */
export function systemStore(db: Database, options: Pick<StoreOptions, 'clarificationTtlMs'>): SystemStore {
  return {
    async dueOutbox(olderThanMs, limit) {
      const rows = await db.rows<{ id: string; queue: QueueName; payload: StagePayload }>('system', 'outbox_due', `
        select id, queue, payload from outbox where enqueued_at <= now() - $1 * interval '1 millisecond' order by enqueued_at limit $2`, [olderThanMs, limit]);
      return rows.map((row) => ({ outboxId: row.id, queue: row.queue, payload: row.payload }));
    },

    async lostJobs(now, graceMs, limit) {
      // RUNNING is not among the states: a run is never started again by itself.
      const rows = await db.rows<LostRow>('system', 'jobs_lost', `
        select tenant_id, id, stage, version, data_source_id, traceparent, (extract(epoch from updated_at) * 1000)::bigint as enqueued_at from jobs
        where state in ('RECEIVED', 'RESOLVING', 'GENERATING', 'GATING', 'APPROVED', 'QUEUED', 'GROUNDING')
          and updated_at < $1::timestamptz - (($3::jsonb ->> stage)::int + $2) * interval '1 millisecond'
        order by updated_at limit $4`, [now, graceMs, BUDGETS, limit]);
      // Since its last move, not since now: the time it was lost is part of its wait.
      return rows.map((row) => ({ tenantId: row.tenant_id, jobId: row.id, stage: row.stage, version: row.version, dataSourceId: row.data_source_id, traceparent: row.traceparent, enqueuedAt: Number(row.enqueued_at) }));
    },

    async silentRuns(silentMs, limit) {
      return db.rows('system', 'runs_silent', `
        select j.tenant_id as "tenantId", j.id as "jobId" from jobs j
        left join runs r on r.tenant_id = j.tenant_id and r.job_id = j.id and r.id = j.run_id
        where j.state = 'RUNNING' and coalesce(r.heartbeat_at, j.updated_at) < now() - $1 * interval '1 millisecond' limit $2`, [silentMs, limit]);
    },

    async expiredJobs(now, limit) {
      return db.rows('system', 'jobs_expired', `
        select tenant_id as "tenantId", id as "jobId" from jobs
        where (state in ('AWAITING_APPROVAL', 'APPROVED', 'QUEUED') and expires_at <= $1::timestamptz)
           or (state in ('NEEDS_CLARIFICATION', 'CHANGES_REQUESTED') and updated_at <= $1::timestamptz - $2 * interval '1 millisecond')
        order by updated_at limit $3`, [now, options.clarificationTtlMs ?? WEEK_MS, limit]);
    },

    async beat(process, id) {
      await db.rows('system', 'beat', `
        with gone as (delete from process_beats where seen_at < now() - interval '1 day' and id <> $2)
        insert into process_beats (process, id, seen_at) values ($1, $2, now()) on conflict (process, id) do update set seen_at = now()`, [process, id]);
    },

    async alive(withinMs) {
      const rows = await db.rows<{ process: Process; count: number }>('system', 'alive', `
        select process, count(*)::int as count from process_beats where seen_at > now() - $1 * interval '1 millisecond' group by process`, [withinMs]);
      return { api: 0, worker: 0, collector: 0, ...Object.fromEntries(rows.map((row) => [row.process, row.count])) };
    },

    async ping() {
      await db.rows('system', 'ping', 'select 1', []);
    },

    async dueProofs(waitingSince, provedBefore, limit) {
      // Of each version in force and data source only the latest run counts.
      return db.rows<{ tenantId: string; runId: string; again: boolean }>('system', 'proofs_due', `
        select tenant_id as "tenantId", id as "runId", false as again from pack_proof_runs where outcome = 'waiting' and created_at < $1::timestamptz
        union all
        select tenant_id, id, true from (
          select distinct on (p.tenant_id, p.release_id, p.data_source_id) p.tenant_id, p.id, p.outcome, p.created_at from pack_proof_runs p
          join pack_releases r on r.tenant_id = p.tenant_id and r.id = p.release_id and r.state = 'published'
          join packs k on k.tenant_id = r.tenant_id and k.id = r.pack_id and k.current_version = r.published_version
          order by p.tenant_id, p.release_id, p.data_source_id, p.created_at desc, p.id desc) latest
        where outcome <> 'waiting' and created_at < $2::timestamptz
        limit $3`, [waitingSince, provedBefore, limit]);
    },

    async dueSources({ settled, unsettled }, limit) {
      return db.rows<{ tenantId: string; dataSourceId: string; revision: number }>('system', 'sources_due', `
        select tenant_id as "tenantId", id as "dataSourceId", revision from data_sources
        where status <> 'disabled' and coalesce(probed_at, created_at) < case when status in ('ready', 'refused') then $1::timestamptz else $2::timestamptz end
        order by coalesce(probed_at, created_at) limit $3`, [settled, unsettled, limit]);
    },

    async uncheckedVerified(since, limit) {
      return db.rows<{ tenantId: string; id: string }>('system', 'verified_unchecked', `
        select tenant_id as "tenantId", id from verified_queries where state = 'active' and coalesce(checked_at, verified_at) < $1::timestamptz order by checked_at limit $2`, [since, limit]);
    },

    async lostExports(before, limit) {
      return db.rows<{ tenantId: string; id: string; jobId: string }>('system', 'exports_lost', `
        select tenant_id as "tenantId", id, job_id as "jobId" from result_exports where state = 'started' and started_at < $1::timestamptz order by started_at limit $2`, [before, limit]);
    },

    async forgetRequests(before) {
      const [row] = await db.rows<{ gone: number }>('system', 'requests_forgotten', `
        with gone as (delete from idempotent_requests where at < $1::timestamptz returning 1) select count(*)::int as gone from gone`, [before]);
      return row?.gone ?? 0;
    },

    async sealedKeys() {
      return db.rows<{ keyId: string; sources: number }>('system', 'sealed_keys', `
        select sealed_key as "keyId", count(*)::int as sources from data_sources where status <> 'disabled' and sealed_key is not null group by sealed_key`, []);
    },
  };
}
