import { z } from 'zod';
import { Id, Instant, Locale, Role } from '../ids.js';
import { route } from './route.js';

export const Me = z.object({
  personId: Id,
  name: z.string(),
  email: z.string(),
  tenant: z.object({ id: Id, name: z.string(), slug: z.string() }),
  roles: z.array(Role),
  locale: Locale,
  /** A group of theirs owns a pack. */
  keepsPacks: z.boolean().default(false),
  /** Sent back as the X-CSRF-Token header on every POST, PATCH and DELETE of a session. */
  csrfToken: z.string(),
});
export type Me = z.infer<typeof Me>;

export const signIn = route({
  method: 'POST', path: '/v1/session', summary: 'Sign in', auth: 'none', roles: [],
  body: z.object({ email: z.string().max(200), password: z.string().max(200) }), output: Me,
  problems: ['bad-credentials', 'rate-limited'],
});
export const signOut = route({ method: 'DELETE', path: '/v1/session', summary: 'Sign out', auth: 'person', roles: [], status: 204, problems: [] });
export const me = route({ method: 'GET', path: '/v1/me', summary: 'Who is signed in', auth: 'any', roles: [], output: Me, problems: [] });
export const updateMe = route({ method: 'PATCH', path: '/v1/me', summary: 'Change own settings', auth: 'person', roles: [], body: z.object({ locale: Locale }), output: Me, problems: [] });

/** What a token may do for its person. `publish`: bring versions of packs; what takes a second person still does. */
export const TokenScope = z.enum(['ask', 'read', 'publish']);
export type TokenScope = z.infer<typeof TokenScope>;

export const ApiToken = z.object({ id: Id, name: z.string(), scopes: z.array(TokenScope), createdAt: Instant, expiresAt: Instant, lastUsedAt: Instant.nullable(), revokedAt: Instant.nullable() });
export const listTokens = route({ method: 'GET', path: '/v1/tokens', summary: 'Own API tokens', auth: 'person', roles: [], output: z.object({ items: z.array(ApiToken) }), problems: [] });
export const createToken = route({
  method: 'POST', path: '/v1/tokens', summary: 'Create an API token; the secret is shown once', idempotent: true, auth: 'person', roles: [], status: 201,
  body: z.object({ name: z.string().trim().min(1).max(80), scopes: z.array(TokenScope).min(1), days: z.int().min(1).max(365) }),
  output: ApiToken.extend({ secret: z.string() }), problems: ['already-done', 'idempotency-mismatch'],
});
export const revokeToken = route({ method: 'DELETE', path: '/v1/tokens/:id', summary: 'Revoke an API token', auth: 'person', roles: [], status: 204, params: z.object({ id: Id }), problems: ['not-found'] });
