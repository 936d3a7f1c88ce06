import { credentialGap, DataSourceEdit, NewDataSource, type Caps, type DataSource, type Engine } from '@countersign/contracts';
import { ENGINE_FIELDS } from './engine-fields';

const MEBIBYTE = 1024 * 1024;

/** What the form holds: text as it is typed; '' is absent. */
export interface SourceValues {
  name: string;
  engine: Engine;
  host: string;
  port: number | string;
  database: string;
  naming: 'service' | 'sid';
  schema: string;
  username: string;
  password: string;
  tls: 'verify' | 'off';
  ca: string;
  clientCertificate: string;
  clientKey: string;
  zone: string;
  maxConnections: number | string;
  maxRows: number | string;
  maxMebibytes: number | string;
  timeoutSeconds: number | string;
  maxCost: number | string;
  maxEstimatedRows: number | string;
}

const LIMITS: Caps = { maxRows: 1_000, maxBytes: 8 * MEBIBYTE, timeoutMs: 30_000, maxCost: 1_000_000, maxEstimatedRows: 5_000_000 };

export const EMPTY_SOURCE: SourceValues = {
  name: '', engine: 'postgres', host: '', port: ENGINE_FIELDS.postgres.port, database: '', naming: 'service', schema: '', username: '', password: '',
  tls: 'verify', ca: '', clientCertificate: '', clientKey: '', zone: 'default', maxConnections: '', ...limitsOf(LIMITS),
};

/** A source as the form shows it; its secret is not among what is known. */
export function valuesOf({ name, engine, host, port, database, username, tls, zone, connection = {}, caps }: DataSource): SourceValues {
  return {
    name, engine, host, port, database, username, tls, zone, password: '', clientKey: '', naming: connection.naming ?? 'service', schema: connection.schema ?? '',
    ca: connection.ca ?? '', clientCertificate: connection.clientCertificate ?? '', maxConnections: connection.maxConnections ?? '', ...limitsOf(caps),
  };
}

/** What is sent: only what the engine knows and somebody filled in. */
export function bodyOf(values: SourceValues) {
  const { name, engine, host, port, database, username, password, tls, zone } = values;
  const fields = ENGINE_FIELDS[engine];
  const given = (text: string) => (text.trim() === '' ? undefined : text.trim());
  const connection = {
    ca: tls === 'verify' ? given(values.ca) : undefined,
    clientCertificate: tls === 'verify' ? given(values.clientCertificate) : undefined,
    naming: fields.naming && values.naming === 'sid' ? values.naming : undefined,
    schema: fields.schema ? given(values.schema) : undefined,
    maxConnections: count(values.maxConnections) ?? undefined,
  };
  const caps = {
    maxRows: count(values.maxRows) ?? Number.NaN, maxBytes: times(values.maxMebibytes, MEBIBYTE), timeoutMs: times(values.timeoutSeconds, 1_000),
    maxCost: count(values.maxCost), maxEstimatedRows: count(values.maxEstimatedRows),
  };
  return { name, engine, host, port: Number(port), database, username, password, clientKey: connection.clientCertificate === undefined ? undefined : given(values.clientKey), tls, zone, connection, caps };
}

/** The same as a change of a source: its engine stays, and no secret is sent unless one was typed. */
export function editOf(values: SourceValues) {
  const { engine: _stays, password, ...body } = bodyOf(values);
  return { ...body, ...(password === '' ? {} : { password }) };
}

/** Would the secret be sent to another place or as another account? Then it has to be given again. */
export function movesSecret(before: SourceValues, after: SourceValues): boolean {
  const place = (values: SourceValues) => { const { host, port, database, username, tls, connection } = bodyOf(values); return JSON.stringify([host.trim(), port, database, username, tls, connection]); };
  return place(before) !== place(after);
}

export type SourceField = keyof SourceValues;
const FIELD_OF: Record<string, SourceField> = { maxBytes: 'maxMebibytes', timeoutMs: 'timeoutSeconds' };

/** What a credential lacks, and the field that it is missing in. */
const GAP_FIELDS = { 'client-key-required': 'clientKey', 'client-certificate-required': 'clientCertificate', 'client-key-without-password': 'password' } as const;

/** Fields that the contract refuses. */
export function wrongFields(values: SourceValues, asEdit: boolean): SourceField[] {
  const read = asEdit ? DataSourceEdit.safeParse(editOf(values)) : NewDataSource.safeParse(bodyOf(values));
  if (read.success) {
    const gap = credentialGap(read.data.connection?.clientCertificate, read.data);
    return gap ? [GAP_FIELDS[gap]] : [];
  }
  const names = read.error.issues.map(({ path }) => String(path[0] === 'caps' || path[0] === 'connection' ? path[1] : path[0]));
  return [...new Set(names.map((name) => FIELD_OF[name] ?? (name as SourceField)))];
}

function limitsOf({ maxRows, maxBytes, timeoutMs, maxCost, maxEstimatedRows }: Caps) {
  return { maxRows, maxMebibytes: maxBytes / MEBIBYTE, timeoutSeconds: timeoutMs / 1_000, maxCost: maxCost ?? '', maxEstimatedRows: maxEstimatedRows ?? '' };
}

const count = (value: number | string): number | null => (value === '' ? null : Number(value));
const times = (value: number | string, unit: number): number => (value === '' ? Number.NaN : Math.round(Number(value) * unit));
