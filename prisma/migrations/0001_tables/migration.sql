-- CreateTable
CREATE TABLE "tenants" (
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "slug" TEXT NOT NULL,
    "policy_version" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "people" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "email" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "password_hash" TEXT NOT NULL,
    "locale" TEXT NOT NULL DEFAULT 'en',
    "disabled_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "people_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "groups" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,

    CONSTRAINT "groups_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "group_members" (
    "tenant_id" UUID NOT NULL,
    "group_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,

    CONSTRAINT "group_members_pkey" PRIMARY KEY ("tenant_id","person_id","group_id")
);

-- CreateTable
CREATE TABLE "role_assignments" (
    "tenant_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "role" TEXT NOT NULL,

    CONSTRAINT "role_assignments_pkey" PRIMARY KEY ("tenant_id","person_id","role")
);

-- CreateTable
CREATE TABLE "sessions" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "session_hash" TEXT NOT NULL,
    "csrf_token" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "closed_at" TIMESTAMPTZ(3),

    CONSTRAINT "sessions_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "api_tokens" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "token_hash" TEXT NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "last_used_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "api_tokens_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "data_sources" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "engine" TEXT NOT NULL,
    "dialect" TEXT NOT NULL,
    "host" TEXT NOT NULL,
    "port" INTEGER NOT NULL,
    "database" TEXT NOT NULL,
    "username" TEXT NOT NULL,
    "tls" TEXT NOT NULL,
    "zone" TEXT NOT NULL,
    "revision" INTEGER NOT NULL DEFAULT 1,
    "status" TEXT NOT NULL,
    "caps" JSONB NOT NULL,
    "max_subquery_depth" INTEGER NOT NULL DEFAULT 3,
    "sealed_credential" TEXT NOT NULL,
    "probe" JSONB,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "data_sources_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "catalogues" (
    "tenant_id" UUID NOT NULL,
    "data_source_id" UUID NOT NULL,
    "tables" INTEGER NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "taken_at" TIMESTAMPTZ(3) NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "catalogues_pkey" PRIMARY KEY ("tenant_id","data_source_id")
);

-- CreateTable
CREATE TABLE "bindings" (
    "tenant_id" UUID NOT NULL,
    "data_source_id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "bindings_pkey" PRIMARY KEY ("tenant_id","data_source_id","pack_id")
);

-- CreateTable
CREATE TABLE "grants" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "subject_kind" TEXT NOT NULL,
    "subject_id" UUID NOT NULL,
    "data_source_id" UUID NOT NULL,
    "objects" JSONB NOT NULL,
    "unmask" TEXT[],
    "expires_at" TIMESTAMPTZ(3),
    "revoked_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "grants_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "policies" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "name" TEXT NOT NULL,
    "author_id" UUID NOT NULL,
    "rule" JSONB NOT NULL,
    "enabled" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "policies_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "packs" (
    "tenant_id" UUID NOT NULL,
    "id" TEXT NOT NULL,
    "current_version" INTEGER NOT NULL,

    CONSTRAINT "packs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "pack_versions" (
    "tenant_id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "version" INTEGER NOT NULL,
    "files" JSONB NOT NULL,
    "published_by" TEXT NOT NULL,
    "published_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "pack_versions_pkey" PRIMARY KEY ("tenant_id","pack_id","version")
);

-- CreateTable
CREATE TABLE "jobs" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "asker_id" UUID NOT NULL,
    "asker_name" TEXT NOT NULL,
    "data_source_id" UUID NOT NULL,
    "pack_id" TEXT NOT NULL,
    "pack_version" INTEGER NOT NULL,
    "question" TEXT NOT NULL,
    "locale" TEXT NOT NULL,
    "today" DATE NOT NULL,
    "state" TEXT NOT NULL,
    "stage" TEXT,
    "version" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "expires_at" TIMESTAMPTZ(3),
    "cancel_requested_at" TIMESTAMPTZ(3),
    "traceparent" TEXT,
    "idempotency_key" TEXT,
    "request_hash" TEXT NOT NULL,
    "choices" JSONB NOT NULL DEFAULT '{}',
    "interpretation" JSONB,
    "clarification" JSONB,
    "refusal" JSONB,
    "estimate" JSONB,
    "review" JSONB,
    "candidate_revision" INTEGER,
    "gate_revision" INTEGER,
    "approval_id" UUID,
    "run_id" UUID,
    "result_id" UUID,
    "answered" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "jobs_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "job_events" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "actor" JSONB NOT NULL,
    "from_state" TEXT,
    "to_state" TEXT NOT NULL,
    "stage" TEXT,
    "reason" JSONB,

    CONSTRAINT "job_events_pkey" PRIMARY KEY ("tenant_id","job_id","seq")
);

-- CreateTable
CREATE TABLE "candidates" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "origin" TEXT NOT NULL,
    "author_id" UUID,
    "body" JSONB NOT NULL,

    CONSTRAINT "candidates_pkey" PRIMARY KEY ("tenant_id","job_id","revision")
);

-- CreateTable
CREATE TABLE "gate_reports" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "revision" INTEGER NOT NULL,
    "verdict" TEXT NOT NULL,
    "rule" TEXT,
    "body" JSONB NOT NULL,

    CONSTRAINT "gate_reports_pkey" PRIMARY KEY ("tenant_id","job_id","revision")
);

-- CreateTable
CREATE TABLE "approvals" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "decision" TEXT NOT NULL,
    "revision" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "decided_at" TIMESTAMPTZ(3) NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "approvals_pkey" PRIMARY KEY ("tenant_id","job_id","id")
);

-- CreateTable
CREATE TABLE "runs" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "digest" TEXT NOT NULL,
    "collector" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "finished_at" TIMESTAMPTZ(3),
    "outcome" TEXT NOT NULL,
    "error_kind" TEXT,
    "heartbeat_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "runs_pkey" PRIMARY KEY ("tenant_id","job_id","id")
);

-- CreateTable
CREATE TABLE "results" (
    "tenant_id" UUID NOT NULL,
    "id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "columns" JSONB NOT NULL,
    "row_count" INTEGER NOT NULL DEFAULT 0,
    "byte_count" BIGINT NOT NULL DEFAULT 0,
    "truncated" TEXT NOT NULL DEFAULT 'no',
    "hash" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "results_pkey" PRIMARY KEY ("tenant_id","id")
);

-- CreateTable
CREATE TABLE "result_chunks" (
    "tenant_id" UUID NOT NULL,
    "result_id" UUID NOT NULL,
    "first_row" INTEGER NOT NULL,
    "row_count" INTEGER NOT NULL,
    "rows" JSON NOT NULL,

    CONSTRAINT "result_chunks_pkey" PRIMARY KEY ("tenant_id","result_id","first_row")
);

-- CreateTable
CREATE TABLE "answers" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "answers_pkey" PRIMARY KEY ("tenant_id","job_id")
);

-- CreateTable
CREATE TABLE "claims" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "position" INTEGER NOT NULL,
    "operation" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "body" JSONB NOT NULL,

    CONSTRAINT "claims_pkey" PRIMARY KEY ("tenant_id","job_id","position")
);

-- CreateTable
CREATE TABLE "stage_timings" (
    "id" BIGSERIAL NOT NULL,
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "step" TEXT NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_us" BIGINT NOT NULL,
    "attempt" INTEGER NOT NULL DEFAULT 1,
    "process" TEXT NOT NULL,
    "detail" JSONB,

    CONSTRAINT "stage_timings_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "feedback" (
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "person_id" UUID NOT NULL,
    "verdict" TEXT NOT NULL,
    "comment" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "feedback_pkey" PRIMARY KEY ("tenant_id","job_id","person_id")
);

-- CreateTable
CREATE TABLE "audit_records" (
    "tenant_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "body" TEXT NOT NULL,
    "previous_hash" CHAR(64) NOT NULL,
    "hash" CHAR(64) NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "action" TEXT NOT NULL,
    "actor_id" TEXT NOT NULL,
    "subject_id" TEXT NOT NULL,
    "data_source_id" UUID,
    "state" TEXT,

    CONSTRAINT "audit_records_pkey" PRIMARY KEY ("tenant_id","seq")
);

-- CreateTable
CREATE TABLE "audit_heads" (
    "tenant_id" UUID NOT NULL,
    "seq" INTEGER NOT NULL,
    "hash" CHAR(64) NOT NULL,

    CONSTRAINT "audit_heads_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "outbox" (
    "id" UUID NOT NULL DEFAULT gen_random_uuid(),
    "tenant_id" UUID NOT NULL,
    "job_id" UUID NOT NULL,
    "queue" TEXT NOT NULL,
    "payload" JSONB NOT NULL,
    "enqueued_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbox_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "process_beats" (
    "process" TEXT NOT NULL,
    "id" TEXT NOT NULL,
    "seen_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "process_beats_pkey" PRIMARY KEY ("process","id")
);

-- CreateTable
CREATE TABLE "legal_moves" (
    "from_state" TEXT NOT NULL,
    "to_state" TEXT NOT NULL,

    CONSTRAINT "legal_moves_pkey" PRIMARY KEY ("from_state","to_state")
);

-- CreateIndex
CREATE UNIQUE INDEX "tenants_slug_key" ON "tenants"("slug");

-- CreateIndex
CREATE UNIQUE INDEX "people_email_key" ON "people"("email");

-- CreateIndex
CREATE UNIQUE INDEX "groups_tenant_id_name_key" ON "groups"("tenant_id", "name");

-- CreateIndex
CREATE UNIQUE INDEX "sessions_session_hash_key" ON "sessions"("session_hash");

-- CreateIndex
CREATE UNIQUE INDEX "api_tokens_token_hash_key" ON "api_tokens"("token_hash");

-- CreateIndex
CREATE INDEX "grants_tenant_id_data_source_id_idx" ON "grants"("tenant_id", "data_source_id");

-- CreateIndex
CREATE INDEX "jobs_tenant_id_asker_id_id_idx" ON "jobs"("tenant_id", "asker_id", "id");

-- CreateIndex
CREATE UNIQUE INDEX "jobs_tenant_id_asker_id_idempotency_key_key" ON "jobs"("tenant_id", "asker_id", "idempotency_key");

-- CreateIndex
CREATE INDEX "results_tenant_id_job_id_idx" ON "results"("tenant_id", "job_id");

-- CreateIndex
CREATE INDEX "stage_timings_tenant_id_job_id_idx" ON "stage_timings"("tenant_id", "job_id");

-- CreateIndex
CREATE INDEX "audit_records_tenant_id_subject_id_seq_idx" ON "audit_records"("tenant_id", "subject_id", "seq");

-- CreateIndex
CREATE INDEX "outbox_enqueued_at_idx" ON "outbox"("enqueued_at");

-- AddForeignKey
ALTER TABLE "people" ADD CONSTRAINT "people_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "groups" ADD CONSTRAINT "groups_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_tenant_id_group_id_fkey" FOREIGN KEY ("tenant_id", "group_id") REFERENCES "groups"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_tenant_id_person_id_fkey" FOREIGN KEY ("tenant_id", "person_id") REFERENCES "people"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "role_assignments" ADD CONSTRAINT "role_assignments_tenant_id_person_id_fkey" FOREIGN KEY ("tenant_id", "person_id") REFERENCES "people"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_tenant_id_person_id_fkey" FOREIGN KEY ("tenant_id", "person_id") REFERENCES "people"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "api_tokens" ADD CONSTRAINT "api_tokens_tenant_id_person_id_fkey" FOREIGN KEY ("tenant_id", "person_id") REFERENCES "people"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "data_sources" ADD CONSTRAINT "data_sources_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "catalogues" ADD CONSTRAINT "catalogues_tenant_id_data_source_id_fkey" FOREIGN KEY ("tenant_id", "data_source_id") REFERENCES "data_sources"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "bindings" ADD CONSTRAINT "bindings_tenant_id_data_source_id_fkey" FOREIGN KEY ("tenant_id", "data_source_id") REFERENCES "data_sources"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "grants" ADD CONSTRAINT "grants_tenant_id_data_source_id_fkey" FOREIGN KEY ("tenant_id", "data_source_id") REFERENCES "data_sources"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "policies" ADD CONSTRAINT "policies_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "packs" ADD CONSTRAINT "packs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "pack_versions" ADD CONSTRAINT "pack_versions_tenant_id_pack_id_fkey" FOREIGN KEY ("tenant_id", "pack_id") REFERENCES "packs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "job_events" ADD CONSTRAINT "job_events_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "candidates" ADD CONSTRAINT "candidates_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "gate_reports" ADD CONSTRAINT "gate_reports_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "approvals" ADD CONSTRAINT "approvals_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "runs" ADD CONSTRAINT "runs_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "results" ADD CONSTRAINT "results_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "result_chunks" ADD CONSTRAINT "result_chunks_tenant_id_result_id_fkey" FOREIGN KEY ("tenant_id", "result_id") REFERENCES "results"("tenant_id", "id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "answers" ADD CONSTRAINT "answers_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "claims" ADD CONSTRAINT "claims_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "answers"("tenant_id", "job_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "stage_timings" ADD CONSTRAINT "stage_timings_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_records" ADD CONSTRAINT "audit_records_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "audit_heads" ADD CONSTRAINT "audit_heads_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "outbox" ADD CONSTRAINT "outbox_tenant_id_job_id_fkey" FOREIGN KEY ("tenant_id", "job_id") REFERENCES "jobs"("tenant_id", "id") ON DELETE RESTRICT ON UPDATE CASCADE;

