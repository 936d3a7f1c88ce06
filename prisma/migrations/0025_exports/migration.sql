-- Results as files: which forms were asked for and signed, and what was taken away.

-- AlterTable
ALTER TABLE "jobs" ADD COLUMN     "export_as" JSONB NOT NULL DEFAULT '[]';

-- CreateTable
CREATE TABLE "result_exports" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "format" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'started',
    "by" JSONB NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "manifest" JSONB,

    CONSTRAINT "result_exports_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "result_exports_job_id_idx" ON "result_exports"("job_id");

-- AddForeignKey
ALTER TABLE "result_exports" ADD CONSTRAINT "result_exports_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "result_exports" ADD CONSTRAINT "result_exports_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table result_exports add constraint result_exports_state_known check (state in ('started', 'finished', 'broken-off'));
alter table result_exports add constraint result_exports_ended check ((state = 'started') = (finished_at is null) and (state = 'finished') = (manifest is not null));
alter table result_exports enable row level security;
alter table result_exports force row level security;
create policy tenant_only on result_exports for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on result_exports to countersign_app;
grant update (state, finished_at, manifest) on result_exports to countersign_app;
create trigger never_gone before delete on result_exports for each row execute function refuse_change();

-- The next chunks of a result that is read from end to end.
create function result_chunks_from(p_tenant uuid, p_result uuid, p_from int, p_count int) returns table (first_row int, rows json) language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return query select c.first_row, c.rows from result_chunks c
  where c.tenant_id = p_tenant and c.result_id = p_result and c.first_row >= p_from order by c.first_row limit p_count;
end $$;
revoke execute on function result_chunks_from(uuid, uuid, int, int) from public;
grant execute on function result_chunks_from(uuid, uuid, int, int) to countersign_app;

-- As before, with the forms that were asked for.
create or replace function job_create_one(p_tenant uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  v_job uuid := (p->>'jobId')::uuid;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_found record;
begin
  insert into jobs (tenant_id, id, asker_id, asker_name, data_source_id, pack_id, pack_version, question, locale, today, state, stage,
                    created_at, updated_at, traceparent, idempotency_key, request_hash, revises, choices, export_as, candidate_revision)
  values (p_tenant, v_job, (p->>'askerId')::uuid, p->>'askerName', (p->>'dataSourceId')::uuid, p->>'packId', (p->>'packVersion')::int,
          p->>'question', p->>'locale', (p->>'today')::date, 'RECEIVED', p->>'stage', v_at, v_at, p->>'traceparent',
          p->>'idempotencyKey', p->>'requestHash', (p->>'revises')::uuid, coalesce(nullif(p->'choices', 'null'), '{}'), coalesce(nullif(p->'exportAs', 'null'), '[]'),
          (p->'candidate'->>'revision')::int)
  on conflict do nothing;
  if found then
    if p ? 'candidate' then
      perform job_keep_artefacts(p_tenant, v_job, (p->'candidate'->>'revision')::int, jsonb_build_object('candidate', p->'candidate'));
    end if;
    return '{"created": true}';
  end if;
  select id, request_hash = p->>'requestHash' as same into v_found from jobs
  where tenant_id = p_tenant and (id = v_job or (asker_id = (p->>'askerId')::uuid and idempotency_key = p->>'idempotencyKey'))
  order by id = v_job limit 1;
  return jsonb_build_object('created', false, 'sameRequest', v_found.same, 'job', job_load(p_tenant, v_found.id));
end $$;

create or replace function job_load(p_tenant uuid, p_job uuid) returns json language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select json_build_object(
      'id', j.id, 'tenantId', j.tenant_id, 'askerId', j.asker_id, 'askerName', j.asker_name, 'dataSourceId', j.data_source_id,
      'packId', j.pack_id, 'packVersion', j.pack_version, 'question', j.question, 'locale', j.locale, 'today', j.today,
      'state', j.state, 'stage', j.stage, 'version', j.version, 'createdAt', iso(j.created_at), 'updatedAt', iso(j.updated_at),
      'cancelRequestedAt', iso(j.cancel_requested_at), 'traceparent', j.traceparent, 'choices', j.choices,
      'interpretation', j.interpretation, 'clarification', j.clarification, 'refusal', j.refusal,
      'estimate', j.estimate, 'review', j.review, 'revises', j.revises, 'exportAs', j.export_as,
      'candidate', (select c.body from candidates c where c.tenant_id = j.tenant_id and c.job_id = j.id and c.revision = j.candidate_revision),
      'gateReport', (select g.body from gate_reports g where g.tenant_id = j.tenant_id and g.job_id = j.id and g.revision = j.gate_revision),
      'approval', (select a.body from approvals a where a.tenant_id = j.tenant_id and a.job_id = j.id and a.id = j.approval_id),
      'run', (select json_build_object('id', r.id, 'digest', r.digest, 'collector', r.collector, 'startedAt', iso(r.started_at),
                       'finishedAt', iso(r.finished_at), 'outcome', r.outcome, 'errorKind', r.error_kind)
              from runs r where r.tenant_id = j.tenant_id and r.job_id = j.id and r.id = j.run_id),
      'result', (select json_build_object('id', r.id, 'columns', r.columns, 'rowCount', r.row_count, 'byteCount', r.byte_count,
                          'truncated', r.truncated, 'hash', r.hash)
                 from results r where r.tenant_id = j.tenant_id and r.id = j.result_id),
      'answer', case when j.answered then (
                  select a.body || jsonb_build_object('claims', coalesce(
                    (select jsonb_agg(c.body order by c.position) from claims c where c.tenant_id = a.tenant_id and c.job_id = a.job_id), '[]'::jsonb))
                  from answers a where a.tenant_id = j.tenant_id and a.job_id = j.id) end)
    from jobs j where j.tenant_id = p_tenant and j.id = p_job);
end $$;
