import { z } from 'zod';
import { CatalogueTable } from '../catalogue.js';
import { Id } from '../ids.js';
import { route } from './route.js';

/** A column within the caller's grants. `label` is what a pack calls it, in the caller's language. */
export const SchemaColumn = z.object({
  name: z.string(),
  type: z.string(),
  nullable: z.boolean(),
  comment: z.string().nullable(),
  label: z.string().nullable(),
  /** Personal, and no grant unmasks it for the caller: it is known to be there and can't be used. */
  personal: z.boolean(),
  /** The column it points to, as schema.table.column. */
  references: z.string().nullable(),
  /** The search seems to mean it. */
  meant: z.boolean(),
});

export const SchemaTable = z.object({
  schema: z.string(),
  name: z.string(),
  kind: CatalogueTable.shape.kind,
  comment: z.string().nullable(),
  label: z.string().nullable(),
  rowEstimate: z.int().nullable(),
  primaryKey: z.array(z.string()),
  columns: z.array(SchemaColumn),
  /** Why the search found it: words of the question and the words they met. Empty without a search. */
  found: z.array(z.object({ asked: z.string(), met: z.string() })),
});
export type SchemaTable = z.infer<typeof SchemaTable>;

export const SchemaQuery = z.object({ dataSourceId: Id, q: z.string().trim().max(400).optional(), cursor: z.string().max(2_000).optional(), limit: z.coerce.number().int().min(1).max(100).default(30) });

export const getSchema = route({
  method: 'GET', path: '/v1/schema', summary: 'Tables and columns one may ask about, best first when searched', auth: 'any', roles: [], query: SchemaQuery,
  output: z.object({ items: z.array(SchemaTable), total: z.int(), readAt: z.string().nullable(), nextCursor: z.string().nullable() }), problems: ['unknown-data-source', 'search-unavailable'],
});
