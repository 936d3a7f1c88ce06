import { ADAPTED_ENGINES, credentialGap, routes, type DataSource } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { askForProof, sealedFor } from './asking-for-proof.js';
import { Once } from '../http/once.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { LOG, PROBES, SEALER, STORE, type Services } from '../services.js';

@Controller()
export class DataSourcesController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(SEALER) private readonly sealer: Services['sealer'],
    @Inject(PROBES) readonly probes: Services['probes'],
    @Inject(LOG) readonly log: Services['log'],
    private readonly entries: AuditEntries,
    private readonly once: Once,
  ) {}

  @Serve(routes.addDataSource)
  async add(@Called() { actor, body, idempotencyKey }: CallOf<typeof routes.addDataSource>): Promise<ReplyOf<typeof routes.addDataSource>> {
    if (!ADAPTED_ENGINES.includes(body.engine)) throw new Problem('engine-not-supported', { engine: body.engine });
    const { password, clientKey, ...input } = body;
    const gap = credentialGap(input.connection.clientCertificate, { password, clientKey });
    if (gap) throw new Problem(gap);
    return this.once.create<DataSource>({
      actor, idempotencyKey, operation: 'addDataSource', of: input,
      find: async (id) => this.store.sources.load(actor.tenantId, id),
      create: async (id) => {
        const sealed = sealedFor(this.sealer, { tenantId: actor.tenantId, id }, { username: body.username, password, clientKey });
        const audit = this.entries.by(actor, { action: 'data-source.added', subject: { kind: 'data-source', id }, dataSourceId: id, details: { name: input.name, engine: input.engine, host: input.host, port: input.port, database: input.database } });
        const source = await this.store.admin.addDataSource(actor.tenantId, id, input, sealed, audit);
        await askForProof(this, actor.tenantId, source);
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

  @Serve(routes.enableDataSource)
  async enable(@Called() { actor, params }: CallOf<typeof routes.enableDataSource>): Promise<ReplyOf<typeof routes.enableDataSource>> {
    const { status } = found(await this.store.sources.load(actor.tenantId, params.id));
    const audit = this.entries.by(actor, { action: 'data-source.changed', subject: { kind: 'data-source', id: params.id }, dataSourceId: params.id, details: { status: 'unproven' } });
    if (!(await this.store.admin.enableDataSource(actor.tenantId, params.id, audit))) throw new Problem('conflict', { state: status });
    const source = found(await this.store.sources.load(actor.tenantId, params.id));
    await askForProof(this, actor.tenantId, source);
    return source;
  }

  @Serve(routes.listDrifts)
  async drifts(@Called() { actor, params }: CallOf<typeof routes.listDrifts>): Promise<ReplyOf<typeof routes.listDrifts>> {
    found(await this.store.sources.load(actor.tenantId, params.id));
    return { items: await this.store.admin.drifts(actor.tenantId, params.id) };
  }

  @Serve(routes.disableDataSource)
  async disable(@Called() { actor, params }: CallOf<typeof routes.disableDataSource>): Promise<void> {
    const audit = this.entries.by(actor, { action: 'data-source.changed', subject: { kind: 'data-source', id: params.id }, dataSourceId: params.id, details: { status: 'disabled' } });
    if (!(await this.store.admin.disableDataSource(actor.tenantId, params.id, audit))) throw new Problem('not-found');
  }
}
