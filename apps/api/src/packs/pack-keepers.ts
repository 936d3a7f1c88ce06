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

  /** What is of no pack is the admins'. */
  async keeps(actor: Caller, packId: string | null): Promise<boolean> {
    return keepsPack(actor, packId === null ? null : await this.store.releases.owner(actor.tenantId, packId));
  }

  /** The packs whose releases and the like someone may see: keepers theirs, auditors all; undefined: all. */
  async seen(actor: Caller): Promise<string[] | undefined> {
    return actor.roles.includes('auditor') ? undefined : this.kept(actor);
  }

  /** The packs that someone keeps; undefined: all there are and will be. */
  async kept(actor: Caller): Promise<string[] | undefined> {
    if (keepsPack(actor, null)) return undefined;
    const owned = actor.groups.length === 0 ? [] : await this.store.releases.ownedBy(actor.tenantId, actor.groups);
    // A token that was not made for it keeps nothing, whatever its person's groups own.
    return owned.filter(() => actor.groups.some((group) => keepsPack(actor, group)));
  }

  async sees(actor: Caller, packId: string): Promise<boolean> {
    return actor.roles.includes('auditor') || this.keeps(actor, packId);
  }

  /** @throws Problem 'not-pack-owner' */
  async assertKeeps(actor: Caller, packId: string): Promise<void> {
    if (!(await this.keeps(actor, packId))) throw new Problem('not-pack-owner');
  }
}
