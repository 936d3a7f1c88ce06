-- Meanings that people who were asked back propose for all; who keeps the pack decides.

-- CreateTable
CREATE TABLE "pack_proposals" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "job_id" UUID NOT NULL,
    "term" TEXT NOT NULL,
    "state" TEXT NOT NULL DEFAULT 'proposed',
    "body" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "reviewed_by" JSONB,
    "reviewed_at" TIMESTAMPTZ(3),
    "reason" TEXT,
    "release_id" UUID,

    CONSTRAINT "pack_proposals_pkey" PRIMARY KEY ("tenant_id","id")
);

-- AddForeignKey
ALTER TABLE "pack_proposals" ADD CONSTRAINT "pack_proposals_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_proposals" ADD CONSTRAINT "pack_proposals_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_proposals" ADD CONSTRAINT "pack_proposals_tenant_id_release_id_fkey" FOREIGN KEY ("tenant_id", "release_id") REFERENCES "pack_releases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table pack_proposals add constraint pack_proposals_state_known check (state in ('proposed', 'accepted', 'rejected'));
alter table pack_proposals add constraint pack_proposals_decided check ((state = 'proposed') = (reviewed_by is null));
-- One answer proposes one meaning once.
create unique index pack_proposals_one_waiting on pack_proposals (job_id, tenant_id, term) where state = 'proposed';
alter table pack_proposals enable row level security;
alter table pack_proposals force row level security;
create policy tenant_only on pack_proposals for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on pack_proposals to countersign_app;
grant update (state, reviewed_by, reviewed_at, reason, release_id) on pack_proposals to countersign_app;
create trigger never_gone before delete on pack_proposals for each row execute function refuse_change();
