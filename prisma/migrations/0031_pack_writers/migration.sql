-- Everybody who wrote a part of a pack's draft: none of them is the second person of what comes of it.

-- AlterTable
ALTER TABLE "pack_drafts" ADD COLUMN     "writers" JSONB NOT NULL DEFAULT '[]';

-- AlterTable
ALTER TABLE "pack_releases" ADD COLUMN     "writers" JSONB NOT NULL DEFAULT '[]';

-- Of drafts that are there already the first and the last writer are known, and of releases made of them at least these.
update pack_drafts set writers = case when opened_by->>'id' = saved_by->>'id' then jsonb_build_array(opened_by) else jsonb_build_array(opened_by, saved_by) end;
update pack_releases r set writers = d.writers from pack_drafts d where d.tenant_id = r.tenant_id and d.release_id = r.id;

grant update (writers) on pack_drafts to countersign_app;
