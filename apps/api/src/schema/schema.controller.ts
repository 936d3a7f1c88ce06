import { createHash } from 'node:crypto';
import { isFault, routes, type DataSource, type Grant } from '@countersign/contracts';
import type { Pack } from '@countersign/pack';
import { visibleSchema } from '@countersign/pipeline';
import { Controller, Inject } from '@nestjs/common';
import { Problem } from '../http/problem.js';
import { Called, Serve, type CallOf, type ReplyOf } from '../http/serve.js';
import { PORTS, SCHEMA_SEARCH, type Services } from '../services.js';
import { asFound } from './schema-search.js';

/** Who looks after a data source sees what it is made of; its rows are another matter. */
const EVERYTHING: Grant = { id: '', version: 0, subject: { kind: 'group', id: '' }, dataSourceId: '', objects: '*', unmask: [], expiresAt: null, revokedAt: null };

@Controller()
export class SchemaController {
  constructor(
    @Inject(PORTS) private readonly ports: Services['ports'],
    @Inject(SCHEMA_SEARCH) private readonly search: Services['schemaSearch'],
  ) {}

  @Serve(routes.getSchema)
  async schema(@Called() { actor, query, locale }: CallOf<typeof routes.getSchema>): Promise<ReplyOf<typeof routes.getSchema>> {
    const { dataSourceId, q, limit, cursor } = query;
    const [published, live] = await Promise.all([
      this.ports.packs.forSource(actor.tenantId, dataSourceId),
      this.ports.access.live(actor.tenantId, { askerId: actor.personId, approverId: null, dataSourceId, packId: '' }),
    ]);
    const { source, catalogue } = live;
    const grants = live.grants.length === 0 && actor.roles.includes('admin') ? [EVERYTHING] : live.grants;
    // Whoever may ask nothing of it hears the same as of one that is not there.
    if (!source || grants.length === 0) throw new Problem('unknown-data-source');
    const packs = (await Promise.all(published.map(async ({ id, version, binding }) => {
      const pack = await this.ports.packs.load(actor.tenantId, id, version);
      return pack ? [{ pack, binding }] : [];
    }))).flat();
    const tables = catalogue ? visibleSchema({ catalogue, grants, packs, locale, now: this.ports.clock.now() }) : [];
    const readAt = source.catalogue?.at ?? null;
    if (q) {
      const key = indexKey(actor.tenantId, source, grants, packs.map(({ pack }) => pack));
      const hits = await this.search.find(key, tables, packs.map(({ pack }) => pack), q, limit).catch((error: unknown) => {
        throw isFault(error) ? new Problem('search-unavailable') : error;
      });
      const items = asFound(tables, hits);
      return { items, total: items.length, readAt, nextCursor: null };
    }
    const rest = tables.filter(({ schema, name }) => cursor === undefined || `${schema}.${name}` > cursor);
    const items = rest.slice(0, limit);
    const last = items.at(-1);
    return { items, total: tables.length, readAt, nextCursor: last && rest.length > items.length ? `${last.schema}.${last.name}` : null };
  }
}

/** Names what a person sees of a source: another catalogue, grant or pack is another index. */
function indexKey(tenantId: string, source: DataSource, grants: readonly Grant[], packs: readonly Pack[]): string {
  const seen = [tenantId, source.id, source.catalogue?.fingerprint, grants.map(({ id, version, expiresAt, revokedAt }) => [id, version, expiresAt, revokedAt]), packs.map(({ id, version }) => [id, version])];
  return createHash('sha256').update(JSON.stringify(seen)).digest('hex');
}
