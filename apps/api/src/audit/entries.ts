import { entryOf, type NewEntry } from '@countersign/audit';
import type { Actor, AuditEntry } from '@countersign/contracts';
import { Inject, Injectable } from '@nestjs/common';
import { PORTS, type Services } from '../services.js';

/** Writes down who did what, for the records that the API itself makes. */
@Injectable()
export class AuditEntries {
  constructor(@Inject(PORTS) private readonly ports: Services['ports']) {}

  by(actor: Actor, deed: Omit<NewEntry, 'id' | 'at' | 'actor'>): AuditEntry {
    return entryOf({ id: this.ports.ids.next(), at: this.ports.clock.now(), actor, ...deed });
  }
}
