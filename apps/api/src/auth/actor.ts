import type { Actor } from '@countersign/contracts';
import type { Identity } from '@countersign/store';

/** Someone at the door: a person or a token, never the system. */
export type Caller = Exclude<Actor, { kind: 'system' }>;

/** The person or token behind a request, as the pure libraries know them. */
export function actorOf(identity: Identity): Caller {
  const who = { tenantId: identity.tenant.id, personId: identity.personId, name: identity.name, roles: identity.roles, groups: identity.groups, locale: identity.locale };
  return identity.kind === 'token' ? { kind: 'token', ...who, tokenId: identity.credentialId, scopes: identity.scopes } : { kind: 'person', ...who };
}
