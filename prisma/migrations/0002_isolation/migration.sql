-- Who may see and do what, below every line of application code.
--
-- Two roles that nobody signs in as. A process signs in as a NOINHERIT member of both and takes one per connection:
--   countersign_app     one tenant at a time: the setting app.tenant_id, set per transaction; unset, nothing is visible
--   countersign_system  across tenants, but only what the dispatcher, the reconciler and the sign-in need
-- Neither owns a table, so neither can switch a policy off.

do $$ begin
  create role countersign_app nologin nosuperuser nobypassrls noinherit;
exception when duplicate_object or unique_violation then null; -- roles belong to the server, not to this database
end $$;
do $$ begin
  create role countersign_system nologin nosuperuser nobypassrls noinherit;
exception when duplicate_object or unique_violation then null;
end $$;

create function app_tenant() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.tenant_id', true), '')::uuid $$;

-- What the sign-in looks up by (a hash or an e-mail): without it the system role sees no person and no session.
create function app_lookup() returns text language sql stable parallel safe as
$$ select nullif(current_setting('app.lookup', true), '') $$;

revoke create on schema public from public;
grant usage on schema public to countersign_app, countersign_system;
do $$ begin
  execute format('revoke temporary on database %I from public', current_database());
end $$;

-- ── row-level security ──────────────────────────────────────────────────────────────────────────────────────────

do $$
declare t text;
begin
  foreach t in array array[
    'people', 'groups', 'group_members', 'role_assignments', 'sessions', 'api_tokens', 'data_sources', 'catalogues', 'bindings',
    'grants', 'policies', 'packs', 'pack_versions', 'jobs', 'job_events', 'candidates', 'gate_reports', 'approvals', 'runs',
    'results', 'result_chunks', 'answers', 'claims', 'stage_timings', 'feedback', 'audit_records', 'audit_heads', 'outbox']
  loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', t);
  end loop;
end $$;

alter table tenants enable row level security;
alter table tenants force row level security;
create policy tenant_only on tenants for all to countersign_app using (id = app_tenant()) with check (id = app_tenant());

alter table process_beats enable row level security;
alter table process_beats force row level security;
create policy system_only on process_beats for all to countersign_system using (true) with check (true);

-- sign-in: found by exact hash or e-mail, then inside the tenant that was found
create policy system_lookup on sessions for select to countersign_system using (session_hash = app_lookup());
create policy system_lookup on api_tokens for select to countersign_system using (token_hash = app_lookup());
create policy system_touch on api_tokens for update to countersign_system using (token_hash = app_lookup()) with check (token_hash = app_lookup());
create policy system_lookup on people for select to countersign_system using (email = app_lookup() or tenant_id = app_tenant());
create policy system_lookup on tenants for select to countersign_system using (id = app_tenant());
create policy system_lookup on role_assignments for select to countersign_system using (tenant_id = app_tenant());
create policy system_lookup on group_members for select to countersign_system using (tenant_id = app_tenant());
-- dispatcher and reconciler
create policy system_work on outbox for all to countersign_system using (true);
create policy system_work on jobs for select to countersign_system using (true);
create policy system_work on runs for select to countersign_system using (true);

-- ── rights ──────────────────────────────────────────────────────────────────────────────────────────────────────

grant select, insert on
  tenants, people, groups, group_members, role_assignments, sessions, api_tokens, data_sources, catalogues, bindings, grants, policies,
  packs, pack_versions, jobs, job_events, candidates, gate_reports, approvals, runs, results, result_chunks, answers, claims,
  stage_timings, feedback, audit_records, audit_heads, outbox
  to countersign_app;
grant update on
  tenants, people, sessions, api_tokens, data_sources, catalogues, bindings, grants, policies, packs, jobs, candidates, gate_reports,
  approvals, runs, results, answers, feedback, audit_heads
  to countersign_app;
grant delete on people, group_members, role_assignments, results, result_chunks, claims to countersign_app;
grant usage on sequence stage_timings_id_seq to countersign_app;
grant select on legal_moves to countersign_app;

grant select (tenant_id, id, person_id, session_hash, csrf_token, expires_at, closed_at) on sessions to countersign_system;
grant select (tenant_id, id, person_id, token_hash, scopes, expires_at, last_used_at, revoked_at) on api_tokens to countersign_system;
grant update (last_used_at) on api_tokens to countersign_system;
grant select on people to countersign_system;
grant select (id, name, slug) on tenants to countersign_system;
grant select on role_assignments, group_members to countersign_system;
grant select, delete on outbox to countersign_system;
grant select (tenant_id, id, state, stage, version, updated_at, expires_at, traceparent, run_id) on jobs to countersign_system;
grant select (tenant_id, job_id, id, heartbeat_at) on runs to countersign_system;
grant select, insert, update, delete on process_beats to countersign_system;

-- ── what is written once stays ──────────────────────────────────────────────────────────────────────────────────

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'CS003';
end $$;

do $$
declare t text;
begin
  foreach t in array array['job_events', 'audit_records', 'pack_versions'] loop
    execute format('create trigger append_only before update or delete on %I for each row execute function refuse_change()', t);
    execute format('create trigger append_only_whole before truncate on %I for each statement execute function refuse_change()', t);
  end loop;
end $$;

alter table people add constraint people_email_lower_case check (email = lower(email));
alter table jobs add constraint jobs_version_counts check (version >= 0);

-- ── indexes Prisma can't say ────────────────────────────────────────────────────────────────────────────────────

-- Everything that is still to be done or decided; ended jobs, the many, are not in it.
create index jobs_open on jobs (updated_at) where state in (
  'RECEIVED', 'RESOLVING', 'NEEDS_CLARIFICATION', 'GENERATING', 'GATING', 'AWAITING_APPROVAL', 'CHANGES_REQUESTED', 'APPROVED', 'QUEUED', 'RUNNING', 'GROUNDING');

-- ── legal moves: the table of libs/pipeline/src/status.ts (a test keeps them equal) ───────────────────────────────

insert into legal_moves (from_state, to_state)
select f.state, unnest(f.moves) from (values
  ('RECEIVED', array['RESOLVING', 'NEEDS_CLARIFICATION', 'GENERATING', 'REFUSED', 'CANCELLED', 'GENERATION_FAILED']),
  ('RESOLVING', array['NEEDS_CLARIFICATION', 'GENERATING', 'REFUSED', 'CANCELLED', 'GENERATION_FAILED']),
  ('NEEDS_CLARIFICATION', array['RESOLVING', 'WITHDRAWN', 'EXPIRED', 'CANCELLED']),
  ('GENERATING', array['GATING', 'NEEDS_CLARIFICATION', 'REFUSED', 'GENERATION_FAILED', 'CANCELLED']),
  ('GATING', array['GATING', 'GATE_REJECTED', 'CAP_EXCEEDED', 'EXECUTION_FAILED', 'AWAITING_APPROVAL', 'APPROVED', 'CANCELLED', 'GENERATION_FAILED']),
  ('AWAITING_APPROVAL', array['APPROVED', 'REJECTED', 'CHANGES_REQUESTED', 'EXPIRED', 'STALE', 'WITHDRAWN', 'CANCELLED']),
  ('CHANGES_REQUESTED', array['RESOLVING', 'WITHDRAWN', 'EXPIRED', 'CANCELLED']),
  ('APPROVED', array['QUEUED', 'STALE', 'EXPIRED', 'CANCELLED', 'EXECUTION_FAILED']),
  ('QUEUED', array['RUNNING', 'STALE', 'EXPIRED', 'CANCELLED', 'EXECUTION_FAILED']),
  ('RUNNING', array['GROUNDING', 'CAP_EXCEEDED', 'EXECUTION_FAILED', 'CANCELLED', 'UNKNOWN', 'STALE']),
  ('GROUNDING', array['GROUNDING', 'ANSWERED', 'ANSWERED_TABLE_ONLY', 'EXECUTION_FAILED'])
) as f (state, moves);

-- Functions are called with the caller's rights, so a policy holds inside them too.
revoke execute on all functions in schema public from public;
grant execute on function app_tenant(), app_lookup() to countersign_app, countersign_system;
