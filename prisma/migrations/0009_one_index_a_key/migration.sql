-- A tenant's rows are found by primary key, which begins with the tenant. While a table is small its statistics say
-- nothing, every index that begins with the tenant costs the same, and a plan kept by a connection may read all of the
-- tenant's rows through the wrong one, for as long as it is kept. So no other index begins with the tenant: ids are
-- unique by themselves, and row-level security stands above every index.
drop index "jobs_tenant_id_asker_id_id_idx";
drop index "jobs_tenant_id_asker_id_idempotency_key_key";
drop index "results_tenant_id_job_id_idx";
drop index "stage_timings_tenant_id_job_id_idx";
drop index "grants_tenant_id_data_source_id_idx";
drop index "audit_records_tenant_id_subject_id_seq_idx";

CREATE INDEX "jobs_asker_id_id_idx" ON "jobs"("asker_id", "id");
CREATE UNIQUE INDEX "jobs_asker_id_idempotency_key_key" ON "jobs"("asker_id", "idempotency_key");
CREATE INDEX "results_job_id_idx" ON "results"("job_id");
CREATE INDEX "stage_timings_job_id_idx" ON "stage_timings"("job_id");
CREATE INDEX "grants_data_source_id_idx" ON "grants"("data_source_id");
CREATE INDEX "audit_records_subject_id_seq_idx" ON "audit_records"("subject_id", "seq");

-- A job is read as text: built as jsonb it was copied into a tree and back into the text that travels. Same members.
drop function job_load(uuid, uuid);

create function job_load(p_tenant uuid, p_job uuid) returns json language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select json_build_object(
      'id', j.id, 'tenantId', j.tenant_id, 'askerId', j.asker_id, 'askerName', j.asker_name, 'dataSourceId', j.data_source_id,
      'packId', j.pack_id, 'packVersion', j.pack_version, 'question', j.question, 'locale', j.locale, 'today', j.today,
      'state', j.state, 'stage', j.stage, 'version', j.version, 'createdAt', iso(j.created_at), 'updatedAt', iso(j.updated_at),
      'cancelRequestedAt', iso(j.cancel_requested_at), 'traceparent', j.traceparent, 'choices', j.choices,
      'interpretation', j.interpretation, 'clarification', j.clarification, 'refusal', j.refusal,
      'estimate', j.estimate, 'review', j.review, 'revises', j.revises,
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

revoke execute on function job_load(uuid, uuid) from public;
grant execute on function job_load(uuid, uuid) to countersign_app;
