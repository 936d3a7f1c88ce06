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

  /** Of things about packs those that someone may see: keepers what is about theirs, auditors all. */
  async seen<T extends { packId: string }>(actor: Caller, all: readonly T[]): Promise<T[]> {
    if (actor.roles.includes('auditor')) return [...all];
    const kept = new Map(await Promise.all([...new Set(all.map(({ packId }) => packId))].map(async (packId) => [packId, await this.keeps(actor, packId)] as const)));
    return all.filter(({ packId }) => kept.get(packId));
  }

  /** @throws Problem 'not-pack-owner' */
  async assertKeeps(actor: Caller, packId: string): Promise<void> {
    if (!(await this.keeps(actor, packId))) throw new Problem('not-pack-owner');
  }
}
