-- Verified queries: plans with parameters that a second person has looked at, and the facts that must stay as they were.

-- CreateTable
CREATE TABLE "verified_queries" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "data_source_id" UUID NOT NULL,
    "shape" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "body" JSONB NOT NULL,
    "reviewed_by" JSONB,
    "reason" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "verified_at" TIMESTAMPTZ(3),
    "checked_at" TIMESTAMPTZ(3),

    CONSTRAINT "verified_queries_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "verified_queries_shape_idx" ON "verified_queries"("shape");

-- AddForeignKey
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "verified_queries" ADD CONSTRAINT "verified_queries_tenant_id_data_source_id_fkey" FOREIGN KEY ("tenant_id", "data_source_id") REFERENCES "data_sources"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table verified_queries add constraint verified_queries_state_known check (state in ('proposed', 'active', 'rejected', 'expired', 'revoked'));
-- One meaning has one verified query on a data source.
create unique index verified_queries_one_active on verified_queries (shape, tenant_id, data_source_id, pack_id) where state = 'active';
alter table verified_queries enable row level security;
alter table verified_queries force row level security;
create policy tenant_only on verified_queries for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
create policy system_work on verified_queries for select to countersign_system using (true);
grant select, insert on verified_queries to countersign_app;
grant update (state, reviewed_by, reason, verified_at, checked_at) on verified_queries to countersign_app;
grant select (tenant_id, id, state, verified_at, checked_at) on verified_queries to countersign_system;
