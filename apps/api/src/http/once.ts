import { createHash } from 'node:crypto';
import { canonicalJson } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/actor.js';
import { PORTS, STORE, type Services } from '../services.js';
import { Problem } from './problem.js';

interface Request<T> {
  actor: Caller;
  idempotencyKey: string | null;
  operation: string;
  /** What makes it this request and no other. No secret: its hash is kept. */
  of: unknown;
  /** What was created under an id; undefined: nothing (yet). */
  find: (id: string) => Promise<T | undefined>;
  create: (id: string) => Promise<T>;
}

/** Creates things once: the same Idempotency-Key stands for the same id, however often the request arrives. */
@Injectable()
export class Once {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
  ) {}

  /** @throws Problem 'idempotency-mismatch' when the key was used for another request */
  async create<T>({ actor, idempotencyKey: key, operation, of, find, create }: Request<T>): Promise<T> {
    const fresh = this.ports.ids.next();
    if (key === null) return create(fresh);
    const requestHash = createHash('sha256').update(canonicalJson(of)).digest('hex');
    const { objectId, sameRequest, first } = await this.store.idempotency.claim(actor.tenantId, { personId: actor.personId, operation, key, requestHash, objectId: fresh });
    if (!sameRequest) throw new Problem('idempotency-mismatch');
    const there = first ? undefined : await find(objectId);
    if (there !== undefined) return there;
    try {
      return await create(objectId);
    } catch (error) {
      // Two of them arrived at once: one id, one row, and the other request made it.
      const made = await find(objectId);
      if (made !== undefined) return made;
      throw error;
    }
  }
}
