import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import type { Caller } from '../auth/actor.js';
import { LOG, STORE, type Services } from '../services.js';

/** Keeps statements that the gate blocked here, in the audit and in the log: rule, place, digest of the text, never the text. */
@Injectable()
export class BlockedLog {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(LOG) private readonly log: Services['log'],
    private readonly entries: AuditEntries,
  ) {}

  async record(actor: Caller, subject: { kind: 'sql' | 'job'; id: string }, dataSourceId: string, details: Record<string, unknown>): Promise<void> {
    const { rule, origin, textDigest } = details;
    this.log.info({ rule, origin, textDigest, dataSourceId, about: subject }, 'a statement was blocked');
    await this.store.audit.append(actor.tenantId, [this.entries.by(actor, { action: 'sql.blocked', subject, dataSourceId, details: { ...details, via: actor.kind } })]);
  }
}
