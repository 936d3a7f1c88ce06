-- A process that does several stages in a row saves them together: one update of the job, and for all jobs of a call
-- one insert each of events, timings, outbox rows and audit records. The log has every move, as before.

drop function job_write(uuid, jsonb);
drop function job_create_one(uuid, jsonb);
drop function job_apply_one(uuid, jsonb);
drop function job_timings_add(uuid, uuid, jsonb);
drop function job_queue_work(uuid, uuid, int, text, jsonb);

-- As before, but the records of a call are inserted by one statement.
create or replace function audit_append(p_tenant uuid, p_entries jsonb) returns void language plpgsql as $$
declare
  v_first int; v_seq int; v_hash text; v_hashes text[]; v_body text;
begin
  if coalesce(jsonb_array_length(p_entries), 0) = 0 then return; end if;
  select seq, hash into v_seq, v_hash from audit_heads where tenant_id = p_tenant for update;
  if not found then
    insert into audit_heads (tenant_id, seq, hash) values (p_tenant, 0, repeat('0', 64)) on conflict do nothing;
    select seq, hash into v_seq, v_hash from audit_heads where tenant_id = p_tenant for update;
  end if;
  v_first := v_seq;
  v_hashes := array[v_hash];
  for v_body in select value->>'body' from jsonb_array_elements(p_entries) loop
    v_seq := v_seq + 1;
    v_hash := encode(sha256(convert_to(concat_ws(E'\n', v_hash, p_tenant::text, v_seq::text, v_body), 'UTF8')), 'hex');
    v_hashes := array_append(v_hashes, v_hash);
  end loop;
  insert into audit_records (tenant_id, seq, body, previous_hash, hash, at, action, actor_id, subject_id, data_source_id, state)
  select p_tenant, v_first + n, e->>'body', v_hashes[n], v_hashes[n + 1], (e->>'at')::timestamptz, e->>'action', e->>'actorId', e->>'subjectId',
         (e->>'dataSourceId')::uuid, e->>'state'
  from jsonb_array_elements(p_entries) with ordinality as t (e, n);
  update audit_heads set seq = v_seq, hash = v_hash where tenant_id = p_tenant;
end $$;

-- Records a question. The same idempotency key (or id) again changes nothing and returns what is there.
create function job_create_one(p_tenant uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  v_job uuid := (p->>'jobId')::uuid;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_found record;
begin
  insert into jobs (tenant_id, id, asker_id, asker_name, data_source_id, pack_id, pack_version, question, locale, today, state, stage,
                    created_at, updated_at, traceparent, idempotency_key, request_hash, revises, choices)
  values (p_tenant, v_job, (p->>'askerId')::uuid, p->>'askerName', (p->>'dataSourceId')::uuid, p->>'packId', (p->>'packVersion')::int,
          p->>'question', p->>'locale', (p->>'today')::date, 'RECEIVED', p->>'stage', v_at, v_at, p->>'traceparent',
          p->>'idempotencyKey', p->>'requestHash', (p->>'revises')::uuid, coalesce(nullif(p->'choices', 'null'), '{}'))
  on conflict do nothing;
  if found then return '{"created": true}'; end if;
  select id, request_hash = p->>'requestHash' as same into v_found from jobs
  where tenant_id = p_tenant and (id = v_job or (asker_id = (p->>'askerId')::uuid and idempotency_key = p->>'idempotencyKey'))
  order by id = v_job limit 1;
  return jsonb_build_object('created', false, 'sameRequest', v_found.same, 'job', job_load(p_tenant, v_found.id));
end $$;

-- One job, moved from `from` by all its events in a row. Refused, all of them, with where the job stands when another
-- writer was first.
create function job_move_one(p_tenant uuid, p jsonb, p_legal boolean) returns jsonb language plpgsql as $$
declare
  v_job uuid := (p->>'jobId')::uuid;
  w jsonb := p->'writes';
  v_version int; v_revision int; v_state text;
begin
  update jobs j set
    state = p->>'to',
    stage = p->>'stage',
    version = j.version + jsonb_array_length(p->'events'),
    updated_at = (p->>'at')::timestamptz,
    traceparent = coalesce(p->>'traceparent', j.traceparent),
    expires_at = case when p ? 'expiresAt' then (p->>'expiresAt')::timestamptz else j.expires_at end,
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
  where j.tenant_id = p_tenant and j.id = v_job and j.version = (p->>'expectedVersion')::int and j.state = p->>'from' and p_legal
  returning j.candidate_revision into v_revision;

  if not found then
    select state, version into v_state, v_version from jobs where tenant_id = p_tenant and id = v_job;
    if not found then return jsonb_build_object('applied', false, 'defect', 'no job ' || v_job); end if;
    if not p_legal and v_version = (p->>'expectedVersion')::int and v_state = p->>'from' then
      return jsonb_build_object('applied', false, 'defect', concat('no move ', p->>'from', ' → ', p->>'to'));
    end if;
    return jsonb_build_object('applied', false, 'state', v_state, 'version', v_version);
  end if;
  if w <> '{}' then perform job_keep_artefacts(p_tenant, v_job, v_revision, w); end if;
  return '{"applied": true}';
end $$;

-- Writes of one tenant, each {kind: 'create' | 'move', jobId, expectedVersion, events, timings, outbox, audit, …}; the
-- results in the same order. What was refused leaves nothing.
create function job_write(p_tenant uuid, p_writes jsonb) returns jsonb language plpgsql as $$
declare
  x jsonb; r jsonb; n int := 0;
  v_results jsonb[] := '{}'; v_done int[] := '{}'; v_illegal int[];
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  v_illegal := array(
    select t.i from jsonb_array_elements(p_writes) with ordinality as t (x, i), jsonb_array_elements(t.x->'events') as e
    where t.x->>'kind' = 'move' and not exists (select 1 from legal_moves m where m.from_state = e->>'from' and m.to_state = e->>'to'));
  for x in select value from jsonb_array_elements(p_writes) loop
    n := n + 1;
    r := case x->>'kind' when 'create' then job_create_one(p_tenant, x) else job_move_one(p_tenant, x, n <> all (v_illegal)) end;
    v_results := array_append(v_results, r);
    if coalesce(r->'created', r->'applied') = 'true' then v_done := array_append(v_done, n); end if;
  end loop;

  insert into job_events (tenant_id, job_id, seq, at, actor, from_state, to_state, stage, reason)
  select p_tenant, (t.x->>'jobId')::uuid, (t.x->>'expectedVersion')::int + 1 + i, (e->>'at')::timestamptz, e->'actor', e->>'from', e->>'to', e->>'stage',
         nullif(e->'reason', 'null')
  from jsonb_array_elements(p_writes) with ordinality as t (x, k), jsonb_array_elements(t.x->'events') with ordinality as v (e, i)
  where k = any (v_done);

  insert into stage_timings (tenant_id, job_id, step, started_at, duration_us, attempt, process, detail)
  select p_tenant, (t.x->>'jobId')::uuid, s->>'step', (s->>'startedAt')::timestamptz, (s->>'durationUs')::bigint, coalesce((s->>'attempt')::int, 1), s->>'process', s->'detail'
  from jsonb_array_elements(p_writes) with ordinality as t (x, k), jsonb_array_elements(t.x->'timings') as s
  where k = any (v_done);

  insert into outbox (tenant_id, job_id, id, queue, payload)
  select p_tenant, (t.x->>'jobId')::uuid, (t.x->'outbox'->>'id')::uuid, t.x->'outbox'->>'queue', t.x->'outbox'->'payload'
  from jsonb_array_elements(p_writes) with ordinality as t (x, k)
  where k = any (v_done) and t.x->'outbox' <> 'null';

  perform audit_append(p_tenant, (
    select jsonb_agg(a order by k, i) from jsonb_array_elements(p_writes) with ordinality as t (x, k), jsonb_array_elements(t.x->'audit') with ordinality as v (a, i)
    where k = any (v_done)));
  return to_jsonb(v_results);
end $$;

revoke execute on function job_create_one(uuid, jsonb), job_move_one(uuid, jsonb, boolean), job_write(uuid, jsonb) from public;
grant execute on function job_create_one(uuid, jsonb), job_move_one(uuid, jsonb, boolean), job_write(uuid, jsonb) to countersign_app;
