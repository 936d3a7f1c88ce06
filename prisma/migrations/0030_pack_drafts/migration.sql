-- Packs being edited: text that nobody has tested or published yet, kept between two visits; and why a release was made.

-- AlterTable
ALTER TABLE "pack_releases" ADD COLUMN     "note" TEXT;

-- CreateTable
CREATE TABLE "pack_drafts" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "base_version" INTEGER,
    "files" JSONB NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "opened_by" JSONB NOT NULL,
    "saved_by" JSONB NOT NULL,
    "release_id" UUID,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "saved_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pack_drafts_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "pack_drafts_pack_id_idx" ON "pack_drafts"("pack_id");

-- AddForeignKey
ALTER TABLE "pack_drafts" ADD CONSTRAINT "pack_drafts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_drafts" ADD CONSTRAINT "pack_drafts_tenant_id_release_id_fkey" FOREIGN KEY ("tenant_id", "release_id") REFERENCES "pack_releases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table pack_drafts enable row level security;
alter table pack_drafts force row level security;
create policy tenant_only on pack_drafts for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert, delete on pack_drafts to countersign_app;
grant update (base_version, files, version, saved_by, saved_at, release_id) on pack_drafts to countersign_app;
