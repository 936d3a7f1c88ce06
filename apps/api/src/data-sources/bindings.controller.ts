import { openedColumns } from '@countersign/access';
import { routes, type Catalogue, type Finding, type NameBinding } from '@countersign/contracts';
import { bindingFinding, checkBinding, readBinding, sensitiveColumns, type Pack } from '@countersign/pack';
import type { Store } from '@countersign/store';
import { Controller, Inject } from '@nestjs/common';
import { AuditEntries } from '../audit/entries.js';
import { found, Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, STORE, type Services } from '../services.js';

/** A pack's names for a data source: kept only when the live catalogue has what they name. */
@Controller()
export class BindingsController {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    private readonly entries: AuditEntries,
  ) {}

  @Serve(routes.bindDataSource)
  async bind(@Called() { actor, params, body }: CallOf<typeof routes.bindDataSource>): Promise<ReplyOf<typeof routes.bindDataSource>> {
    const { tenantId } = actor;
    const source = found(await this.store.sources.load(tenantId, params.id));
    const version = await this.store.packs.currentVersion(tenantId, body.packId);
    const pack = version === undefined ? undefined : await this.ports.packs.load(tenantId, body.packId, version);
    if (!pack) throw new Problem('unknown-pack');
    const catalogue = await this.store.sources.catalogue(tenantId, source.id);
    if (!catalogue) throw new Problem('data-source-not-ready', { status: source.status });
    const { binding, findings: read, at } = readBinding(pack, 'binding.yaml', body.text);
    const findings = binding ? [...read, ...checkBinding(pack, binding, catalogue, at), ...(await this.opened(tenantId, source.id, catalogue, pack, binding))] : read;
    if (!binding || body.checkOnly || findings.some(({ severity }) => severity === 'error')) return { saved: false, findings };
    await this.store.admin.bindPack(tenantId, source.id, pack.id, binding, this.entries.by(actor, { action: 'pack.bound', subject: { kind: 'data-source', id: source.id }, dataSourceId: source.id, details: { pack: pack.id, tables: binding.tables } }));
    return { saved: true, findings };
  }

  /** Other names alone may not show what any pack of the data source calls personal. */
  private async opened(tenantId: string, sourceId: string, catalogue: Catalogue, pack: Pack, binding: NameBinding): Promise<Finding[]> {
    const packs = await this.store.packs.forSource(tenantId, sourceId);
    const now = await Promise.all(packs.map(async ({ id, version, binding: names }) => {
      const other = await this.ports.packs.load(tenantId, id, version);
      return { id, binding: names, sensitive: other ? sensitiveColumns(other) : [] };
    }));
    const names = openedColumns(catalogue, now, [...now.filter(({ id }) => id !== pack.id), { binding, sensitive: sensitiveColumns(pack) }]);
    return names.length > 0 ? [bindingFinding('binding-opens-column', 'error', { names }, undefined)] : [];
  }
}
