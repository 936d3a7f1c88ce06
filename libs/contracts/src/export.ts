import { z } from 'zod';
import { Id, Instant } from './ids.js';

/** Forms a result can leave in. */
export const EXPORT_FORMATS = ['csv', 'jsonl', 'xlsx', 'parquet'] as const;
export const ExportFormat = z.enum(EXPORT_FORMATS);
export type ExportFormat = z.infer<typeof ExportFormat>;

/** Which forms, each once, in one order. */
export const ExportFormats = z.array(ExportFormat).max(EXPORT_FORMATS.length).transform((asked) => EXPORT_FORMATS.filter((format) => asked.includes(format)));

/** What a file holds and stands on; the file itself is told by its hash. */
export const ExportManifest = z.object({
  kind: z.literal('countersign-export'),
  version: z.literal(1),
  exportId: Id,
  jobId: Id,
  question: z.string(),
  format: ExportFormat,
  fileName: z.string(),
  rows: z.int(),
  /** The result itself was cut at a cap: there are more rows than these. */
  truncated: z.enum(['no', 'rows', 'bytes']),
  /** `type`: of the data source; `written`: in the file. */
  columns: z.array(z.object({ name: z.string(), type: z.string(), written: z.string() })),
  /** Columns whose values were masked when they were read, and how. */
  masked: z.array(z.object({ column: z.string(), how: z.string() })),
  /** What the approver signed. */
  digest: z.string(),
  resultHash: z.string(),
  /** SHA-256 (hex) of the bytes that were sent. */
  sha256: z.string(),
  bytes: z.int(),
  /** Text cells kept from being run as formulas; cells cut at the format's limit. */
  neutralizedCells: z.int(),
  cutCells: z.int(),
  by: z.object({ id: Id, name: z.string() }),
  exportedAt: Instant,
});
export type ExportManifest = z.infer<typeof ExportManifest>;

/** One export. `started` for ever: the process that wrote it was lost. */
export const ResultExport = z.object({
  id: Id,
  jobId: Id,
  format: ExportFormat,
  state: z.enum(['started', 'finished', 'broken-off']),
  by: z.object({ id: Id, name: z.string() }),
  startedAt: Instant,
  finishedAt: Instant.nullable(),
  manifest: ExportManifest.nullable(),
});
export type ResultExport = z.infer<typeof ResultExport>;
