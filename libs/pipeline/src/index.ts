export { MOVES, canMove, isEnd, WAITING } from './status.js';
export { STAGE_LIST, stageOf } from './stages.js';
export type { Stage } from './stages.js';
export { runStage, failStage } from './run-stage.js';
export { processStage } from './process-stage.js';
export { DEFAULT_LIMITS } from './limits.js';
export { applyMove, auditJob, eventActor, publishNext } from './move.js';
export type { EventActor, Move, Moved } from './move.js';
export type { Outcome } from './outcome.js';
export { receive, readQuestion, dayIn } from './stages/receive.js';
export type { Received } from './stages/receive.js';
export { submitSql } from './stages/submit-sql.js';
export type { SubmittedSql } from './stages/submit-sql.js';
export { checkSql } from './stages/check-sql.js';
export type { Checked } from './stages/check-sql.js';
export { editSql } from './stages/edit-sql.js';
export type { CompareSql, Edited } from './stages/edit-sql.js';
export type { SqlText } from './sql-ground.js';
export { diffQueries } from './diff/diff-queries.js';
export { realNames } from './real-names.js';
export type { RealNames } from './real-names.js';
export { textDigest } from './blocked.js';
export { clarify } from './stages/clarify.js';
export type { Decided } from './stages/clarify.js';
export { revise } from './stages/revise.js';
export type { Revision } from './stages/revise.js';
export { cancel } from './stages/cancel.js';
export { decide } from './stages/approve.js';
export { expire, expiresAt, loseRun } from './stages/expire.js';
export { liveFacts } from './live.js';
export { FakeJobStore } from './fakes/job-store.js';
export { fakePorts } from './fakes/ports.js';
export type { FakeWorld } from './fakes/ports.js';
export type {
  AccessStore, Applied, Clock, Gate, Ids, JobStore, JobWrites, Limits, LivePerson, LiveRows, NewJob, PackStore, Ports, Pulse, ResultStore, ResultWriter,
  RunOutcome, RunRequest, RunSink, Source, SourceStore, StageQueue, Tracer, Transition,
} from './ports.js';
export { JOB_STORE_CONTRACT } from './spec/job-store.contract.js';
export type { JobStoreCase, JobStoreWorld } from './spec/job-store.contract.js';
