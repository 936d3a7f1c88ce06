import { routes } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { newApiToken, secretHash } from '../auth/secret-hash.js';
import { Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';

@Controller()
export class TokensController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
  ) {}

  @Serve(routes.listTokens)
  async list(@Called() { actor }: CallOf<typeof routes.listTokens>): Promise<ReplyOf<typeof routes.listTokens>> {
    return { items: await this.store.identity.listTokens(actor.tenantId, actor.personId) };
  }

  @Serve(routes.createToken)
  async create(@Called() { actor, body }: CallOf<typeof routes.createToken>): Promise<ReplyOf<typeof routes.createToken>> {
    const secret = newApiToken();
    const id = this.ports.ids.next();
    const expiresAt = new Date(Date.parse(this.ports.clock.now()) + body.days * 86_400_000).toISOString();
    const scopes = [...new Set(body.scopes)];
    const audit = this.entries.by(actor, { action: 'token.created', subject: { kind: 'token', id }, details: { name: body.name, scopes, expiresAt } });
    const token = await this.store.identity.createToken({ tenantId: actor.tenantId, personId: actor.personId, id, name: body.name, tokenHash: secretHash(secret), scopes, expiresAt, audit });
    return { ...token, secret };
  }

  @Serve(routes.revokeToken)
  async revoke(@Called() { actor, params }: CallOf<typeof routes.revokeToken>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'token.revoked', subject: { kind: 'token', id: params.id } });
    if (!(await this.store.identity.revokeToken(actor.tenantId, actor.personId, params.id, audit))) throw new Problem('not-found');
  }
}
