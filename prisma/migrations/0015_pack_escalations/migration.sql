-- What keepers of packs have to look at: proofs of versions in force that fail, and drafts whose descriptions went bad in masses.

-- CreateTable
CREATE TABLE "pack_escalations" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'open',
    "release_id" UUID NOT NULL,
    "data_source_id" UUID,
    "findings" JSONB NOT NULL,
    "opened_at" TIMESTAMPTZ(3) NOT NULL,
    "last_at" TIMESTAMPTZ(3) NOT NULL,
    "taken_by" JSONB,
    "closed_by" TEXT,
    "closed_at" TIMESTAMPTZ(3),
    "reason" TEXT,

    CONSTRAINT "pack_escalations_pkey" PRIMARY KEY ("tenant_id","id")
);

-- AddForeignKey
ALTER TABLE "pack_escalations" ADD CONSTRAINT "pack_escalations_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_escalations" ADD CONSTRAINT "pack_escalations_tenant_id_release_id_fkey" FOREIGN KEY ("tenant_id", "release_id") REFERENCES "pack_releases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table pack_escalations add constraint pack_escalations_kind_known check (kind in ('proof-failed', 'descriptions'));
alter table pack_escalations add constraint pack_escalations_state_known check (state in ('open', 'taken', 'closed'));
-- The same thing found again is the same escalation, while it is not closed.
create unique index pack_escalations_one_live on pack_escalations (pack_id, tenant_id, kind, (coalesce(data_source_id, release_id))) where state <> 'closed';
alter table pack_escalations enable row level security;
alter table pack_escalations force row level security;
create policy tenant_only on pack_escalations for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on pack_escalations to countersign_app;
grant update (state, findings, last_at, taken_by, closed_by, closed_at, reason) on pack_escalations to countersign_app;
create trigger never_gone before delete on pack_escalations for each row execute function refuse_change();
