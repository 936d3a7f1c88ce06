import { keepsPack } from '@countersign/access';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/actor.js';
import { Problem } from '../http/problem.js';
import { STORE } from '../services.js';

/** Who may draft and publish which pack: admins every one, others those that their groups own. */
@Injectable()
export class PackKeepers {
  constructor(@Inject(STORE) private readonly store: Store) {}

  async keeps(actor: Caller, packId: string): Promise<boolean> {
    return keepsPack(actor, await this.store.releases.owner(actor.tenantId, packId));
  }

  /** @throws Problem 'not-pack-owner' */
  async assertKeeps(actor: Caller, packId: string): Promise<void> {
    if (!(await this.keeps(actor, packId))) throw new Problem('not-pack-owner');
  }
}
