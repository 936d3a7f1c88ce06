import { type Fault, isFault } from '@countersign/contracts';
import { type Model, type ModelRequest, type ModelTurn, requestKey } from '@countersign/pipeline';
import { redactPrompt } from './redact-prompt.js';

/** One turn as it is kept. Its lines can be played again by `replayModel`: by `key`, also when the texts are redacted. */
export interface ModelRecord {
  at: string;
  model: string;
  key: string;
  request: ModelRequest;
  turn?: ModelTurn;
  fault?: Pick<Fault, 'kind' | 'params'>;
}

/** Where turns are kept. The only place outside the provider that ever sees a prompt. */
export interface ModelRecorder {
  record(record: ModelRecord): Promise<void>;
}

export interface RecordingOptions {
  /** `full` keeps every word; for an installation whose own texts may be read by whoever reads the file. */
  keep: 'redacted' | 'full';
  /** Values that are masked in either case, e.g. the API key. */
  secrets: readonly string[];
  /** The time, in milliseconds since the epoch. */
  now(): number;
  /** A recording that fails stops no turn. */
  trouble(error: unknown): void;
}

/** The same model, whose turns are kept. */
export function recordModel(model: Model, recorder: ModelRecorder, { keep, secrets, now, trouble }: RecordingOptions): Model {
  const save = async (request: ModelRequest, outcome: Pick<ModelRecord, 'turn' | 'fault'>): Promise<void> => {
    const record = { at: new Date(now()).toISOString(), model: model.name, key: requestKey(request), request, ...outcome };
    await recorder.record(keep === 'full' ? maskSecrets(record, secrets) : { ...redactPrompt(record, secrets), at: record.at, key: record.key });
  };
  return {
    name: model.name,
    async turn(request, signal) {
      try {
        const turn = await model.turn(request, signal);
        await save(request, { turn }).catch(trouble);
        return turn;
      } catch (error) {
        if (isFault(error)) await save(request, { fault: { kind: error.kind, params: error.params } }).catch(trouble);
        throw error;
      }
    },
  };
}

function maskSecrets(record: ModelRecord, secrets: readonly string[]): ModelRecord {
  const found = secrets.some((secret) => secret !== '' && JSON.stringify(record).includes(secret));
  return found ? redactPrompt(record, secrets) : record;
}
