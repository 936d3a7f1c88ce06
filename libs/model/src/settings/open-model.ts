import { readFileSync } from 'node:fs';
import { type Model, type Price, readReplay, replayModel } from '@countersign/pipeline';
import { createModel, priceFor } from '../create-model.js';
import { fileRecorder } from '../recording/file-recorder.js';
import { recordModel } from '../recording/record-model.js';
import { modelFromEnvironment } from './model-from-environment.js';
import { type ModelSettings, ModelSettingsError } from './model-settings.js';

type Environment = Readonly<Record<string, string | undefined>>;

export interface OpenedModel {
  model: Model;
  /** Null: what it costs is not known. */
  price: Price | null;
}

export interface OpenOptions {
  /** The time, in milliseconds since the epoch. */
  now(): number;
  /** Told when a turn could not be recorded. */
  trouble(error: unknown): void;
}

/**
 * The model of the environment, ready to be asked, or null when there is none. Beside what {@link modelFromEnvironment} reads:
 *
 * - `COUNTERSIGN_MODEL=replay:FILE` plays a file of turns and asks nobody.
 * - `COUNTERSIGN_MODEL_RECORD`: `redacted` or `full` keeps every turn in `COUNTERSIGN_MODEL_RECORD_FILE`.
 *
 * @throws ModelSettingsError, EndpointError: one line that names the variable
 */
export function openModel(env: Environment, options: OpenOptions): OpenedModel | null {
  const replay = /^replay:(.+)$/.exec(env.COUNTERSIGN_MODEL?.trim() ?? '')?.[1];
  if (replay !== undefined) return { model: recorded(openReplay(replay), env, [], options), price: null };
  const settings = modelFromEnvironment(env);
  if (!settings) return null;
  const model = createModel(settings, { innerHosts: [...innerHostsFrom(env), ...ownHost(settings)] });
  return { model: recorded(model, env, settings.apiKey === null ? [] : [settings.apiKey], options), price: priceFor(settings) };
}

/** Hosts that tenants' base URLs may name although they are private or plain HTTP: `host` or `host:port`, by commas. */
export function innerHostsFrom(env: Environment): string[] {
  return (env.COUNTERSIGN_MODEL_INNER_HOSTS ?? '').split(',').map((host) => host.trim().toLowerCase()).filter((host) => host !== '');
}

/** A base URL in the environment is the operator's own word. */
function ownHost({ baseUrl }: ModelSettings): string[] {
  return baseUrl !== null && URL.canParse(baseUrl) ? [new URL(baseUrl).host] : [];
}

function openReplay(file: string): Model {
  try {
    return replayModel(readReplay(readFileSync(file, 'utf8')), 'replay/file');
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ModelSettingsError(`COUNTERSIGN_MODEL: the replay ${file} can’t be read: ${code ?? message}`);
  }
}

function recorded(model: Model, env: Environment, secrets: readonly string[], options: OpenOptions): Model {
  const keep = env.COUNTERSIGN_MODEL_RECORD?.trim() || 'off';
  if (keep === 'off') return model;
  if (keep !== 'redacted' && keep !== 'full') throw new ModelSettingsError('COUNTERSIGN_MODEL_RECORD must be off, redacted or full');
  const file = env.COUNTERSIGN_MODEL_RECORD_FILE?.trim();
  if (!file) throw new ModelSettingsError('COUNTERSIGN_MODEL_RECORD is set: COUNTERSIGN_MODEL_RECORD_FILE must name the file that turns are kept in');
  return recordModel(model, fileRecorder(file), { keep, secrets, ...options });
}
