export { MOVES, canMove, isEnd, WAITING } from './status.js';
export { STAGE_LIST, stageOf } from './stages.js';
export type { Stage } from './stages.js';
export type {
  AccessStore, Applied, Clock, Gate, Ids, JobStore, JobWrites, Limits, LivePerson, NewJob, PackStore, Ports, ResultStore, ResultWriter,
  RunOutcome, RunRequest, RunSink, Source, SourceStore, StageQueue, Tracer, Transition,
} from './ports.js';
