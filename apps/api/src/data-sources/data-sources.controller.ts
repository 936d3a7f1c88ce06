import { routes, type DataSource, type Engine } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { Once } from '../http/once.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { LOG, PROBES, SEALER, STORE, type Services } from '../services.js';

/** Engines that the collector has an adapter for: another would stay unproven for ever. */
const SUPPORTED: readonly Engine[] = ['postgres'];

@Controller()
export class DataSourcesController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(SEALER) private readonly sealer: Services['sealer'],
    @Inject(PROBES) private readonly probes: Services['probes'],
    @Inject(LOG) private readonly log: Services['log'],
    private readonly entries: AuditEntries,
    private readonly once: Once,
  ) {}

  @Serve(routes.addDataSource)
  async add(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.addDataSource>): Promise<ReplyOf<typeof routes.addDataSource>> {
    if (!SUPPORTED.includes(body.engine)) throw new Problem('engine-not-supported', { engine: body.engine });
    const { password, ...input } = body;
    return this.once.create<DataSource>({
      actor, idempotencyKey, operation: 'addDataSource', of: input,
      find: async (id) => this.store.sources.load(actor.tenantId, id),
      create: async (id) => {
        const sealed = this.sealer.seal(JSON.stringify({ username: body.username, password }), `${actor.tenantId}/${id}`);
        const audit = this.entries.by(actor, { action: 'data-source.added', subject: { kind: 'data-source', id }, dataSourceId: id, details: { name: input.name, engine: input.engine, host: input.host, port: input.port, database: input.database } });
        const source = await this.store.admin.addDataSource(actor.tenantId, id, input, sealed, audit);
        // It is registered whether or not the queue can be reached now: unproven, and to be proved by hand later.
        await this.probes.ask({ tenantId: actor.tenantId, dataSourceId: id, revision: source.revision }).catch((error: unknown) => this.log.warn({ err: error, dataSourceId: id }, 'no proof could be asked for'));
        return source;
      },
    });
  }

  @Serve(routes.probeDataSource)
  async probe(@Called() { actor, params }: CallOf<typeof routes.probeDataSource>): Promise<ReplyOf<typeof routes.probeDataSource>> {
    const source = found(await this.store.sources.load(actor.tenantId, params.id));
    if (source.status === 'disabled') throw new Problem('data-source-not-ready', { status: source.status });
    await this.probes.ask({ tenantId: actor.tenantId, dataSourceId: source.id, revision: source.revision });
    return source;
  }

  @Serve(routes.disableDataSource)
  async disable(@Called() { actor, params }: CallOf<typeof routes.disableDataSource>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'data-source.changed', subject: { kind: 'data-source', id: params.id }, dataSourceId: params.id, details: { status: 'disabled' } });
    if (!(await this.store.admin.disableDataSource(actor.tenantId, params.id, audit))) throw new Problem('not-found');
  }
}
