-- Writers of one tenant wait for each other at the head of its audit chain, and the lock is held until the commit is on
-- disk. So a process sends the writes that gathered while its last call was under way as one call: one transaction, one
-- lock, one flush for all of them. A lone write goes at once, as before.
--
-- Locks are taken in one order by everyone: jobs by id (the caller sorts), then the head.

drop function job_create(jsonb);
drop function job_apply(jsonb);

-- Records a question: job, first event, outbox row. The same idempotency key (or id) again changes nothing and
-- returns what is there.
create function job_create_one(v_tenant uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  v_job uuid := (p->>'id')::uuid;
  v_at timestamptz := (p->>'createdAt')::timestamptz;
  v_outbox uuid; v_found record;
begin
  insert into jobs (tenant_id, id, asker_id, asker_name, data_source_id, pack_id, pack_version, question, locale, today, state, stage,
                    created_at, updated_at, traceparent, idempotency_key, request_hash)
  values (v_tenant, v_job, (p->>'askerId')::uuid, p->>'askerName', (p->>'dataSourceId')::uuid, p->>'packId', (p->>'packVersion')::int,
          p->>'question', p->>'locale', (p->>'today')::date, 'RECEIVED', p->>'nextStage', v_at, v_at, p->>'traceparent',
          p->>'idempotencyKey', p->>'requestHash')
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

-- One move. Refused (applied: false, with where the job stands) when another writer was first.
create function job_apply_one(v_tenant uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  v_job uuid := (p->>'jobId')::uuid;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_legal boolean;
  w jsonb := p->'writes';
  v_version int; v_revision int; v_trace text; v_state text; v_outbox uuid;
begin
  v_legal := exists (select 1 from legal_moves m where m.from_state = p->>'from' and m.to_state = p->>'to');
  update jobs j set
    state = p->>'to',
    stage = p->>'nextStage',
    version = j.version + 1,
    updated_at = v_at,
    traceparent = coalesce(p->>'traceparent', j.traceparent),
    expires_at = case p->>'to'
      when 'AWAITING_APPROVAL' then coalesce((w->'review'->>'expiresAt')::timestamptz, j.expires_at)
      when 'APPROVED' then coalesce((w->'approval'->>'validUntil')::timestamptz, j.expires_at)
      when 'QUEUED' then j.expires_at
    end,
    choices = coalesce(w->'choices', j.choices),
    interpretation = case when w ? 'interpretation' then nullif(w->'interpretation', 'null') else j.interpretation end,
    clarification = case when w ? 'clarification' then nullif(w->'clarification', 'null') else j.clarification end,
    refusal = case when w ? 'refusal' then nullif(w->'refusal', 'null') else j.refusal end,
    estimate = case when w ? 'estimate' then nullif(w->'estimate', 'null') else j.estimate end,
    review = case when w ? 'review' then nullif(w->'review', 'null') else j.review end,
    candidate_revision = case when w ? 'candidate' then (w->'candidate'->>'revision')::int else j.candidate_revision end,
    gate_revision = case when not w ? 'gateReport' then j.gate_revision when w->'gateReport' = 'null' then null
      else coalesce((w->'candidate'->>'revision')::int, j.candidate_revision, 0) end,
    approval_id = case when w ? 'approval' then (w->'approval'->>'id')::uuid else j.approval_id end,
    run_id = case when w ? 'run' then (w->'run'->>'id')::uuid else j.run_id end,
    result_id = case when w ? 'result' then (w->'result'->>'id')::uuid else j.result_id end,
    answered = case when w ? 'answer' then w->'answer' <> 'null' else j.answered end
  where j.tenant_id = v_tenant and j.id = v_job and j.version = (p->>'expectedVersion')::int and j.state = p->>'from' and v_legal
  returning j.version, j.candidate_revision, j.traceparent into v_version, v_revision, v_trace;

  if not found then
    select state, version into v_state, v_version from jobs where tenant_id = v_tenant and id = v_job;
    if not found then return jsonb_build_object('applied', false, 'defect', 'no job ' || v_job); end if;
    if not v_legal and v_version = (p->>'expectedVersion')::int and v_state = p->>'from' then
      return jsonb_build_object('applied', false, 'defect', concat('no move ', p->>'from', ' → ', p->>'to'));
    end if;
    return jsonb_build_object('applied', false, 'state', v_state, 'version', v_version);
  end if;

  insert into job_events (tenant_id, job_id, seq, at, actor, from_state, to_state, stage, reason)
  values (v_tenant, v_job, v_version + 1, v_at, p->'actor', p->>'from', p->>'to', p->>'nextStage', nullif(p->'reason', 'null'));
  if w <> '{}' then perform job_keep_artefacts(v_tenant, v_job, v_revision, w); end if;
  if p->'timings' <> '[]' then perform job_timings_add(v_tenant, v_job, p->'timings'); end if;
  if p->>'queue' is not null then v_outbox := job_queue_work(v_tenant, v_job, v_version, v_trace, p); end if;
  return jsonb_build_object('applied', true, 'version', v_version, 'outboxId', v_outbox);
end $$;

-- Writes of one tenant, each {kind: 'create' | 'apply', audit: [...], ...}; the results in the same order. What was
-- refused leaves no audit record.
create function job_write(p_tenant uuid, p_writes jsonb) returns jsonb language plpgsql as $$
declare
  x jsonb; r jsonb; v_results jsonb[] := '{}'; v_audit jsonb[] := '{}';
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  for x in select value from jsonb_array_elements(p_writes) loop
    r := case x->>'kind' when 'create' then job_create_one(p_tenant, x) else job_apply_one(p_tenant, x) end;
    v_results := array_append(v_results, r);
    if coalesce(r->'created', r->'applied') = 'true' then
      v_audit := v_audit || array(select value from jsonb_array_elements(x->'audit'));
    end if;
  end loop;
  perform audit_append(p_tenant, to_jsonb(v_audit));
  return to_jsonb(v_results);
end $$;

-- Neither must be on disk before the next thing happens: a lost sign of life is followed by another, and the commit
-- that makes a result count comes after its rows in the log and takes them with it.
create or replace function job_heartbeat(p_tenant uuid, p_job uuid, p_run uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true), set_config('synchronous_commit', 'off', true);
  update runs set heartbeat_at = clock_timestamp() where tenant_id = p_tenant and job_id = p_job and id = p_run;
  return (select jsonb_build_object('cancelRequested', cancel_requested_at is not null, 'state', state) from jobs where tenant_id = p_tenant and id = p_job);
end $$;

create or replace function result_append(p_tenant uuid, p_job uuid, p_result uuid, p_columns jsonb, p_first int, p_count int, p_rows json) returns void language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true), set_config('synchronous_commit', 'off', true);
  insert into results (tenant_id, id, job_id, columns) values (p_tenant, p_result, p_job, p_columns) on conflict (tenant_id, id) do nothing;
  if p_count > 0 then
    insert into result_chunks (tenant_id, result_id, first_row, row_count, rows) values (p_tenant, p_result, p_first, p_count, p_rows);
  end if;
end $$;

revoke execute on function job_create_one(uuid, jsonb), job_apply_one(uuid, jsonb), job_write(uuid, jsonb) from public;
grant execute on function job_create_one(uuid, jsonb), job_apply_one(uuid, jsonb), job_write(uuid, jsonb) to countersign_app;
