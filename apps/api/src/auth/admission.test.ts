import { routes, type Route } from '@countersign/contracts';
import type { Identity } from '@countersign/store';
import { describe, expect, it } from 'vitest';
import { refusalAtDoor } from './admission.js';

const person = (roles: Identity['roles']): Identity => ({
  kind: 'person', credentialId: 's', tenant: { id: 't', name: 'T', slug: 't' }, personId: 'p', name: 'P', email: 'p@t.example', roles, groups: [], locale: 'en', csrfToken: 'right', scopes: [],
});
const token = (scopes: string[], roles: Identity['roles'] = ['analyst', 'approver', 'admin', 'auditor']): Identity => ({ ...person(roles), kind: 'token', csrfToken: null, scopes });
const knock = (route: Route, csrfHeader: string | undefined = 'right', fetchSite?: string) => ({ method: route.method, csrfHeader, fetchSite });

describe('who is admitted to a route', () => {
  const closed = Object.entries(routes as Record<string, Route>).filter(([, route]) => route.auth !== 'none');

  it.each(closed)('%s is closed to no one', (_name, route) => {
    expect(refusalAtDoor(route, undefined, knock(route))).toBe('unauthenticated');
  });
  it.each(closed.filter(([, route]) => route.method !== 'GET'))('%s wants the session’s CSRF token', (_name, route) => {
    const everyone = person(['analyst', 'approver', 'admin', 'auditor']);
    expect(refusalAtDoor(route, everyone, { ...knock(route), csrfHeader: undefined })).toBe('csrf');
    expect(refusalAtDoor(route, everyone, knock(route, 'wrong'))).toBe('csrf');
    expect(refusalAtDoor(route, everyone, knock(route))).toBeNull();
  });
  it.each(closed.filter(([, route]) => route.roles.length > 0))('%s is closed to other roles', (_name, route) => {
    const others = (['analyst', 'approver', 'admin', 'auditor'] as const).filter((role) => !route.roles.includes(role));
    if (others.length > 0) expect(refusalAtDoor(route, person([...others]), knock(route))).toBe('forbidden');
    expect(refusalAtDoor(route, person([]), knock(route))).toBe('forbidden');
  });
  it('never lets a token decide, whatever its scopes and roles', () => {
    expect(refusalAtDoor(routes.decide, token(['ask', 'read']), knock(routes.decide))).toBe('agents-never-approve');
  });
  it('keeps a token within its scopes', () => {
    expect(refusalAtDoor(routes.askQuestion, token(['read']), knock(routes.askQuestion))).toBe('forbidden');
    expect(refusalAtDoor(routes.askQuestion, token(['ask']), knock(routes.askQuestion, undefined))).toBeNull();
    expect(refusalAtDoor(routes.getJob, token(['ask']), knock(routes.getJob))).toBe('forbidden');
    expect(refusalAtDoor(routes.getJob, token(['read']), knock(routes.getJob))).toBeNull();
  });
  it('keeps tokens from what only a signed-in person may do', () => {
    expect(refusalAtDoor(routes.createToken, token(['ask', 'read']), knock(routes.createToken))).toBe('forbidden');
    expect(refusalAtDoor(routes.giveGrant, token(['ask', 'read']), knock(routes.giveGrant))).toBe('forbidden');
  });
  it('refuses a sign-in that another site sends', () => {
    expect(refusalAtDoor(routes.signIn, undefined, knock(routes.signIn, undefined, 'cross-site'))).toBe('csrf');
    expect(refusalAtDoor(routes.signIn, undefined, knock(routes.signIn, undefined, 'same-origin'))).toBeNull();
  });
});
