import type { Identity, IdentityStore } from '@countersign/store';
import type { Request } from 'express';
import { looksLikeApiToken, secretHash } from './secret-hash.js';

/** Finds who is behind a request. A Bearer token, even a wrong one, is never overruled by a cookie. */
export class CredentialReader {
  constructor(
    private readonly identity: Pick<IdentityStore, 'bySession' | 'byToken'>,
    private readonly cookieName: string,
  ) {}

  async read(request: Pick<Request, 'headers'> & { cookies?: Record<string, unknown> }): Promise<Identity | undefined> {
    const { authorization } = request.headers;
    if (authorization !== undefined) {
      const token = /^Bearer\s+(\S+)$/i.exec(authorization)?.[1];
      if (token === undefined || !looksLikeApiToken(token)) return undefined;
      return this.identity.byToken(secretHash(token));
    }
    const session = request.cookies?.[this.cookieName];
    if (typeof session !== 'string' || session.length === 0 || session.length > 128) return undefined;
    return this.identity.bySession(secretHash(session));
  }
}
