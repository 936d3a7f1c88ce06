import { AuditEntry, canonicalJson, type Actor } from '@countersign/contracts';

export interface NewEntry {
  id: string;
  at: string;
  action: AuditEntry['action'];
  actor: Actor;
  subject: { kind: string; id: string };
  dataSourceId?: string | null;
  state?: string | null;
  details?: Record<string, unknown>;
}

/** Detail members of these names never reach the log, at any depth. */
const SECRET_NAME = /pass(word|wd|phrase)|secret|credential|authorization|cookie|api-?key|private-?key|^token$|(access|refresh|id|csrf|session)-?token|^sealed/i;
export const REDACTED = '[redacted]';

/**
 * An audit entry of what an actor did. Details are made safe for canonical JSON (fractions become strings) and secrets are
 * redacted by name.
 *
 * @throws ZodError when the entry is not one of the closed list, e.g. an unknown action
 * @example entryOf({ id, at, action: 'question.asked', actor, subject: { kind: 'job', id: jobId } })
 */
export function entryOf(input: NewEntry): AuditEntry {
  return AuditEntry.parse({
    id: input.id,
    at: input.at,
    action: input.action,
    actor: whoOf(input.actor),
    subject: input.subject,
    dataSourceId: input.dataSourceId ?? null,
    state: input.state ?? null,
    details: safe(input.details ?? {}),
  });
}

/** The stored text of an entry: one spelling, so that its hash can be taken and taken again. */
export function bodyOf(entry: AuditEntry): string {
  return canonicalJson(entry);
}

function whoOf(actor: Actor): AuditEntry['actor'] {
  switch (actor.kind) {
    case 'person': return { kind: 'person', id: actor.personId, name: actor.name };
    // The token did it; whose it is stands in the name.
    case 'token': return { kind: 'token', id: actor.tokenId, name: actor.name };
    case 'system': return { kind: 'system', id: actor.name, name: actor.name };
  }
}

function safe(value: unknown): unknown {
  if (typeof value === 'number' && !Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(safe);
  if (typeof value !== 'object' || value === null) return typeof value === 'function' || typeof value === 'symbol' ? undefined : value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, SECRET_NAME.test(hyphened(name)) ? REDACTED : safe(member)]));
}

/** One spelling of accessToken, access_token and access-token. */
function hyphened(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1-$2').replaceAll('_', '-');
}
