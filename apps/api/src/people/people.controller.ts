import { routes } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { STORE } from '../services.js';

@Controller()
export class PeopleController {
  constructor(@Inject(STORE) private readonly store: Store) {}

  @Serve(routes.listPeople)
  async list(@Called() { actor }: CallOf<typeof routes.listPeople>): Promise<ReplyOf<typeof routes.listPeople>> {
    return { items: await this.store.identity.people(actor.tenantId) };
  }
}
