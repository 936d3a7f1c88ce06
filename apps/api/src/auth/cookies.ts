import type { CookieOptions } from 'express';

/** Named and flagged for where the console is served. */
export interface SessionCookie {
  name: string;
  options: CookieOptions;
}

/**
 * The session cookie. Behind https it carries the `__Host-` prefix, so that no subdomain can plant one.
 * @example sessionCookie(true, 3_600_000).name // '__Host-countersign_session'
 */
export function sessionCookie(secure: boolean, maxAgeMs: number): SessionCookie {
  return {
    name: secure ? '__Host-countersign_session' : 'countersign_session',
    options: { httpOnly: true, sameSite: 'lax', secure, path: '/', maxAge: maxAgeMs },
  };
}
