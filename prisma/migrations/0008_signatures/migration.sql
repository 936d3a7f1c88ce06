-- A question asked anew
--
-- When changes were requested, the asker asks again: a job of its own, which names the one it revises. The old one ends; its
-- words, its candidate and the reason stay as they were.
alter table jobs add column revises uuid;
alter table jobs add constraint jobs_tenant_id_revises_fkey foreign key (tenant_id, revises) references jobs (tenant_id, id) on delete restrict on update cascade;

-- Records a question: job, first event, outbox row. The same idempotency key (or id) again changes nothing and
-- returns what is there.
create or replace function job_create_one(v_tenant uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  v_job uuid := (p->>'id')::uuid;
  v_at timestamptz := (p->>'createdAt')::timestamptz;
  v_outbox uuid; v_found record;
begin
  insert into jobs (tenant_id, id, asker_id, asker_name, data_source_id, pack_id, pack_version, question, locale, today, state, stage,
                    created_at, updated_at, traceparent, idempotency_key, request_hash, revises, choices)
  values (v_tenant, v_job, (p->>'askerId')::uuid, p->>'askerName', (p->>'dataSourceId')::uuid, p->>'packId', (p->>'packVersion')::int,
          p->>'question', p->>'locale', (p->>'today')::date, 'RECEIVED', p->>'nextStage', v_at, v_at, p->>'traceparent',
          p->>'idempotencyKey', p->>'requestHash', (p->>'revises')::uuid, coalesce(nullif(p->'choices', 'null'), '{}'))
  on conflict do nothing;
  if not found then
    select id, request_hash = p->>'requestHash' as same into v_found from jobs
    where tenant_id = v_tenant and (id = v_job or (asker_id = (p->>'askerId')::uuid and idempotency_key = p->>'idempotencyKey'))
    order by id = v_job limit 1;
    return jsonb_build_object('created', false, 'sameRequest', v_found.same, 'job', job_load(v_tenant, v_found.id));
  end if;
  insert into job_events (tenant_id, job_id, seq, at, actor, from_state, to_state, stage, reason)
  values (v_tenant, v_job, 1, v_at, p->'actor', null, 'RECEIVED', p->>'nextStage', null);
  perform job_timings_add(v_tenant, v_job, p->'timings');
  v_outbox := job_queue_work(v_tenant, v_job, 0, p->>'traceparent', p);
  return jsonb_build_object('created', true, 'outboxId', v_outbox);
end $$;

-- The whole Job document of contracts/src/job.ts; NULL when this tenant has no such job.
create or replace function job_load(p_tenant uuid, p_job uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object(
      'id', j.id, 'tenantId', j.tenant_id, 'askerId', j.asker_id, 'askerName', j.asker_name, 'dataSourceId', j.data_source_id,
      'packId', j.pack_id, 'packVersion', j.pack_version, 'question', j.question, 'locale', j.locale, 'today', j.today,
      'state', j.state, 'stage', j.stage, 'version', j.version, 'createdAt', iso(j.created_at), 'updatedAt', iso(j.updated_at),
      'cancelRequestedAt', iso(j.cancel_requested_at), 'traceparent', j.traceparent, 'choices', j.choices,
      'interpretation', j.interpretation, 'clarification', j.clarification, 'refusal', j.refusal,
      'estimate', j.estimate, 'review', j.review, 'revises', j.revises)
    || jsonb_build_object(
      'candidate', (select c.body from candidates c where c.tenant_id = j.tenant_id and c.job_id = j.id and c.revision = j.candidate_revision),
      'gateReport', (select g.body from gate_reports g where g.tenant_id = j.tenant_id and g.job_id = j.id and g.revision = j.gate_revision),
      'approval', (select a.body from approvals a where a.tenant_id = j.tenant_id and a.job_id = j.id and a.id = j.approval_id),
      'run', (select jsonb_build_object('id', r.id, 'digest', r.digest, 'collector', r.collector, 'startedAt', iso(r.started_at),
                       'finishedAt', iso(r.finished_at), 'outcome', r.outcome, 'errorKind', r.error_kind)
              from runs r where r.tenant_id = j.tenant_id and r.job_id = j.id and r.id = j.run_id),
      'result', (select jsonb_build_object('id', r.id, 'columns', r.columns, 'rowCount', r.row_count, 'byteCount', r.byte_count,
                          'truncated', r.truncated, 'hash', r.hash)
                 from results r where r.tenant_id = j.tenant_id and r.id = j.result_id),
      'answer', case when j.answered then (
                  select a.body || jsonb_build_object('claims', coalesce(
                    (select jsonb_agg(c.body order by c.position) from claims c where c.tenant_id = a.tenant_id and c.job_id = a.job_id), '[]'::jsonb))
                  from answers a where a.tenant_id = j.tenant_id and a.job_id = j.id) end)
    from jobs j where j.tenant_id = p_tenant and j.id = p_job);
end $$;

-- Two people
--
-- The first of two signatures leaves the job where it is.
insert into legal_moves (from_state, to_state) values ('AWAITING_APPROVAL', 'AWAITING_APPROVAL') on conflict do nothing;

-- A decision stays as it was made. Only the use of an approval is counted down.
create function refuse_other_decision() returns trigger language plpgsql as $$
begin
  if (new.tenant_id, new.job_id, new.id, new.decision, new.revision, new.digest, new.decided_at, new.body - 'usesLeft')
     is distinct from (old.tenant_id, old.job_id, old.id, old.decision, old.revision, old.digest, old.decided_at, old.body - 'usesLeft')
     or (new.body->>'usesLeft')::int > (old.body->>'usesLeft')::int then
    raise exception 'approvals is append-only' using errcode = 'CS003';
  end if;
  return new;
end $$;
create trigger append_only before update on approvals for each row execute function refuse_other_decision();
create trigger append_only_delete before delete on approvals for each row execute function refuse_change();
create trigger append_only_whole before truncate on approvals for each statement execute function refuse_change();

-- Which key a credential is sealed with
--
-- By name, so that a collector can say at its start that it holds another key. The sealed text itself stays out of the
-- system role's sight.
alter table data_sources add column sealed_key text;
create function name_sealed_key() returns trigger language plpgsql as $$
begin
  new.sealed_key := nullif(split_part(new.sealed_credential, '.', 2), '');
  return new;
end $$;
create trigger name_sealed_key before insert or update of sealed_credential on data_sources for each row execute function name_sealed_key();
update data_sources set sealed_key = nullif(split_part(sealed_credential, '.', 2), '');
create policy system_keys on data_sources for select to countersign_system using (true);
grant select (status, sealed_key) on data_sources to countersign_system;

revoke execute on function refuse_other_decision(), name_sealed_key() from public;
