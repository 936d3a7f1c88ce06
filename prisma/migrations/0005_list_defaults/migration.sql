-- A list that was not given is an empty list. It was NULL, which is no list at all.
update grants set unmask = array[]::text[] where unmask is null;
update api_tokens set scopes = array[]::text[] where scopes is null;

-- AlterTable
ALTER TABLE "api_tokens" ALTER COLUMN "scopes" SET DEFAULT ARRAY[]::TEXT[];
alter table api_tokens add constraint api_tokens_scopes_is_a_list check (scopes is not null);

-- AlterTable
ALTER TABLE "grants" ALTER COLUMN "unmask" SET DEFAULT ARRAY[]::TEXT[];
alter table grants add constraint grants_unmask_is_a_list check (unmask is not null);
