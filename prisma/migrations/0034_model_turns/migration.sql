-- What models were asked, what it cost, and what a tenant lets it cost in a day.

-- CreateTable
CREATE TABLE "model_turns" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "model" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "requests" INTEGER NOT NULL,
    "calls" INTEGER NOT NULL,
    "input_tokens" INTEGER,
    "output_tokens" INTEGER,
    "cached_input_tokens" INTEGER,
    "latency_ms" INTEGER NOT NULL,
    "cost_micros" BIGINT,

    CONSTRAINT "model_turns_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "model_budgets" (
    "tenant_id" UUID NOT NULL,
    "daily_micros" BIGINT NOT NULL,

    CONSTRAINT "model_budgets_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "model_alerts" (
    "tenant_id" UUID NOT NULL,
    "day" DATE NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "spent_micros" BIGINT NOT NULL,
    "daily_micros" BIGINT NOT NULL,

    CONSTRAINT "model_alerts_pkey" PRIMARY KEY ("tenant_id","day")
);

-- CreateIndex
CREATE INDEX "model_turns_at_idx" ON "model_turns"("at");

-- CreateIndex
CREATE INDEX "model_turns_job_id_idx" ON "model_turns"("job_id");

-- AddForeignKey
ALTER TABLE "model_turns" ADD CONSTRAINT "model_turns_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_turns" ADD CONSTRAINT "model_turns_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_budgets" ADD CONSTRAINT "model_budgets_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "model_alerts" ADD CONSTRAINT "model_alerts_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

alter table model_budgets add constraint model_budgets_not_negative check (daily_micros >= 0);
alter table model_turns enable row level security;
alter table model_turns force row level security;
create policy tenant_only on model_turns for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on model_turns to countersign_app;
create trigger never_gone before delete on model_turns for each row execute function refuse_change();
alter table model_budgets enable row level security;
alter table model_budgets force row level security;
create policy tenant_only on model_budgets for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert, delete on model_budgets to countersign_app;
grant update (daily_micros) on model_budgets to countersign_app;
alter table model_alerts enable row level security;
alter table model_alerts force row level security;
create policy tenant_only on model_alerts for all to countersign_app using (tenant_id = app_tenant()) with check (tenant_id = app_tenant());
grant select, insert on model_alerts to countersign_app;
