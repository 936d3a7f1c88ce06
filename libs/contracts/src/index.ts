export { unreadableIn } from './readable-text.js';
export { canonicalJson } from './canonical-json.js';
export { Id, Locale, Day, Instant, PackRef, Dialect, Role } from './ids.js';
export { JOB_STATES, JobState, STAGES, StageName, TIMED_STEPS, TimedStep } from './job-state.js';
export { Place, Finding } from './finding.js';
export { Span, Grain, Period, FilterOp, BoundFilter, BoundMetric, BoundDimension, QuestionSpan, Interpretation, Choice, Clarification, Refusal } from './interpretation.js';
export { columnClass } from './column-class.js';
export type { ColumnClass } from './column-class.js';
export { ColumnConversion } from './column-conversion.js';
export { CatalogueColumn, CatalogueTable, Catalogue } from './catalogue.js';
export { Scope, NameBinding, RowFilter, Mask, GateInput, QueryFacts, DeclaredUse, GateReport, QueryShape } from './gate.js';
export type { AcceptedGateReport } from './gate.js';
export { Caps, OutputMode, DigestBundle } from './digest-bundle.js';
export { Cell, ResultColumn, CellRef, Claim, ChartSpec, Answer, Confidence, SIGNALS } from './answer.js';
export { Actor, Grant, MaskForm, Policy, REJECT_REASONS, ReasonCode, Approval } from './access.js';
export { EXPORT_FORMATS, ExportFormat, ExportFormats, ExportManifest, ResultExport } from './export.js';
export { SqlChange } from './sql-change.js';
export { SqlLanguage, Candidate, Estimate, Risk, ReviewRequest, Run, ResultSummary, ResultPage, StageTiming, JobEvent, Job, StagePayload, SourceProbePayload, QUEUES } from './job.js';
export type { QueueName } from './job.js';
export { credentialGap } from './credential-gap.js';
export { ADAPTED_ENGINES, Engine, ProbeStep, DataSourceStatus, DataSource, DataSourceEdit, NewCredential, NewDataSource, SourceConnection, SourceCredential, TableDrift, CatalogueDrift, DriftReport } from './data-source.js';
export { VerifiedFact, VerifiedFingerprints, VerifiedParameter, VerifiedQuery } from './verified.js';
export { PackDraft, PackProofPayload, PackRelease, ProofResult, ProofRun, ProofStatement, ReleaseReport, ReleaseState } from './release.js';
export { PackEscalation } from './escalation.js';
export { PackProposal } from './proposal.js';
export { BindingCheck, PackDraftView, ReleaseSummary, ReleaseView } from './http/packs.js';
export { AUDIT_ACTIONS, AuditAction, AuditEntry, AuditRecord, AUDIT_GENESIS } from './audit-record.js';
export { PROBLEMS, problemText } from './problem.js';
export type { ProblemCode } from './problem.js';
export { FAULT_KINDS, Fault, isFault } from './fault.js';
export type { FaultKind } from './fault.js';
export type { Placed, RowsAsDocument, TableColumn, NumberLiteral, StringLiteral, BooleanLiteral, NullLiteral, TypedLiteral, TypeName } from './query-literals.js';
export type {
  Query,
  WithClause,
  Cte,
  QueryBody,
  Select,
  SetOperation,
  Values,
  SelectItem,
  OrderItem,
  GroupItem,
  NamedWindow,
  FromItem,
  TableRef,
  DerivedTable,
  TableFunction,
  Join,
  Pivot,
  Unpivot,
  Expr,
  ColumnExpr,
  StarExpr,
  UnaryExpr,
  BinaryOperator,
  ComparisonOperator,
  BinaryExpr,
  LogicalExpr,
  NullTest,
  BooleanTest,
  DistinctTest,
  BetweenExpr,
  InListExpr,
  InQueryExpr,
  LikeExpr,
  ExistsExpr,
  QuantifiedExpr,
  ScalarSubquery,
  RowExpr,
  CaseExpr,
  CastExpr,
  CallExpr,
  Window,
  WindowFrame,
  FrameBound,
  ArrayExpr,
  SubscriptExpr,
  AtTimeZoneExpr,
  MetricExpr,
  FilterExpr,
} from './query.js';
export { route } from './http/route.js';
export type { Route } from './http/route.js';
export { PageQuery, page, ProblemDetails } from './http/page.js';
export { routes } from './http/routes.js';
export { DemoAccount } from './http/demo.js';
export { Me, ApiToken, TokenScope } from './http/session.js';
export { MAX_QUESTION_CHARS, NewQuestion, ExportOffer, JobSummary, JobView } from './http/questions.js';
export { SchemaColumn, SchemaTable } from './http/schema.js';
export { MAX_SQL_CHARS, SqlCheck, NewSql, BLOCKED_ORIGINS, BlockedOrigin, BlockedStatement, BlockedFilter } from './http/sql.js';
export { ReviewItem, ReviewPacket, Decision, ReviewEdit } from './http/approvals.js';
export { ChangedObject } from './http/review-packet.js';
export { PackSummary, Person } from './http/admin.js';
export { AuditFilter, AuditRow } from './http/audit.js';
export type { ConditionFact, FactsSchema, GroupFact, MeasureFact, PeriodFact, SqlFacts } from './sql-facts.js';
export type { Declarations, DeclaredAggregate, DeclaredEntity, DeclaredFilter, DeclaredMetric, DeclaredReference, DeclaredStep, SaidInBoth } from './declarations.js';
