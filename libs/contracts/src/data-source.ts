import { z } from 'zod';
import { Caps } from './digest-bundle.js';
import { Dialect, Id, Instant } from './ids.js';

export const Engine = z.enum(['postgres', 'mysql', 'mariadb', 'mssql', 'oracle', 'hana']);
export type Engine = z.infer<typeof Engine>;

/** What one check at registration found. */
export const ProbeStep = z.object({ check: z.enum(['reach', 'tls', 'sign-in', 'read-only', 'explain', 'charset', 'catalogue']), status: z.enum(['pass', 'fail', 'skipped', 'note']), detail: z.string(), fix: z.string().optional() });
export type ProbeStep = z.infer<typeof ProbeStep>;

export const DataSourceStatus = z.enum(['unproven', 'ready', 'refused', 'unreachable', 'disabled']);

/** A customer database as the API shows it: no credential in any form. */
export const DataSource = z.object({
  id: Id,
  name: z.string(),
  engine: Engine,
  dialect: Dialect,
  host: z.string(),
  port: z.int(),
  database: z.string(),
  username: z.string(),
  tls: z.enum(['verify', 'off']),
  zone: z.string(),
  revision: z.int(),
  status: DataSourceStatus,
  caps: Caps,
  maxSubqueryDepth: z.int(),
  probe: z.object({ at: Instant, steps: z.array(ProbeStep) }).nullable(),
  catalogue: z.object({ tables: z.int(), fingerprint: z.string(), at: Instant }).nullable(),
});
export type DataSource = z.infer<typeof DataSource>;

export const NewDataSource = z.object({
  name: z.string().trim().min(1).max(80),
  engine: Engine,
  host: z.string().trim().min(1).max(255),
  port: z.int().min(1).max(65535),
  database: z.string().min(1).max(128),
  username: z.string().min(1).max(128),
  password: z.string().max(1024),
  tls: z.enum(['verify', 'off']).default('verify'),
  zone: z.string().regex(/^[a-z0-9-]{1,32}$/).default('default'),
  caps: Caps.partial().default({}),
});
export type NewDataSource = z.infer<typeof NewDataSource>;

/** What the sealed credential holds once opened, in the collector only. */
export const SourceCredential = z.object({ username: z.string(), password: z.string() });
export type SourceCredential = z.infer<typeof SourceCredential>;
