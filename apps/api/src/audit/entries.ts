import type { AuditAction, AuditEntry } from '@countersign/contracts';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/actor.js';
import { PORTS, type Services } from '../services.js';

export interface Deed {
  action: AuditAction;
  subject: { kind: string; id: string };
  dataSourceId?: string;
  state?: string;
  details?: Record<string, unknown>;
}

/** Writes down who did what, for the records that the API itself makes. */
@Injectable()
export class AuditEntries {
  constructor(@Inject(PORTS) private readonly ports: Services['ports']) {}

  by(caller: Caller, deed: Deed): AuditEntry {
    const id = caller.kind === 'token' ? caller.tokenId : caller.personId;
    return this.of({ kind: caller.kind, id, name: caller.name }, deed);
  }

  of(actor: AuditEntry['actor'], { action, subject, dataSourceId, state, details }: Deed): AuditEntry {
    return {
      id: this.ports.ids.next(), at: this.ports.clock.now(), action, actor, subject,
      dataSourceId: dataSourceId ?? null, state: state ?? null, details: details ?? {},
    };
  }
}
