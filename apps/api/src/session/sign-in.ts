import { Inject, Injectable } from '@nestjs/common';
import type { Identity, Store } from '@countersign/store';
import { AuditEntries } from '../audit/entries.js';
import { AccountPace } from '../auth/account-pace.js';
import { AttemptLimiter } from '../auth/attempt-limiter.js';
import type { Authenticator } from '../auth/authenticator.js';
import type { PasswordProof } from '../auth/local-authenticator.js';
import { Problem } from '../http/problem.js';
import { LOG, SETTINGS, STORE, type Services } from '../services.js';
import { Sessions } from './sessions.js';

export const AUTHENTICATOR = Symbol('authenticator');
const WINDOW_MS = 15 * 60_000;

/**
 * Sign-in with e-mail and password, every refusal on record. Refused for a while is only an address: with one account after
 * a few failures, with all after many. An account is never locked, or a stranger could lock its owner out by knowing the e-mail: who guesses from
 * many addresses is slowed down, and so a little is the owner, unless from an address that signed in lately.
 */
@Injectable()
export class SignIn {
  private readonly byPair: AttemptLimiter;
  private readonly byAddress: AttemptLimiter;
  private readonly pace: AccountPace;

  constructor(
    @Inject(AUTHENTICATOR) private readonly authenticator: Authenticator<PasswordProof>,
    @Inject(STORE) private readonly store: Store,
    @Inject(SETTINGS) settings: Services['settings'],
    @Inject(LOG) private readonly log: Services['log'],
    private readonly sessions: Sessions,
    private readonly entries: AuditEntries,
  ) {
    this.byPair = new AttemptLimiter({ limit: settings.signInsPerAccount, windowMs: WINDOW_MS, now: Date.now });
    this.pace = new AccountPace({ windowMs: WINDOW_MS, free: settings.signInsBeforeSlow, slowestMs: settings.slowestSignInMs, now: Date.now });
    this.byAddress = new AttemptLimiter({ limit: settings.signInsPerAddress, windowMs: WINDOW_MS, now: Date.now });
  }

  async signIn(proof: PasswordProof, ip: string): Promise<{ secret: string; identity: Identity }> {
    const email = proof.email.trim().toLowerCase();
    const pair = `${ip} ${email}`;
    const wait = this.byPair.take(pair) || this.byAddress.take(ip);
    if (wait > 0) throw new Problem('rate-limited', { seconds: String(wait) }, { 'retry-after': String(wait) });
    await later(this.pace.attempt(email, ip));
    const outcome = await this.authenticator.authenticate(proof);
    if (!outcome.proven) {
      // Not waited for: how long a refusal takes must not tell whether there is such a person.
      if (outcome.named) void this.recordRefusal(outcome.named, ip).catch((error: unknown) => this.log.warn({ err: error }, 'a refused sign-in could not be recorded'));
      throw new Problem('bad-credentials');
    }
    this.byAddress.giveBack(ip);
    this.byPair.giveBack(pair);
    this.pace.succeeded(email, ip);
    return this.sessions.open(outcome.proven, ip);
  }

  private async recordRefusal({ tenantId, personId }: { tenantId: string; personId: string }, ip: string): Promise<void> {
    const entry = this.entries.by({ kind: 'system', tenantId, name: 'api' }, { action: 'session.refused', subject: { kind: 'person', id: personId }, details: { ip } });
    await this.store.audit.append(tenantId, [entry]);
  }
}

function later(ms: number): Promise<void> | undefined {
  return ms === 0 ? undefined : new Promise((resolve) => setTimeout(resolve, ms));
}
