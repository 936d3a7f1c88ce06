import { z } from 'zod';
import { ColumnConversion } from './column-conversion.js';
import type { Declarations } from './declarations.js';
import { Finding, Place } from './finding.js';
import { Dialect } from './ids.js';

/** The objects a query may touch: what remains of the catalogue after the asker's grants. Real names. */
export const Scope = z.object({
  defaultSchema: z.string().optional(),
  tables: z.array(z.object({
    schema: z.string().optional(),
    name: z.string(),
    columns: z.array(z.object({ name: z.string(), type: z.string() })),
    /** Columns that may be selected nowhere and used in no predicate, join, group or order. */
    denied: z.array(z.string()).default([]),
    fingerprint: z.string().optional(),
  })),
});
export type Scope = z.infer<typeof Scope>;

/** Standard (pack) names to a source's real ones. Absent: the names are the same. `convert`: by standard column, where the values are stored otherwise. */
export const NameBinding = z.object({
  tables: z.record(z.string(), z.object({ schema: z.string().optional(), name: z.string(), columns: z.record(z.string(), z.string()).default({}), convert: z.record(z.string(), ColumnConversion).optional() })),
});
export type NameBinding = z.infer<typeof NameBinding>;

/** A row filter to put at every occurrence of a table. */
export const RowFilter = z.object({ id: z.string(), version: z.int(), table: z.string(), predicate: z.string() });
export type RowFilter = z.infer<typeof RowFilter>;

/** What stands in the place of a column at every occurrence of its table: an expression over the row, in the canonical dialect. */
export const Mask = z.object({ id: z.string(), version: z.int(), table: z.string(), column: z.string(), expression: z.string() });
export type Mask = z.infer<typeof Mask>;

export const GateInput = z.object({
  sql: z.string(),
  /** Dialect the text is written in; 'canonical' is PostgreSQL's grammar over standard names. */
  from: z.union([z.literal('canonical'), Dialect]),
  /** Dialect to print. */
  dialect: Dialect,
  scope: Scope.optional(),
  binding: NameBinding.optional(),
  rowFilters: z.array(RowFilter).default([]),
  masks: z.array(Mask).default([]),
  maxRows: z.int().positive().default(1000),
  maxSubqueryDepth: z.int().nonnegative().default(3),
  /** What the pack declares: what `metric('…')` and `filter('…')` stand for, and what a hand-written metric is held against. Made by code, never read from outside. */
  declarations: z.custom<Declarations>((value) => typeof value === 'object' && value !== null).optional(),
});
export type GateInput = z.input<typeof GateInput>;

/** What the printed query touches, sorted, real names. */
export const QueryFacts = z.object({
  tables: z.array(z.string()),
  columns: z.array(z.string()),
  functions: z.array(z.string()),
});
export type QueryFacts = z.infer<typeof QueryFacts>;

/** A declared metric or filter that a query computes: put in for its name, or recognised where it was written by hand. */
export const DeclaredUse = z.object({
  kind: z.enum(['metric', 'filter']),
  id: z.string(),
  label: z.object({ en: z.string(), ko: z.string() }),
  definition: z.object({ en: z.string(), ko: z.string() }),
  how: z.enum(['injected', 'recognised']),
});
export type DeclaredUse = z.infer<typeof DeclaredUse>;

/** The verdict. `accept`: `sql` is the printed text that, and only that, may run. */
/** What a query does, of what a question can ask for in words. */
export const QueryShape = z.object({
  calls: z.array(z.string()),
  grouped: z.boolean(),
  /** Conditions on groups. */
  having: z.boolean(),
  ordered: z.enum(['asc', 'desc']).nullable(),
  limit: z.int().nullable(),
  distinct: z.boolean(),
  /** Rows are left out that have or do something: NOT, <>, EXCEPT, IS NULL. */
  negated: z.boolean(),
  /** One of several: OR, UNION, IN. */
  either: z.boolean(),
  intersected: z.boolean(),
  /** More or less than something. */
  compared: z.array(z.enum(['more', 'less'])),
  /** Values it compares with, as written. */
  values: z.array(z.string()),
  /** Columns and tables at any depth, as written, without qualifiers. */
  columns: z.array(z.string()),
  tables: z.array(z.string()),
  nested: z.int(),
});
export type QueryShape = z.infer<typeof QueryShape>;

export const GateReport = z.discriminatedUnion('verdict', [
  QueryFacts.extend({
    verdict: z.literal('accept'),
    dialect: Dialect,
    sql: z.string(),
    /** Row limit in force on the outermost query. */
    limit: z.int(),
    outputColumns: z.array(z.string()),
    rowFilters: z.array(z.object({ id: z.string(), version: z.int(), occurrences: z.int() })),
    masks: z.array(z.object({ id: z.string(), version: z.int(), occurrences: z.int() })).optional(),
    /** What the asker's rights and the schema were when this was printed; anything else at signing or running is stale. */
    gatedUnder: z.object({ rowFilters: z.array(z.object({ id: z.string(), version: z.int() })), masks: z.array(z.object({ id: z.string(), version: z.int() })).optional(), catalogue: z.string() }).optional(),
    /** Columns the query uses whose values are masked, 'table.column' in real names, and how. */
    masked: z.array(z.object({ column: z.string(), how: z.string() })).optional(),
    /** Declared metrics and filters in it; absent: nothing was declared, or nothing of it is used. */
    declared: z.array(DeclaredUse).optional(),
    /** What the query does, held against the words of the question; absent from older reports. */
    shape: QueryShape.optional(),
    /** Checks made, in order: the approver sees which did not simply pass. */
    checks: z.array(z.object({ rule: z.string(), status: z.enum(['pass', 'note']), note: z.string().optional() })),
    findings: z.array(Finding),
  }),
  z.object({
    verdict: z.literal('reject'),
    dialect: Dialect,
    /** Stable kebab-case code. */
    rule: z.string(),
    message: z.string(),
    at: Place.optional(),
    nearest: z.array(z.string()).default([]),
    findings: z.array(Finding).default([]),
  }),
]);
export type GateReport = z.infer<typeof GateReport>;
export type AcceptedGateReport = Extract<GateReport, { verdict: 'accept' }>;
