import { routes, type Me } from '@countersign/contracts';
import type { Identity, Store } from '@countersign/store';
import { Controller, Inject, Res } from '@nestjs/common';
import type { Response } from 'express';
import { sessionCookie, type SessionCookie } from '../auth/cookies.js';
import { Called, Serve, type CallOf } from '../http/serve.js';
import { SETTINGS, STORE, type Services } from '../services.js';
import { Sessions } from './sessions.js';
import { SignIn } from './sign-in.js';

@Controller()
export class SessionController {
  private readonly cookie: SessionCookie;

  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(SETTINGS) settings: Services['settings'],
    private readonly signIn: SignIn,
    private readonly sessions: Sessions,
  ) {
    this.cookie = sessionCookie(settings.secureCookies, settings.sessionHours * 3_600_000);
  }

  @Serve(routes.signIn)
  async open(@Called() { body, ip }: CallOf<typeof routes.signIn>, @Res({ passthrough: true }) response: Response): Promise<Me> {
    const { secret, identity } = await this.signIn.signIn(body, ip);
    response.cookie(this.cookie.name, secret, this.cookie.options);
    return this.meOf(identity);
  }

  @Serve(routes.signOut)
  async close(@Called() { actor, identity }: CallOf<typeof routes.signOut>, @Res({ passthrough: true }) response: Response): Promise<void> {
    await this.sessions.close(actor, identity.credentialId);
    const { maxAge: _, ...options } = this.cookie.options;
    response.clearCookie(this.cookie.name, options);
  }

  @Serve(routes.me)
  async me(@Called() { identity }: CallOf<typeof routes.me>): Promise<Me> {
    return this.meOf(identity);
  }

  @Serve(routes.updateMe)
  async update(@Called() { identity, body }: CallOf<typeof routes.updateMe>): Promise<Me> {
    await this.store.identity.setLocale(identity.tenant.id, identity.personId, body.locale);
    return this.meOf({ ...identity, locale: body.locale });
  }

  private async meOf({ personId, name, email, tenant, roles, groups, locale, csrfToken }: Identity): Promise<Me> {
    const keepsPacks = groups.length > 0 && (await this.store.releases.ownedBy(tenant.id, groups)).length > 0;
    return { personId, name, email, tenant, roles, locale, keepsPacks, csrfToken: csrfToken ?? '' };
  }
}
