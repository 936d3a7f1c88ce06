import type { ProblemCode, Route } from '@countersign/contracts';
import type { Identity } from '@countersign/store';
import { sameSecret } from './secret-hash.js';

/** What admission looks at of a request. */
export interface Knock {
  method: string;
  csrfHeader: string | undefined;
  /** Sec-Fetch-Site, where the browser says it. */
  fetchSite: string | undefined;
}

const READING = ['GET', 'HEAD'];

/**
 * May this caller use this route at all? Ownership of what the route is used on is asked later, per object.
 * @returns the problem, or null when admitted.
 */
export function refusalAtDoor(route: Pick<Route, 'method' | 'auth' | 'scope' | 'roles' | 'path'>, identity: Identity | undefined, knock: Knock): ProblemCode | null {
  const changes = !READING.includes(route.method);
  // A sign-in planted by another site would put the victim into the attacker's account.
  if (route.auth === 'none') return changes && knock.fetchSite === 'cross-site' ? 'csrf' : null;
  if (!identity) return 'unauthenticated';
  if (identity.kind === 'token') return refusalOfToken(route, identity, changes) ?? refusalByRole(route, identity);
  if (changes && !(identity.csrfToken && knock.csrfHeader && sameSecret(identity.csrfToken, knock.csrfHeader))) return 'csrf';
  return refusalByRole(route, identity);
}

function refusalOfToken(route: Pick<Route, 'auth' | 'scope' | 'path'>, identity: Identity, changes: boolean): ProblemCode | null {
  if (route.path.endsWith('/decision')) return 'agents-never-approve';
  if (route.auth === 'person') return 'forbidden';
  if (route.path === '/v1/me') return null;
  return identity.scopes.includes(route.scope ?? (changes ? 'ask' : 'read')) ? null : 'forbidden';
}

function refusalByRole(route: Pick<Route, 'roles'>, identity: Identity): ProblemCode | null {
  if (route.roles.length === 0) return null;
  return route.roles.some((role) => identity.roles.includes(role)) ? null : 'forbidden';
}
