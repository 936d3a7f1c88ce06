import { Module, type DynamicModule } from '@nestjs/common';
import { APP_GUARD, APP_INTERCEPTOR } from '@nestjs/core';
import { ApprovalsController } from './approvals/approvals.controller.js';
import { ReviewPackets } from './approvals/review-packet.js';
import { AuditController } from './audit/audit.controller.js';
import { AuditEntries } from './audit/entries.js';
import { ChainVerifier } from './audit/chain-verifier.js';
import { AdmissionGuard } from './auth/admission.guard.js';
import { sessionCookie } from './auth/cookies.js';
import { CredentialReader } from './auth/credential-reader.js';
import { LocalAuthenticator } from './auth/local-authenticator.js';
import { BindingsController } from './data-sources/bindings.controller.js';
import { SourceReach } from './data-sources/source-reach.js';
import { DataSourcesController } from './data-sources/data-sources.controller.js';
import { SourceEditsController } from './data-sources/source-edits.controller.js';
import { SourceListController } from './data-sources/source-list.controller.js';
import { DemoController } from './demo/demo.controller.js';
import { JobEventsController } from './events/job-events.controller.js';
import { GrantsController } from './grants/grants.controller.js';
import { HealthController } from './health/health.controller.js';
import { ExportSlots } from './exports/export-slots.js';
import { ExportsController } from './exports/exports.controller.js';
import { ResultExports } from './exports/result-exports.js';
import { Once } from './http/once.js';
import { OutputInterceptor } from './http/output.interceptor.js';
import { EvidenceBundles } from './jobs/evidence-bundle.js';
import { JobAccess } from './jobs/job-access.js';
import { JobViews } from './jobs/job-view.js';
import { JobsController } from './jobs/jobs.controller.js';
import { DraftsController } from './packs/drafts.controller.js';
import { EscalationsController } from './packs/escalations.controller.js';
import { PackDrafts } from './packs/pack-drafts.js';
import { PackKeepers } from './packs/pack-keepers.js';
import { PacksController } from './packs/packs.controller.js';
import { ProofPlan } from './packs/proof-plan.js';
import { ProposalsController } from './packs/proposals.controller.js';
import { ReleasesController } from './packs/releases.controller.js';
import { PeopleController } from './people/people.controller.js';
import { PoliciesController } from './policies/policies.controller.js';
import { KnownIds } from './policies/known-ids.js';
import { PolicyTextCheck } from './policies/policy-check.js';
import { QuestionsController } from './questions/questions.controller.js';
import { AUDIT_SIGNER, LOG, PACK_REVIEWER, PORTS, PROBES, QUEUE_PING, READER, SCHEMA_SEARCH, SEALER, SETTINGS, STORE, type Services } from './services.js';
import { SchemaController } from './schema/schema.controller.js';
import { SessionController } from './session/session.controller.js';
import { Sessions } from './session/sessions.js';
import { AUTHENTICATOR, SignIn } from './session/sign-in.js';
import { BlockedLog } from './sql/blocked-log.js';
import { SqlController } from './sql/sql.controller.js';
import { VerifiedController } from './verified/verified.controller.js';
import { TokensController } from './tokens/tokens.controller.js';

@Module({})
export class ApiModule {
  static of(services: Services): DynamicModule {
    const { store, settings } = services;
    return {
      module: ApiModule,
      controllers: [
        HealthController, DemoController, SessionController, TokensController, QuestionsController, SqlController, JobsController, ExportsController, JobEventsController,
        ApprovalsController, DataSourcesController, SourceEditsController, SourceListController, BindingsController, PacksController, DraftsController, ReleasesController, EscalationsController, ProposalsController, VerifiedController, SchemaController, GrantsController, PoliciesController, PeopleController, AuditController,
      ],
      providers: [
        { provide: STORE, useValue: store },
        { provide: PORTS, useValue: services.ports },
        { provide: SEALER, useValue: services.sealer },
        { provide: AUDIT_SIGNER, useValue: services.auditSigner },
        { provide: READER, useValue: services.reader },
        { provide: SCHEMA_SEARCH, useValue: services.schemaSearch },
        { provide: PACK_REVIEWER, useValue: services.packReviewer },
        { provide: PROBES, useValue: services.probes },
        { provide: QUEUE_PING, useValue: services.pingQueue },
        { provide: LOG, useValue: services.log },
        { provide: SETTINGS, useValue: settings },
        { provide: CredentialReader, useValue: new CredentialReader(store.identity, sessionCookie(settings.secureCookies, 0).name) },
        { provide: AUTHENTICATOR, useFactory: () => LocalAuthenticator.create(store.identity) },
        { provide: APP_GUARD, useClass: AdmissionGuard },
        { provide: APP_INTERCEPTOR, useClass: OutputInterceptor },
        AuditEntries, ChainVerifier, EvidenceBundles, ExportSlots, ResultExports, JobAccess, JobViews, BlockedLog, KnownIds, Once, PackDrafts, PackKeepers, PolicyTextCheck, ProofPlan, ReviewPackets, Sessions, SignIn, SourceReach,
      ],
    };
  }
}
