import { canonicalJson, type AuditEntry, type AuditRecord } from '@countersign/contracts';
import { csvRow, readCsvRow } from './csv.js';
import { sha256 } from './link.js';
import type { Signer, SigningKey } from './signature.js';

export const EXPORT_KIND = 'countersign-audit';
export const EXPORT_VERSION = 2;
/** Version 1 had no signature. */
export const KNOWN_VERSIONS: readonly number[] = [1, EXPORT_VERSION];
export type ExportFormat = 'jsonl' | 'csv';

/** First line: what the file claims to be. `sha256` covers the manifest itself, `signature` covers both. */
export interface Manifest {
  kind: typeof EXPORT_KIND;
  version: number;
  tenant: string;
  format: ExportFormat;
  filter: Record<string, string>;
  exportedAt: string;
  /** First sequence number in the file and the hash it follows. */
  from: { seq: number; previousHash: string };
  /** Last sequence number in the file and its hash; compare it with the head the console shows. */
  to: { seq: number; hash: string };
  /** The key that signs manifest and trailer; absent in an unsigned export. */
  signedBy?: SigningKey;
  sha256: string;
  /** Over the canonical JSON of everything above. */
  signature?: string;
}

/**
 * Last line: how much there was before it. `sha256` is over every byte before the trailer, so its signature covers the whole
 * file: also what a signed manifest can't, which records are shown and which are left out.
 */
export interface Trailer {
  kind: `${typeof EXPORT_KIND}-end`;
  records: number;
  omitted: number;
  firstHash: string | null;
  lastHash: string | null;
  sha256: string;
  /** Over the canonical JSON of everything above. */
  signature?: string;
}

/** A record as a file shows it. `entry` is absent for a record the filter left out: its link stays, so the chain does. */
export interface ShownRecord {
  seq: number;
  previousHash: string;
  hash: string;
  entry?: AuditEntry;
}

export function sealManifest(manifest: Omit<Manifest, 'sha256' | 'signature'>): Manifest {
  return { ...manifest, sha256: sha256(canonicalJson(manifest)) };
}

/** The same mark with its signature, when there is a signer. */
export function signed<T extends Manifest | Trailer>(mark: T, signer: Signer | undefined): T {
  return signer ? { ...mark, signature: signer.sign(canonicalJson(mark)) } : mark;
}

/** Two spellings of the same content. Each line ends as its format demands and can be re-made from what it says. */
export interface LineFormat {
  manifest(manifest: Manifest): string;
  /** Lines between manifest and records. */
  header: string[];
  record(record: ShownRecord): string;
  trailer(trailer: Trailer): string;
  /** What a line says; undefined when it says nothing of the kind. */
  readMark(line: string): unknown;
  readRecord(line: string): ShownRecord | undefined;
}

const jsonl: LineFormat = {
  manifest: (manifest) => `${jsonOnOneLine(manifest)}\n`,
  header: [],
  record: (record) => `${jsonOnOneLine(record)}\n`,
  trailer: (trailer) => `${canonicalJson(trailer)}\n`,
  readMark: (line) => parseJson(line),
  readRecord: (line) => shown(parseJson(line)),
};

const COLUMNS = ['seq', 'at', 'action', 'actor_kind', 'actor_id', 'actor_name', 'subject_kind', 'subject_id', 'data_source_id', 'state', 'previous_hash', 'hash', 'entry'] as const;

const csv: LineFormat = {
  manifest: (manifest) => `# ${jsonOnOneLine(manifest)}\r\n`,
  header: [csvRow([...COLUMNS])],
  record: ({ seq, previousHash, hash, entry }) => csvRow([
    String(seq), entry?.at, entry?.action, entry?.actor.kind, entry?.actor.id, entry?.actor.name, entry?.subject.kind, entry?.subject.id,
    entry?.dataSourceId, entry?.state, previousHash, hash, entry && jsonOnOneLine(entry),
  ]),
  trailer: (trailer) => `# ${canonicalJson(trailer)}\r\n`,
  readMark: (line) => (line.startsWith('# ') ? parseJson(line.slice(2)) : undefined),
  readRecord: (line) => {
    const cells = readCsvRow(line);
    if (cells?.length !== COLUMNS.length) return undefined;
    const of = (column: (typeof COLUMNS)[number]): string => cells[COLUMNS.indexOf(column)] ?? '';
    const entry = of('entry') === '' ? {} : { entry: parseJson(of('entry')) };
    return shown({ seq: Number(of('seq')), previousHash: of('previous_hash'), hash: of('hash'), ...entry });
  },
};

export const LINE_FORMATS: Record<ExportFormat, LineFormat> = { jsonl, csv };

/** What the file shows of a stored record. */
export function show(record: AuditRecord, entry: AuditEntry | undefined): ShownRecord {
  const { seq, previousHash, hash } = record;
  return { seq, previousHash, hash, ...(entry ? { entry } : {}) };
}

/** Canonical JSON, with the characters that some readers take for line ends escaped. */
function jsonOnOneLine(value: unknown): string {
  return canonicalJson(value).replace(/[\u007f\u0085\u2028\u2029]/g, (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function shown(value: unknown): ShownRecord | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { seq, previousHash, hash, entry } = value as Partial<ShownRecord>;
  if (!Number.isSafeInteger(seq) || typeof previousHash !== 'string' || typeof hash !== 'string') return undefined;
  if ('entry' in value && (typeof entry !== 'object' || entry === null)) return undefined;
  return value as ShownRecord;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
