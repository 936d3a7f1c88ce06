import type { Signer } from '@countersign/audit';
import type { PackProofPayload, SourceProbePayload } from '@countersign/contracts';
import type { Ports } from '@countersign/pipeline';
import type { Store } from '@countersign/store';
import type { ApiSettings } from './api-settings.js';
import type { PackReviewer } from './packs/pack-reviewer.js';
import type { SqlReader } from './reading/sql-reader.js';
import type { SchemaSearch } from './schema/schema-search.js';

/** Turns a credential into text that only the collector can open. */
export interface Sealer {
  seal(plain: string, boundTo: string): string;
}

/** Asks the collector to prove a data source. */
export interface ProbeQueue {
  ask(payload: SourceProbePayload): Promise<void>;
  /** To hold a release of a pack against its rows. */
  askProof(payload: PackProofPayload): Promise<void>;
}

export interface Log {
  info(fields: Record<string, unknown>, message: string): void;
  warn(fields: Record<string, unknown>, message: string): void;
  error(fields: Record<string, unknown>, message: string): void;
}

/** What the API is composed of. No data-source driver and no model is among it. */
export interface Services {
  store: Store;
  /** What the pipeline's functions ask; the API has a gate for what people write here, and no source. */
  ports: Ports;
  sealer: Sealer;
  /** Reads what is not gated: text of policies, printed queries to compare. */
  reader: SqlReader;
  schemaSearch: SchemaSearch;
  packReviewer: PackReviewer;
  /** Signs audit exports. */
  auditSigner: Signer;
  probes: ProbeQueue;
  /** Rejects when the queue can't be reached. */
  pingQueue: () => Promise<void>;
  log: Log;
  settings: ApiSettings;
}

/** Injection tokens, one a service. */
export const STORE = Symbol('store');
export const PORTS = Symbol('ports');
export const SEALER = Symbol('sealer');
export const READER = Symbol('reader');
export const SCHEMA_SEARCH = Symbol('schema-search');
export const PACK_REVIEWER = Symbol('pack-reviewer');
export const AUDIT_SIGNER = Symbol('audit-signer');
export const PROBES = Symbol('probes');
export const QUEUE_PING = Symbol('queue-ping');
export const LOG = Symbol('log');
export const SETTINGS = Symbol('settings');
