import type { DataSource, Estimate, SourceCredential } from '@countersign/contracts';
import type { RunOutcome, RunRequest, RunSink, Source } from '@countersign/pipeline';
import { engineFor } from './registry.js';
import type { Connector, ProbeReport, SourceSettings } from './source.js';

export interface SourcesOptions extends Partial<SourceSettings> {
  /** Opens the sealed credential of a data source. Called in the collector only. */
  credential(tenantId: string, dataSourceId: string): Promise<SourceCredential>;
}

export interface Sources extends Source {
  /** Reachability, TLS, sign-in, the read-only proof and the catalogue; never throws for what the database does. */
  probe(tenantId: string, source: DataSource): Promise<ProbeReport>;
  connections(): { open: number; idle: number; waiting: number };
  close(): Promise<void>;
}

const DEFAULTS: SourceSettings = { maxConnections: 4, connectTimeoutMs: 5_000, deadlineGraceMs: 500, cancelConfirmMs: 2_000 };

/**
 * The customers' databases, behind one port. Pools are keyed by tenant, data source and revision: an edited data source
 * never meets a connection of its former self, and no tenant one of another.
 */
export function createSources(options: SourcesOptions): Sources {
  const { credential, ...given } = options;
  const settings: SourceSettings = { ...DEFAULTS, ...given };
  const connectors = new Map<string, { family: string; connector: Connector }>();

  function connectorFor(tenantId: string, source: DataSource): Connector {
    const family = JSON.stringify([tenantId, source.id]);
    const key = JSON.stringify([tenantId, source.id, source.revision]);
    const known = connectors.get(key);
    if (known) return known.connector;
    for (const [otherKey, other] of connectors) {
      if (other.family !== family) continue;
      connectors.delete(otherKey);
      void other.connector.close();
    }
    const connector = engineFor(source.engine).connector({ source, credential: () => credential(tenantId, source.id), settings });
    connectors.set(key, { family, connector });
    return connector;
  }

  return {
    estimate: (request: Omit<RunRequest, 'caps'> & { timeoutMs: number }): Promise<Estimate> => connectorFor(request.tenantId, request.source).estimate(request),
    run: (request: RunRequest, sink: RunSink): Promise<RunOutcome> => connectorFor(request.tenantId, request.source).run(request, sink),
    probe: (tenantId, source) => connectorFor(tenantId, source).probe(),
    connections: () => [...connectors.values()].map((c) => c.connector.connections()).reduce((sum, c) => ({ open: sum.open + c.open, idle: sum.idle + c.idle, waiting: sum.waiting + c.waiting }), { open: 0, idle: 0, waiting: 0 }),
    close: async () => {
      const open = [...connectors.values()];
      connectors.clear();
      await Promise.all(open.map((c) => c.connector.close()));
    },
  };
}
