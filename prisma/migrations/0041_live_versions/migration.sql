-- The live facts are read four times a question and change a few times a day: each change gives a tenant's facts another version, and who
-- holds the facts of one asks whether it still is that one. It is read from the database each time, like the facts were. Random and not
-- counted: a replica that takes over without the last changes would count to the same number by others.

-- CreateTable
CREATE TABLE "live_versions" (
    "tenant_id" UUID NOT NULL,
    "version" UUID NOT NULL,

    CONSTRAINT "live_versions_pkey" PRIMARY KEY ("tenant_id")
);

-- AddForeignKey
ALTER TABLE "live_versions" ADD CONSTRAINT "live_versions_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table live_versions enable row level security;
alter table live_versions force row level security;
create policy tenant_only on live_versions for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on live_versions to countersign_app;
grant update (version) on live_versions to countersign_app;

-- Once a transaction. It runs at commit: its lock comes after every other and is held for the flush alone, so that no two
-- writers can wait for each other.
create function live_changed() returns trigger language plpgsql as $$
declare
  v_row jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
  v_tenant text := v_row->>case when tg_table_name = 'tenants' then 'id' else 'tenant_id' end;
begin
  if current_setting('app.live_changed', true) = v_tenant then return null; end if;
  perform set_config('app.tenant_id', v_tenant, true), set_config('app.live_changed', v_tenant, true);
  insert into live_versions (tenant_id, version) values (v_tenant::uuid, gen_random_uuid())
  on conflict (tenant_id) do update set version = excluded.version;
  return null;
end $$;

do $$
declare t text;
begin
  foreach t in array array['tenants', 'people', 'role_assignments', 'group_members', 'grants', 'policies', 'data_sources', 'catalogues', 'packs', 'bindings'] loop
    execute format('create constraint trigger live_changed after insert or update or delete on %I deferrable initially deferred for each row execute function live_changed()', t);
  end loop;
end $$;

-- `p_version`: that of the facts the caller holds already; they are not sent again. It is read first: facts that change in
-- between are kept under the earlier one, and asked for again.
create function live_facts_since(p_tenant uuid, p_asker uuid, p_approver uuid, p_source uuid, p_pack text, p_known text, p_rule_authors boolean, p_version uuid)
returns json language plpgsql as $$
declare
  v_version uuid;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  v_version := coalesce((select version from live_versions where tenant_id = p_tenant), '00000000-0000-0000-0000-000000000000');
  return json_build_object('version', v_version, 'facts',
    case when v_version is distinct from p_version then live_facts(p_tenant, p_asker, p_approver, p_source, p_pack, p_known, p_rule_authors) end);
end $$;
revoke execute on function live_facts_since(uuid, uuid, uuid, uuid, text, text, boolean, uuid) from public;
grant execute on function live_facts_since(uuid, uuid, uuid, uuid, text, text, boolean, uuid) to countersign_app;

-- A job with the version of the facts it stands on, for the stages that begin with both.
drop function job_with_live(uuid, uuid, uuid, text, boolean);
create function job_with_version(p_tenant uuid, p_job uuid) returns json language plpgsql as $$
declare
  -- Read before the job: what changes after it is asked for again.
  v_version uuid;
  v_job json;
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  v_version := coalesce((select version from live_versions where tenant_id = p_tenant), '00000000-0000-0000-0000-000000000000');
  v_job := job_load(p_tenant, p_job);
  return case when v_job is not null then json_build_object('job', v_job, 'version', v_version) end;
end $$;
revoke execute on function job_with_version(uuid, uuid) from public;
grant execute on function job_with_version(uuid, uuid) to countersign_app;
