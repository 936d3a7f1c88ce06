import { z } from 'zod';
import { ExportFormat } from './export.js';
import { Dialect, Id } from './ids.js';

/** Limits of one run. Rows and bytes are counted at the cursor, time from dispatch. */
export const Caps = z.object({
  maxRows: z.int().positive().max(1_000_000),
  maxBytes: z.int().positive().max(10_000_000_000),
  timeoutMs: z.int().positive().max(3_600_000),
  /** Planner cost units of the source; null: not capped. */
  maxCost: z.int().positive().max(1_000_000_000_000).nullable(),
  /** Rows any plan node may be estimated to read; null: not capped. */
  maxEstimatedRows: z.int().positive().max(1_000_000_000_000).nullable(),
});
export type Caps = z.infer<typeof Caps>;

export const OutputMode = z.enum(['view', 'export', 'mcp']);
export type OutputMode = z.infer<typeof OutputMode>;

/** Everything that decides a result. Its SHA-256 over canonical JSON is the digest that approvers sign. */
export const DigestBundle = z.object({
  sql: z.string(),
  dialect: Dialect,
  parameters: z.array(z.object({ type: z.string(), value: z.string().nullable() })),
  dataSource: z.object({ id: Id, revision: z.int() }),
  objects: z.array(z.object({ name: z.string(), fingerprint: z.string() })),
  rowFilters: z.array(z.object({ id: z.string(), version: z.int() })),
  masks: z.array(z.object({ id: z.string(), version: z.int() })),
  pack: z.object({ id: z.string(), version: z.int() }),
  policyVersion: z.int(),
  caps: Caps,
  outputMode: OutputMode,
  /** Forms that the result may leave in; absent unless the mode is `export`. */
  exportFormats: z.array(ExportFormat).optional(),
});
export type DigestBundle = z.infer<typeof DigestBundle>;
