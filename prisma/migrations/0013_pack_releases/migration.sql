-- Releases of packs: drafted, held against the data, published, one row each; and what the data said each time it was asked.

-- AlterTable
ALTER TABLE "packs" ADD COLUMN     "owner_group_id" UUID;

-- CreateTable
CREATE TABLE "pack_releases" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "base_version" INTEGER,
    "rollback_of" INTEGER,
    "files" JSONB NOT NULL,
    "report" JSONB NOT NULL,
    "state" TEXT NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 0,
    "author_id" UUID NOT NULL,
    "author_name" TEXT NOT NULL,
    "requested_by" JSONB,
    "countersigned_by" JSONB,
    "published_version" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "pack_releases_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "pack_proof_runs" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "release_id" UUID NOT NULL,
    "data_source_id" UUID NOT NULL,
    "statements" JSONB NOT NULL,
    "results" JSONB,
    "outcome" TEXT NOT NULL DEFAULT 'waiting',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "pack_proof_runs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateIndex
CREATE INDEX "pack_releases_pack_id_idx" ON "pack_releases"("pack_id");

-- CreateIndex
CREATE INDEX "pack_proof_runs_release_id_idx" ON "pack_proof_runs"("release_id");

-- AddForeignKey
ALTER TABLE "pack_releases" ADD CONSTRAINT "pack_releases_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_proof_runs" ADD CONSTRAINT "pack_proof_runs_tenant_id_release_id_fkey" FOREIGN KEY ("tenant_id", "release_id") REFERENCES "pack_releases"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_proof_runs" ADD CONSTRAINT "pack_proof_runs_tenant_id_data_source_id_fkey" FOREIGN KEY ("tenant_id", "data_source_id") REFERENCES "data_sources"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table pack_releases add constraint pack_releases_state_known check (state in ('draft', 'proving', 'proved', 'failed', 'awaiting-second', 'published', 'withdrawn'));
alter table pack_proof_runs add constraint pack_proof_runs_outcome_known check (outcome in ('waiting', 'passed', 'failed'));

do $$
declare t text;
begin
  foreach t in array array['pack_releases', 'pack_proof_runs'] loop
    execute format('alter table %I enable row level security', t);
    execute format('alter table %I force row level security', t);
    execute format('create policy tenant_only on %I for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant())', t);
    execute format('create policy system_work on %I for select to countersign_system using (true)', t);
  end loop;
end $$;
create policy system_work on packs for select to countersign_system using (true);
grant select, insert on pack_releases, pack_proof_runs to countersign_app;
-- The text of a release never changes: another text is another release.
grant update (state, version, requested_by, countersigned_by, published_version) on pack_releases to countersign_app;
grant update (results, outcome, finished_at) on pack_proof_runs to countersign_app;
-- What is due, not what is in it.
grant select (tenant_id, id, release_id, data_source_id, outcome, created_at, finished_at) on pack_proof_runs to countersign_system;
grant select (tenant_id, id, pack_id, state, published_version) on pack_releases to countersign_system;
grant select (tenant_id, id, current_version) on packs to countersign_system;

-- Proofs that nobody has finished, and the latest of published versions in force that are older than they may be.
create index pack_proof_runs_open on pack_proof_runs (created_at) where outcome = 'waiting';

-- What was asked of the data, once it answered, stays as it is.
create function refuse_second_result() returns trigger language plpgsql as $$
begin
  if old.outcome <> 'waiting' then
    raise exception 'a finished proof is not changed' using errcode = 'CS003';
  end if;
  return new;
end $$;
create trigger finished_once before update on pack_proof_runs for each row execute function refuse_second_result();
create trigger never_gone before delete on pack_proof_runs for each row execute function refuse_change();
revoke execute on function refuse_second_result() from public;
grant execute on function refuse_second_result() to countersign_app;
