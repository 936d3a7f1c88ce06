import { z } from 'zod';

export const CatalogueColumn = z.object({
  name: z.string(),
  /** The engine's own spelling of the type, e.g. 'numeric(12,2)'. */
  type: z.string(),
  nullable: z.boolean(),
  comment: z.string().optional(),
});
export type CatalogueColumn = z.infer<typeof CatalogueColumn>;

export const CatalogueTable = z.object({
  schema: z.string(),
  name: z.string(),
  kind: z.enum(['table', 'view', 'materialized-view', 'foreign-table', 'partitioned-table']),
  comment: z.string().optional(),
  columns: z.array(CatalogueColumn),
  primaryKey: z.array(z.string()),
  uniqueKeys: z.array(z.array(z.string())),
  /** By which rows are found quickly, over whole columns that may be read, in the index's order. Absent: not read from this engine. */
  indexes: z.array(z.object({ name: z.string(), columns: z.array(z.string()), unique: z.boolean() })).optional(),
  foreignKeys: z.array(z.object({ columns: z.array(z.string()), refSchema: z.string(), refTable: z.string(), refColumns: z.array(z.string()) })),
  /** Planner estimate; absent when the engine has none. */
  rowEstimate: z.int().optional(),
  /** SHA-256 (hex) over names and types: changes when the meaning of a query over it may. */
  fingerprint: z.string(),
});
export type CatalogueTable = z.infer<typeof CatalogueTable>;

/** What a data source holds, as its SELECT-only account sees it. */
export const Catalogue = z.object({ engine: z.string(), version: z.string(), searchPath: z.array(z.string()), tables: z.array(CatalogueTable) });
export type Catalogue = z.infer<typeof Catalogue>;
