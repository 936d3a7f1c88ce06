import type { Actor, PackRelease, ProblemCode } from '@countersign/contracts';
import { samePerson } from './same-person.js';

/** Who keeps a pack: admins, and the members of the group that owns it; a token for its person, where it was made for that. */
export function keepsPack(actor: Actor, ownerGroupId: string | null | undefined): boolean {
  if (actor.kind === 'system' || (actor.kind === 'token' && !actor.scopes.includes('publish'))) return false;
  return actor.roles.includes('admin') || (typeof ownerGroupId === 'string' && actor.groups.includes(ownerGroupId));
}

/** `ask`: the first of two agrees, and another has to. */
export type PublishVerdict = { outcome: 'publish'; countersigned: boolean } | { outcome: 'ask' } | { outcome: 'refuse'; code: ProblemCode; params: Record<string, string> };

/**
 * May this keeper publish the release now? What changes what people may see, or what masses of descriptions say, takes two: nobody who wrote a part of it (made the release, opened or
 * saved its draft, proposed what is in it) or asked for it can be the second. A token publishes for its person what takes one, and asks for what takes two; it is never the second.
 *
 * @example mayPublish(keeper, { state: 'proved', report: { policyChanges: [], suspicions: [] }, … }) // { outcome: 'publish', countersigned: false }
 */
export function mayPublish(actor: Actor, release: Pick<PackRelease, 'state' | 'author' | 'writers' | 'requestedBy'> & { report: Pick<PackRelease['report'], 'policyChanges' | 'suspicions'> }): PublishVerdict {
  if (actor.kind === 'system') return { outcome: 'refuse', code: 'agents-never-approve', params: {} };
  const { state, author, writers, requestedBy } = release;
  if (state !== 'proved' && state !== 'awaiting-second') return { outcome: 'refuse', code: 'release-not-ready', params: { state, detail: 'not-proved' } };
  const { policyChanges, suspicions } = release.report;
  if (policyChanges.length === 0 && suspicions.length === 0) return { outcome: 'publish', countersigned: false };
  if (state === 'proved') return { outcome: 'ask' };
  if (actor.kind === 'token') return { outcome: 'refuse', code: 'agents-never-approve', params: {} };
  const first = [author, ...writers, ...(requestedBy ? [requestedBy] : [])].find(({ id }) => samePerson(id, actor.personId));
  return first ? { outcome: 'refuse', code: 'own-release', params: { name: first.name } } : { outcome: 'publish', countersigned: true };
}
