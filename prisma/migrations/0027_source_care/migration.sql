-- Data sources that are edited, looked at on schedule, and whose tables and rights change without notice.

-- AlterTable
ALTER TABLE "data_sources" ADD COLUMN     "connection" JSONB NOT NULL DEFAULT '{}',
ADD COLUMN     "probed_at" TIMESTAMPTZ(3);

-- AlterTable
ALTER TABLE "pack_escalations" ALTER COLUMN "pack_id" DROP NOT NULL,
ALTER COLUMN "release_id" DROP NOT NULL;

-- CreateTable
CREATE TABLE "catalogue_drifts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "data_source_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "drift" JSONB NOT NULL,

    CONSTRAINT "catalogue_drifts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "catalogue_drifts_data_source_id_tenant_id_at_idx" ON "catalogue_drifts"("data_source_id", "tenant_id", "at");

-- AddForeignKey
ALTER TABLE "catalogue_drifts" ADD CONSTRAINT "catalogue_drifts_tenant_id_data_source_id_fkey" FOREIGN KEY ("tenant_id", "data_source_id") REFERENCES "data_sources"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table catalogue_drifts enable row level security;
alter table catalogue_drifts force row level security;
create policy tenant_only on catalogue_drifts for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on catalogue_drifts to countersign_app;
create trigger append_only before update or delete on catalogue_drifts for each row execute function refuse_change();

update data_sources set probed_at = (probe->>'at')::timestamptz where probe is not null;
-- Which sources are due for a look: the system sees when they were looked at, not where they are.
grant select (tenant_id, id, revision, probed_at, created_at) on data_sources to countersign_system;

alter table pack_escalations drop constraint pack_escalations_kind_known;
alter table pack_escalations add constraint pack_escalations_kind_known check (kind in ('proof-failed', 'descriptions', 'binding-drift', 'rights-drift'));
-- Of a pack and a release, of a pack and a data source, or of a data source alone.
alter table pack_escalations add constraint pack_escalations_about check (case kind
  when 'rights-drift' then pack_id is null and release_id is null and data_source_id is not null
  when 'binding-drift' then pack_id is not null and release_id is null and data_source_id is not null
  else pack_id is not null and release_id is not null end);
drop index pack_escalations_one_live;
create unique index pack_escalations_one_live on pack_escalations (kind, tenant_id, (coalesce(pack_id, '')), (coalesce(data_source_id, release_id))) where state <> 'closed';

create or replace function data_source_load(p_tenant uuid, p_id uuid) returns jsonb language plpgsql as $$
begin
  perform set_config('app.tenant_id', p_tenant::text, true);
  return (
    select jsonb_build_object('id', d.id, 'name', d.name, 'engine', d.engine, 'dialect', d.dialect, 'host', d.host, 'port', d.port, 'database', d.database,
      'username', d.username, 'tls', d.tls, 'connection', d.connection, 'zone', d.zone, 'revision', d.revision, 'status', d.status, 'caps', d.caps,
      'maxSubqueryDepth', d.max_subquery_depth, 'probe', d.probe,
      'catalogue', case when c.tenant_id is not null then jsonb_build_object('tables', c.tables, 'fingerprint', c.fingerprint, 'at', iso(c.taken_at)) end)
    from data_sources d left join catalogues c on c.tenant_id = d.tenant_id and c.data_source_id = d.id
    where d.tenant_id = p_tenant and d.id = p_id);
end $$;
