import { z } from 'zod';
import { Caps } from './digest-bundle.js';
import { Finding } from './finding.js';
import { Dialect, Id, Instant } from './ids.js';

export const Engine = z.enum(['postgres', 'mysql', 'mariadb', 'mssql', 'oracle', 'hana']);
export type Engine = z.infer<typeof Engine>;

/** Engines that the collector has an adapter for: another would stay unproven for ever. */
export const ADAPTED_ENGINES: readonly Engine[] = ['postgres', 'mysql', 'mariadb', 'mssql', 'oracle', 'hana'];

/** What one check at registration found. */
export const ProbeStep = z.object({ check: z.enum(['reach', 'tls', 'sign-in', 'read-only', 'explain', 'charset', 'clock', 'catalogue']), status: z.enum(['pass', 'fail', 'skipped', 'note']), detail: z.string(), fix: z.string().optional() });
export type ProbeStep = z.infer<typeof ProbeStep>;

export const DataSourceStatus = z.enum(['unproven', 'ready', 'refused', 'unreachable', 'disabled']);

const Certificate = z.string().trim().max(64_000).regex(/^-----BEGIN CERTIFICATE-----\r?\n[\s\S]+-----END CERTIFICATE-----$/);
const PrivateKey = z.string().trim().max(32_000).regex(/^-----BEGIN ([A-Z]+ )?PRIVATE KEY-----\r?\n[\s\S]+-----END ([A-Z]+ )?PRIVATE KEY-----$/);

/** What reaching a source needs beyond its host and port. Absent: the engine's usual. Nothing of it is secret. */
export const SourceConnection = z.object({
  /** PEM of the private authority that signed the server's certificate; in the place of the public ones. */
  ca: Certificate.optional(),
  /** PEM of the certificate the collector shows; its key is part of the credential. */
  clientCertificate: Certificate.optional(),
  /** Oracle: what `database` is. Absent: a service name. */
  naming: z.enum(['service', 'sid']).optional(),
  /** The only schema that is read; absent: every one the account may read. */
  schema: z.string().min(1).max(128).optional(),
  /** Connections of one collector at once; absent: the collector's own limit. */
  maxConnections: z.int().min(1).max(64).optional(),
});
export type SourceConnection = z.infer<typeof SourceConnection>;

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
  connection: SourceConnection.optional(),
  zone: z.string(),
  revision: z.int(),
  status: DataSourceStatus,
  caps: Caps,
  maxSubqueryDepth: z.int(),
  probe: z.object({ at: Instant, steps: z.array(ProbeStep) }).nullable(),
  catalogue: z.object({ tables: z.int(), fingerprint: z.string(), at: Instant }).nullable(),
});
export type DataSource = z.infer<typeof DataSource>;

const Place = z.object({
  name: z.string().trim().min(1).max(80),
  host: z.string().trim().min(1).max(255),
  port: z.int().min(1).max(65535),
  database: z.string().min(1).max(128),
  username: z.string().min(1).max(128),
  tls: z.enum(['verify', 'off']),
  zone: z.string().regex(/^[a-z0-9-]{1,32}$/),
  connection: SourceConnection,
});
/** Taken, sealed, and never given back. */
const Secret = { password: z.string().max(1024), clientKey: PrivateKey.optional() };

export const NewDataSource = Place.extend({
  engine: Engine,
  ...Secret,
  tls: Place.shape.tls.default('verify'),
  zone: Place.shape.zone.default('default'),
  connection: SourceConnection.default({}),
  caps: Caps.partial().default({}),
});
export type NewDataSource = z.infer<typeof NewDataSource>;

/** Whatever is named is changed. Another place or account takes the secret again: a stored one must not be sent to where nobody meant it to go. */
export const DataSourceEdit = Place.extend({ caps: Caps }).partial().extend({ password: Secret.password.optional(), clientKey: Secret.clientKey });
export type DataSourceEdit = z.infer<typeof DataSourceEdit>;

/** The secret of the same account, after it was changed in the database. */
export const NewCredential = z.object(Secret);
export type NewCredential = z.infer<typeof NewCredential>;

/** What the sealed credential holds once opened, in the collector only. */
export const SourceCredential = z.object({ username: z.string(), password: z.string(), clientKey: z.string().optional() });
export type SourceCredential = z.infer<typeof SourceCredential>;

/** How a table of a data source is another one than at the last look; names of columns. */
export const TableDrift = z.object({ table: z.string(), appeared: z.array(z.string()), vanished: z.array(z.string()), retyped: z.array(z.object({ column: z.string(), was: z.string(), now: z.string() })) });
export type TableDrift = z.infer<typeof TableDrift>;

/** What became of a catalogue between two looks. Tables as 'schema.name', long lists cut; the counts are whole. */
export const CatalogueDrift = z.object({
  /** Fingerprint of the catalogue before. */
  from: z.string(),
  counts: z.object({ appeared: z.int(), vanished: z.int(), changed: z.int() }),
  appeared: z.array(z.string()),
  vanished: z.array(z.string()),
  changed: z.array(TableDrift),
  /** Packs that have names for what changed, and what of those names no longer holds. */
  packs: z.array(z.object({ packId: z.string(), tables: z.array(z.string()), findings: z.array(Finding) })),
});
export type CatalogueDrift = z.infer<typeof CatalogueDrift>;

export const DriftReport = z.object({ id: Id, dataSourceId: Id, at: Instant, drift: CatalogueDrift });
export type DriftReport = z.infer<typeof DriftReport>;
