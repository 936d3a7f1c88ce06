import { z } from 'zod';
import { ExportFormats } from '../export.js';
import { GateReport } from '../gate.js';
import { Id, Instant, Locale } from '../ids.js';
import { SqlLanguage } from '../job.js';
import { JobState } from '../job-state.js';
import { PageQuery, page } from './page.js';
import { route } from './route.js';

/** Longer texts are not even read; the gate's own cap is lower and says so with its rule. */
export const MAX_SQL_CHARS = 32_000;

const Sql = z.object({
  sql: z.string(),
  dataSourceId: Id,
  /** Whose standard names canonical SQL speaks; absent: a pack that is bound to the data source. */
  packId: z.string().max(80).optional(),
  language: SqlLanguage.default('native'),
});

export const SqlCheck = z.object({
  report: GateReport,
  dataSource: z.object({ id: Id, name: z.string(), dialect: z.string() }),
  packId: z.string(),
  /** SHA-256 of the text, as blocked statements are logged under. */
  textDigest: z.string().length(64),
});
export type SqlCheck = z.infer<typeof SqlCheck>;

export const NewSql = Sql.extend({ /** The asker's words; absent: the beginning of the SQL. */ title: z.string().optional(), locale: Locale.optional(), /** As of a question. */ exportAs: ExportFormats.optional() });
export type NewSql = z.input<typeof NewSql>;

/** Where a statement was when the gate blocked it: proposed for a question, checked, sent to be executed, or an approver's edit. */
export const BLOCKED_ORIGINS = ['question', 'check', 'execute', 'edit'] as const;
export const BlockedOrigin = z.enum(BLOCKED_ORIGINS);
export type BlockedOrigin = z.infer<typeof BlockedOrigin>;

/** A blocked statement. Its text is kept nowhere here: the digest tells whether two are the same. */
export const BlockedStatement = z.object({
  seq: z.int(),
  at: Instant,
  origin: BlockedOrigin,
  rule: z.string(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  textDigest: z.string().nullable(),
  who: z.object({ id: z.string(), name: z.string(), via: z.enum(['person', 'token']) }),
  dataSourceId: Id.nullable(),
  dataSourceName: z.string().nullable(),
  jobId: Id.nullable(),
});
export type BlockedStatement = z.infer<typeof BlockedStatement>;
export const BlockedFilter = z.object({ from: Instant.optional(), to: Instant.optional(), personId: Id.optional(), dataSourceId: Id.optional(), rule: z.string().max(60).optional(), origin: BlockedOrigin.optional(), textDigest: z.string().length(64).optional() });

const ASKERS = ['analyst', 'admin', 'approver'] as const;
const CANT_ASK = ['sql-empty', 'sql-too-long', 'unknown-pack', 'unknown-data-source', 'data-source-not-ready', 'no-grant'] as const;
/** The text is checked where it stands: nothing is recorded but a rejection, and nothing runs. */
export const checkSql = route({ method: 'POST', path: '/v1/sql/check', summary: 'What the gate says of a text, within your grants', auth: 'any', roles: ASKERS, body: Sql, output: SqlCheck, problems: [...CANT_ASK, 'gate-unavailable'] });
export const executeSql = route({ method: 'POST', idempotent: true, path: '/v1/sql/execute', summary: 'Send SQL for approval; it runs once another person approved it', auth: 'any', roles: ASKERS, status: 202, body: NewSql, output: z.object({ jobId: Id, state: JobState }), problems: [...CANT_ASK, 'question-empty', 'question-too-long', 'question-unreadable', 'export-not-allowed', 'idempotency-mismatch'] });
export const listBlocked = route({ method: 'GET', path: '/v1/sql/blocked', summary: 'Statements the gate blocked, newest first', auth: 'any', roles: ['admin', 'auditor'], query: PageQuery.extend(BlockedFilter.shape), output: page(BlockedStatement), problems: [] });
