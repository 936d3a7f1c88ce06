-- SQL that a person wrote
--
-- It is a job like any other that needs no stage to find its candidate, and goes to the gate at once. What an approver changes
-- goes back there.
insert into legal_moves (from_state, to_state) values ('RECEIVED', 'GATING'), ('AWAITING_APPROVAL', 'GATING') on conflict do nothing;

-- Every published pack, with its names for a data source where it is bound to it.
create function packs_for_source(p_tenant uuid, p_source uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', k.id, 'version', k.current_version, 'binding', b.body) order by k.id), '[]')
    from packs k left join bindings b on b.tenant_id = k.tenant_id and b.data_source_id = p_source and b.pack_id = k.id
    where k.tenant_id = p_tenant);
end $$;
revoke execute on function packs_for_source(uuid, uuid) from public;
grant execute on function packs_for_source(uuid, uuid) to countersign_app;

-- What was blocked
--
-- The audit is the log; this finds its few records about blocked statements among all others.
create index audit_records_blocked on audit_records (seq) where action in ('gate.rejected', 'sql.blocked');

-- Requests that create something
--
-- A key names the id that its request was given. The same key again gets the same id, so a request that was sent twice, or whose
-- answer was lost, creates one thing. (Jobs carry their key themselves.)

-- CreateTable
CREATE TABLE "idempotent_requests" (
    "tenant_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "request_hash" TEXT NOT NULL,
    "object_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "idempotent_requests_pkey" PRIMARY KEY ("tenant_id", "person_id", "operation", "key")
);

-- AddForeignKey
ALTER TABLE "idempotent_requests" ADD CONSTRAINT "idempotent_requests_tenant_id_person_id_fkey" FOREIGN KEY ("tenant_id", "person_id") REFERENCES "people"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

alter table idempotent_requests enable row level security;
alter table idempotent_requests force row level security;
create policy tenant_only on idempotent_requests for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on idempotent_requests to countersign_app;
