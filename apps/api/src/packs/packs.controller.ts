import { routes } from '@countersign/contracts';
import { packSummary } from '@countersign/pack';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';

@Controller()
export class PacksController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
  ) {}

  @Serve(routes.listPacks)
  async list(@Called() { actor }: CallOf<typeof routes.listPacks>): Promise<ReplyOf<typeof routes.listPacks>> {
    const published = await this.store.admin.packs(actor.tenantId);
    const summaries = await Promise.all(published.map(async ({ id, version, publishedAt }) => {
      const pack = await this.ports.packs.load(actor.tenantId, id, version);
      return pack ? [{ ...packSummary(pack), publishedAt }] : [];
    }));
    return { items: summaries.flat() };
  }
}
