-- A move of a job is one call: one round trip, one transaction, everything that must be true together.
-- SECURITY INVOKER (the default): row-level security holds inside. Own error codes: CS001 no such job, CS002 no legal
-- move, CS003 append-only.

-- ISO 8601, UTC, milliseconds: the one spelling of an instant outside the database.
create function iso(at timestamptz) returns text language sql stable parallel safe as
$$ select to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

-- Links entries to the tenant's chain: hash = SHA-256 of previous hash, tenant, number and body, a line each. The head's
-- row lock orders the writers and is held until commit, so callers do this last.
create function audit_append(p_tenant uuid, p_entries jsonb) returns void language plpgsql as $$
declare
  v_seq int; v_hash text; v_previous text; e jsonb;
begin
  if coalesce(jsonb_array_length(p_entries), 0) = 0 then return; end if;
  select seq, hash into v_seq, v_hash from audit_heads where tenant_id = p_tenant for update;
  if not found then
    insert into audit_heads (tenant_id, seq, hash) values (p_tenant, 0, repeat('0', 64)) on conflict do nothing;
    select seq, hash into v_seq, v_hash from audit_heads where tenant_id = p_tenant for update;
  end if;
  for e in select value from jsonb_array_elements(p_entries) loop
    v_seq := v_seq + 1;
    v_previous := v_hash;
    v_hash := encode(sha256(convert_to(concat_ws(E'\n', v_previous, p_tenant::text, v_seq::text, e->>'body'), 'UTF8')), 'hex');
    insert into audit_records (tenant_id, seq, body, previous_hash, hash, at, action, actor_id, subject_id, data_source_id, state)
    values (p_tenant, v_seq, e->>'body', v_previous, v_hash, (e->>'at')::timestamptz, e->>'action', e->>'actorId', e->>'subjectId',
            (e->>'dataSourceId')::uuid, e->>'state');
  end loop;
  update audit_heads set seq = v_seq, hash = v_hash where tenant_id = p_tenant;
end $$;

create function job_timings_add(p_tenant uuid, p_job uuid, p_timings jsonb) returns void language plpgsql as $$
begin
  insert into stage_timings (tenant_id, job_id, step, started_at, duration_us, attempt, process, detail)
  select p_tenant, p_job, t->>'step', (t->>'startedAt')::timestamptz, (t->>'durationUs')::bigint, coalesce((t->>'attempt')::int, 1), t->>'process', t->'detail'
  from jsonb_array_elements(p_timings) as t;
end $$;

create function job_queue_work(p_tenant uuid, p_job uuid, p_version int, p_traceparent text, p jsonb) returns uuid language plpgsql as $$
declare v_id uuid;
begin
  insert into outbox (tenant_id, job_id, queue, payload)
  values (p_tenant, p_job, p->>'queue', jsonb_build_object('tenantId', p_tenant, 'jobId', p_job, 'stage', p->>'nextStage', 'version', p_version,
          'traceparent', p_traceparent, 'enqueuedAt', p->'enqueuedAt'))
  returning id into v_id;
  return v_id;
end $$;

-- The whole Job document of contracts/src/job.ts; NULL when this tenant has no such job.
create function job_load(p_tenant uuid, p_job uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object(
      'id', j.id, 'tenantId', j.tenant_id, 'askerId', j.asker_id, 'askerName', j.asker_name, 'dataSourceId', j.data_source_id,
      'packId', j.pack_id, 'packVersion', j.pack_version, 'question', j.question, 'locale', j.locale, 'today', j.today,
      'state', j.state, 'stage', j.stage, 'version', j.version, 'createdAt', iso(j.created_at), 'updatedAt', iso(j.updated_at),
      'cancelRequestedAt', iso(j.cancel_requested_at), 'traceparent', j.traceparent, 'choices', j.choices,
      'interpretation', j.interpretation, 'clarification', j.clarification, 'refusal', j.refusal,
      'estimate', j.estimate, 'review', j.review)
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

-- Records a question: job, first event, audit, outbox row. The same idempotency key (or id) again changes nothing and
-- returns what is there.
create function job_create(p jsonb) returns jsonb language plpgsql as $$
declare
  v_tenant uuid := (p->>'tenantId')::uuid;
  v_job uuid := (p->>'id')::uuid;
  v_at timestamptz := (p->>'createdAt')::timestamptz;
  v_outbox uuid; v_found record;
begin
  perform set_config('app.tenant_id', v_tenant::text, true);
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
  perform audit_append(v_tenant, p->'audit');
  return jsonb_build_object('created', true, 'outboxId', v_outbox);
end $$;

-- Rows of the artefact tables that a move leaves behind. `p_revision`: the candidate the job now stands on.
create function job_keep_artefacts(p_tenant uuid, p_job uuid, p_revision int, w jsonb) returns void language plpgsql as $$
declare x jsonb;
begin
  x := nullif(w->'candidate', 'null');
  if x is not null then
    insert into candidates (tenant_id, job_id, revision, origin, author_id, body)
    values (p_tenant, p_job, (x->>'revision')::int, x->>'origin', (x->>'authorId')::uuid, x)
    on conflict (tenant_id, job_id, revision) do update set origin = excluded.origin, author_id = excluded.author_id, body = excluded.body;
  end if;
  x := nullif(w->'gateReport', 'null');
  if x is not null then
    insert into gate_reports (tenant_id, job_id, revision, verdict, rule, body)
    values (p_tenant, p_job, coalesce(p_revision, 0), x->>'verdict', x->>'rule', x)
    on conflict (tenant_id, job_id, revision) do update set verdict = excluded.verdict, rule = excluded.rule, body = excluded.body;
  end if;
  x := nullif(w->'approval', 'null');
  if x is not null then
    insert into approvals (tenant_id, job_id, id, decision, revision, digest, decided_at, body)
    values (p_tenant, p_job, (x->>'id')::uuid, x->>'decision', (x->>'revision')::int, x->>'digest', (x->>'decidedAt')::timestamptz, x)
    on conflict (tenant_id, job_id, id) do update set body = excluded.body;
  end if;
  x := nullif(w->'run', 'null');
  if x is not null then
    insert into runs (tenant_id, job_id, id, digest, collector, started_at, finished_at, outcome, error_kind)
    values (p_tenant, p_job, (x->>'id')::uuid, x->>'digest', x->>'collector', (x->>'startedAt')::timestamptz, (x->>'finishedAt')::timestamptz,
            x->>'outcome', x->>'errorKind')
    on conflict (tenant_id, job_id, id) do update set finished_at = excluded.finished_at, outcome = excluded.outcome, error_kind = excluded.error_kind;
  end if;
  x := nullif(w->'result', 'null');
  if x is not null then
    insert into results (tenant_id, id, job_id, columns, row_count, byte_count, truncated, hash)
    values (p_tenant, (x->>'id')::uuid, p_job, x->'columns', (x->>'rowCount')::int, (x->>'byteCount')::bigint, x->>'truncated', x->>'hash')
    on conflict (tenant_id, id) do update set columns = excluded.columns, row_count = excluded.row_count, byte_count = excluded.byte_count,
      truncated = excluded.truncated, hash = excluded.hash;
  end if;
  x := nullif(w->'answer', 'null');
  if x is not null then
    insert into answers (tenant_id, job_id, body) values (p_tenant, p_job, x - 'claims')
    on conflict (tenant_id, job_id) do update set body = excluded.body;
    delete from claims where tenant_id = p_tenant and job_id = p_job;
    insert into claims (tenant_id, job_id, position, operation, status, body)
    select p_tenant, p_job, n, c->>'operation', c->>'status', c from jsonb_array_elements(x->'claims') with ordinality as t (c, n);
  end if;
end $$;

-- One move. Refused (applied: false, with where the job stands) when another writer was first.
create function job_apply(p jsonb) returns jsonb language plpgsql as $$
declare
  v_tenant uuid := (p->>'tenantId')::uuid;
  v_job uuid := (p->>'jobId')::uuid;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_legal boolean;
  w jsonb := p->'writes';
  v_version int; v_revision int; v_trace text; v_state text; v_outbox uuid;
begin
  perform set_config('app.tenant_id', v_tenant::text, true);
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
    if not found then raise exception 'no job %', v_job using errcode = 'CS001'; end if;
    if not v_legal and v_version = (p->>'expectedVersion')::int and v_state = p->>'from' then
      raise exception 'no move leads from % to %', p->>'from', p->>'to' using errcode = 'CS002';
    end if;
    return jsonb_build_object('applied', false, 'state', v_state, 'version', v_version);
  end if;

  insert into job_events (tenant_id, job_id, seq, at, actor, from_state, to_state, stage, reason)
  values (v_tenant, v_job, v_version + 1, v_at, p->'actor', p->>'from', p->>'to', p->>'nextStage', nullif(p->'reason', 'null'));
  if w <> '{}' then perform job_keep_artefacts(v_tenant, v_job, v_revision, w); end if;
  if p->'timings' <> '[]' then perform job_timings_add(v_tenant, v_job, p->'timings'); end if;
  if p->>'queue' is not null then v_outbox := job_queue_work(v_tenant, v_job, v_version, v_trace, p); end if;
  perform audit_append(v_tenant, p->'audit');
  return jsonb_build_object('applied', true, 'version', v_version, 'outboxId', v_outbox);
end $$;

create function job_heartbeat(p_tenant uuid, p_job uuid, p_run uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  update runs set heartbeat_at = clock_timestamp() where tenant_id = p_tenant and job_id = p_job and id = p_run;
  return (select jsonb_build_object('cancelRequested', cancel_requested_at is not null, 'state', state) from jobs where tenant_id = p_tenant and id = p_job);
end $$;

-- Only a RUNNING job can be asked to stop, and only the first request counts; the collector sees it at its next heartbeat.
create function job_request_cancel(p_tenant uuid, p_job uuid, p_at timestamptz, p_audit jsonb) returns void language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  update jobs set cancel_requested_at = p_at where tenant_id = p_tenant and id = p_job and state = 'RUNNING' and cancel_requested_at is null;
  if found then perform audit_append(p_tenant, p_audit); end if;
end $$;

-- A chunk of a result's rows; the first one brings the result into being.
create function result_append(p_tenant uuid, p_job uuid, p_result uuid, p_columns jsonb, p_first int, p_count int, p_rows json) returns void language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  insert into results (tenant_id, id, job_id, columns) values (p_tenant, p_result, p_job, p_columns) on conflict (tenant_id, id) do nothing;
  if p_count > 0 then
    insert into result_chunks (tenant_id, result_id, first_row, row_count, rows) values (p_tenant, p_result, p_first, p_count, p_rows);
  end if;
end $$;

create function result_discard(p_tenant uuid, p_result uuid) returns void language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  delete from results where tenant_id = p_tenant and id = p_result;
end $$;

create function result_chunks_of(p_tenant uuid, p_result uuid, p_from int, p_to int) returns table (first_row int, rows json) language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return query select c.first_row, c.rows from result_chunks c
  where c.tenant_id = p_tenant and c.result_id = p_result and c.first_row < p_to and c.first_row + c.row_count > p_from order by c.first_row;
end $$;

revoke execute on all functions in schema public from public;
grant execute on all functions in schema public to countersign_app;
