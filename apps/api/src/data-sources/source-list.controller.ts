import { routes, type DataSource } from '@countersign/contracts';
import { Controller } from '@nestjs/common';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { SourceReach } from './source-reach.js';

@Controller()
export class SourceListController {
  constructor(private readonly reach: SourceReach) {}

  @Serve(routes.listDataSources)
  async list(@Called() { actor }: CallOf<typeof routes.listDataSources>): Promise<ReplyOf<typeof routes.listDataSources>> {
    const reachable = await this.reach.of(actor);
    return { items: actor.roles.includes('admin') ? reachable : reachable.map(asAsked) };
  }
}

/** For people who only ask: where it is and how it is reached is not theirs to know. */
function asAsked(source: DataSource): DataSource {
  return { ...source, host: '', port: 0, database: '', username: '', connection: {}, probe: null };
}
