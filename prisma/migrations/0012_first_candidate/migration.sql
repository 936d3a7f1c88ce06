-- Records a question, or SQL that the asker brings along as its first candidate. The same idempotency key (or id) again changes
-- nothing and returns what is there.
create or replace function job_create_one(p_tenant uuid, p jsonb) returns jsonb language plpgsql as $$
declare
  v_job uuid := (p->>'jobId')::uuid;
  v_at timestamptz := (p->>'at')::timestamptz;
  v_found record;
begin
  insert into jobs (tenant_id, id, asker_id, asker_name, data_source_id, pack_id, pack_version, question, locale, today, state, stage,
                    created_at, updated_at, traceparent, idempotency_key, request_hash, revises, choices, candidate_revision)
  values (p_tenant, v_job, (p->>'askerId')::uuid, p->>'askerName', (p->>'dataSourceId')::uuid, p->>'packId', (p->>'packVersion')::int,
          p->>'question', p->>'locale', (p->>'today')::date, 'RECEIVED', p->>'stage', v_at, v_at, p->>'traceparent',
          p->>'idempotencyKey', p->>'requestHash', (p->>'revises')::uuid, coalesce(nullif(p->'choices', 'null'), '{}'),
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
