import { routes } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { newApiToken, secretHash } from '../auth/secret-hash.js';
import { Once } from '../http/once.js';
import { Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';

@Controller()
export class TokensController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
    private readonly once: Once,
  ) {}

  @Serve(routes.listTokens)
  async list(@Called() { actor }: CallOf<typeof routes.listTokens>): Promise<ReplyOf<typeof routes.listTokens>> {
    return { items: await this.store.identity.listTokens(actor.tenantId, actor.personId) };
  }

  @Serve(routes.createToken)
  async create(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.createToken>): Promise<ReplyOf<typeof routes.createToken>> {
    const { tenantId, personId } = actor;
    return this.once.create({
      actor, idempotencyKey, operation: 'createToken', of: body,
      // Its secret was shown once and is kept nowhere: a second answer could only be half of one.
      find: async (id) => {
        if ((await this.store.identity.listTokens(tenantId, personId)).some((token) => token.id === id)) throw new Problem('already-done', { id });
        return undefined;
      },
      create: async (id) => {
        const secret = newApiToken();
        const expiresAt = new Date(Date.parse(this.ports.clock.now()) + body.days * 86_400_000).toISOString();
        const scopes = [...new Set(body.scopes)];
        const audit = this.entries.by(actor, { action: 'token.created', subject: { kind: 'token', id }, details: { name: body.name, scopes, expiresAt } });
        const token = await this.store.identity.createToken({ tenantId, personId, id, name: body.name, tokenHash: secretHash(secret), scopes, expiresAt, audit });
        return { ...token, secret };
      },
    });
  }

  @Serve(routes.revokeToken)
  async revoke(@Called() { actor, params }: CallOf<typeof routes.revokeToken>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'token.revoked', subject: { kind: 'token', id: params.id } });
    if (!(await this.store.identity.revokeToken(actor.tenantId, actor.personId, params.id, audit))) throw new Problem('not-found');
  }
}
