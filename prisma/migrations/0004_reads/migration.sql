-- What every question reads on its way: one round trip each, the tenant set inside.

create function data_source_load(p_tenant uuid, p_id uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object('id', d.id, 'name', d.name, 'engine', d.engine, 'dialect', d.dialect, 'host', d.host, 'port', d.port, 'database', d.database,
      'username', d.username, 'tls', d.tls, 'zone', d.zone, 'revision', d.revision, 'status', d.status, 'caps', d.caps,
      'maxSubqueryDepth', d.max_subquery_depth, 'probe', d.probe,
      'catalogue', case when c.tenant_id is not null then jsonb_build_object('tables', c.tables, 'fingerprint', c.fingerprint, 'at', iso(c.taken_at)) end)
    from data_sources d left join catalogues c on c.tenant_id = d.tenant_id and c.data_source_id = d.id
    where d.tenant_id = p_tenant and d.id = p_id);
end $$;

-- `p_known`: the fingerprint the caller holds already; its body is not sent again.
create function catalogue_load(p_tenant uuid, p_source uuid, p_known text) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (select jsonb_build_object('fingerprint', c.fingerprint, 'body', case when c.fingerprint is distinct from p_known then c.body end)
          from catalogues c where c.tenant_id = p_tenant and c.data_source_id = p_source);
end $$;

create function binding_load(p_tenant uuid, p_source uuid, p_pack text) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (select b.body from bindings b where b.tenant_id = p_tenant and b.data_source_id = p_source and b.pack_id = p_pack);
end $$;

create function pack_current(p_tenant uuid, p_pack text) returns int language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (select k.current_version from packs k where k.tenant_id = p_tenant and k.id = p_pack);
end $$;

create function pack_files(p_tenant uuid, p_pack text, p_version int) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (select v.files from pack_versions v where v.tenant_id = p_tenant and v.pack_id = p_pack and v.version = p_version);
end $$;

-- NULL: not (or no longer) of this tenant, or disabled.
create function person_live(p_tenant uuid, p_person uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object('personId', p.id, 'name', p.name,
      'roles', coalesce((select jsonb_agg(r.role order by r.role) from role_assignments r where r.tenant_id = p.tenant_id and r.person_id = p.id), '[]'),
      'groups', coalesce((select jsonb_agg(m.group_id order by m.group_id) from group_members m where m.tenant_id = p.tenant_id and m.person_id = p.id), '[]'))
    from people p where p.tenant_id = p_tenant and p.id = p_person and p.disabled_at is null);
end $$;

create function grant_json(g grants) returns jsonb language sql stable as $$
  select jsonb_build_object('id', g.id, 'version', g.version, 'subject', jsonb_build_object('kind', g.subject_kind, 'id', g.subject_id),
    'dataSourceId', g.data_source_id, 'objects', g.objects, 'unmask', to_jsonb(g.unmask), 'expiresAt', iso(g.expires_at), 'revokedAt', iso(g.revoked_at))
$$;

-- Grants of a person or of their groups that are not revoked; expiry is the reader's clock's to judge.
create function grants_live(p_tenant uuid, p_person uuid, p_groups uuid[], p_source uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select coalesce(jsonb_agg(grant_json(g) order by g.id), '[]') from grants g
    where g.tenant_id = p_tenant and g.data_source_id = p_source and g.revoked_at is null
      and ((g.subject_kind = 'person' and g.subject_id = p_person) or (g.subject_kind = 'group' and g.subject_id = any (p_groups))));
end $$;

create function policies_live(p_tenant uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object('version', t.policy_version, 'policies', coalesce((
      select jsonb_agg(jsonb_build_object('id', y.id, 'version', y.version, 'name', y.name, 'authorId', y.author_id, 'rule', y.rule, 'enabled', y.enabled) order by y.id)
      from policies y where y.tenant_id = t.id and y.enabled), '[]'))
    from tenants t where t.id = p_tenant);
end $$;

create function job_event_json(e job_events) returns jsonb language sql stable as $$
  select jsonb_build_object('seq', e.seq, 'at', iso(e.at), 'actor', e.actor, 'from', e.from_state, 'to', e.to_state, 'stage', e.stage, 'reason', e.reason)
$$;

-- New events of many jobs, of several tenants, for the live streams: the tenant is set for each in turn.
-- p: [{tenantId, jobId, afterSeq}]
create function job_events_of(p jsonb) returns table (job_id uuid, event jsonb) language plpgsql as $$
declare v_tenant text;
begin
  for v_tenant in select distinct x->>'tenantId' from jsonb_array_elements(p) as x loop
    perform set_config('app.tenant_id', v_tenant, true);
    return query
      select e.job_id, job_event_json(e) from jsonb_array_elements(p) as x
      join job_events e on e.tenant_id = v_tenant::uuid and e.job_id = (x->>'jobId')::uuid and e.seq > (x->>'afterSeq')::int
      where x->>'tenantId' = v_tenant order by e.job_id, e.seq;
  end loop;
end $$;

-- ── sign-in, before the tenant is known: run as countersign_system ───────────────────────────────────────────────

create function identity_of(p_tenant uuid, p_person uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object('tenant', jsonb_build_object('id', t.id, 'name', t.name, 'slug', t.slug), 'personId', p.id, 'name', p.name, 'email', p.email,
      'locale', p.locale,
      'roles', coalesce((select jsonb_agg(r.role order by r.role) from role_assignments r where r.tenant_id = p.tenant_id and r.person_id = p.id), '[]'),
      'groups', coalesce((select jsonb_agg(m.group_id order by m.group_id) from group_members m where m.tenant_id = p.tenant_id and m.person_id = p.id), '[]'))
    from people p join tenants t on t.id = p.tenant_id where p.tenant_id = p_tenant and p.id = p_person and p.disabled_at is null);
end $$;

create function identity_by_session(p_hash text) returns jsonb language plpgsql as $$
declare v record;
begin
  perform set_config('app.lookup', p_hash, true);
  select tenant_id, id, person_id, csrf_token into v from sessions where session_hash = p_hash and expires_at > now() and closed_at is null;
  if not found then return null; end if;
  return identity_of(v.tenant_id, v.person_id) || jsonb_build_object('kind', 'person', 'credentialId', v.id, 'csrfToken', v.csrf_token, 'scopes', '[]'::jsonb);
end $$;

create function identity_by_token(p_hash text) returns jsonb language plpgsql as $$
declare v record;
begin
  perform set_config('app.lookup', p_hash, true);
  select tenant_id, id, person_id, scopes, last_used_at into v from api_tokens where token_hash = p_hash and expires_at > now() and revoked_at is null;
  if not found then return null; end if;
  -- once a minute: a busy token must not turn every read into a write
  if v.last_used_at is null or v.last_used_at < now() - interval '1 minute' then
    update api_tokens set last_used_at = now() where token_hash = p_hash;
  end if;
  return identity_of(v.tenant_id, v.person_id) || jsonb_build_object('kind', 'token', 'credentialId', v.id, 'csrfToken', null, 'scopes', to_jsonb(v.scopes));
end $$;

create function credentials_by_email(p_email text) returns jsonb language plpgsql as $$
begin
  perform set_config('app.lookup', p_email, true);
  return (select jsonb_build_object('tenantId', p.tenant_id, 'personId', p.id, 'passwordHash', p.password_hash) from people p where p.email = p_email and p.disabled_at is null);
end $$;

revoke execute on all functions in schema public from public;
grant execute on function
  data_source_load(uuid, uuid), catalogue_load(uuid, uuid, text), binding_load(uuid, uuid, text), pack_current(uuid, text), pack_files(uuid, text, int),
  person_live(uuid, uuid), grant_json(grants), grants_live(uuid, uuid, uuid[], uuid), policies_live(uuid), job_event_json(job_events), job_events_of(jsonb)
  to countersign_app;
grant execute on function identity_of(uuid, uuid), identity_by_session(text), identity_by_token(text), credentials_by_email(text), iso(timestamptz) to countersign_system;
