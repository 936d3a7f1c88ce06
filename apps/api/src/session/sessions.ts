import type { IdentityStore, Identity, Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import type { Caller } from '../auth/actor.js';
import type { Proven } from '../auth/authenticator.js';
import { newSecret, secretHash } from '../auth/secret-hash.js';
import { Problem } from '../http/problem.js';
import { PORTS, SETTINGS, STORE, type Services } from '../services.js';

/** Opens and closes sessions, whichever way someone proved who they are. */
@Injectable()
export class Sessions {
  private readonly identity: IdentityStore;

  constructor(
    @Inject(STORE) store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    @Inject(SETTINGS) private readonly settings: Services['settings'],
    private readonly entries: AuditEntries,
  ) {
    this.identity = store.identity;
  }

  async open({ tenantId, personId }: Proven, ip: string): Promise<{ secret: string; identity: Identity }> {
    const secret = newSecret();
    const expiresAt = new Date(Date.parse(this.ports.clock.now()) + this.settings.sessionHours * 3_600_000).toISOString();
    const person = await this.ports.access.person(tenantId, personId);
    if (!person) throw new Problem('bad-credentials');
    const audit = this.entries.by({ kind: 'person', tenantId, ...person, locale: 'en' }, { action: 'session.opened', subject: { kind: 'person', id: personId }, details: { ip } });
    await this.identity.openSession({ tenantId, personId, sessionHash: secretHash(secret), csrfToken: newSecret(), expiresAt, audit });
    const identity = await this.identity.bySession(secretHash(secret));
    if (!identity) throw new Error('a session just opened is not there');
    return { secret, identity };
  }

  async close(caller: Caller, sessionId: string): Promise<void> {
    await this.identity.closeSession(caller.tenantId, sessionId, this.entries.by(caller, { action: 'session.closed', subject: { kind: 'person', id: caller.personId } }));
  }
}
