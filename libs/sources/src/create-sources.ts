import { isFault, type DataSource, type Estimate, type SourceCredential } from '@countersign/contracts';
import type { RunOutcome, RunRequest, RunSink, Source } from '@countersign/pipeline';
import { Breaker, BREAKER } from './breaker.js';
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

/** One data source in one revision, as this process knows it. */
interface Known {
  family: string;
  connector: Connector;
  breaker: Breaker;
  /** What was dialled with last. */
  used: SourceCredential | undefined;
}

/**
 * The customers' databases, behind one port. Pools are keyed by tenant, data source and revision: an edited data source
 * never meets a connection of its former self, and no tenant one of another.
 */
export function createSources(options: SourcesOptions): Sources {
  const { credential, ...given } = options;
  const settings: SourceSettings = { ...DEFAULTS, ...given };
  const connectors = new Map<string, Known>();
  const rested = () => new Breaker(BREAKER, () => performance.now());

  function known(tenantId: string, source: DataSource): Known {
    const family = JSON.stringify([tenantId, source.id]);
    const key = JSON.stringify([tenantId, source.id, source.revision]);
    const found = connectors.get(key);
    if (found) return found;
    for (const [otherKey, other] of connectors) {
      if (other.family !== family) continue;
      connectors.delete(otherKey);
      void other.connector.close();
    }
    const { ca, clientCertificate, maxConnections } = source.connection ?? {};
    const own: SourceSettings = { ...settings, ...(ca === undefined ? {} : { ca }), ...(clientCertificate === undefined ? {} : { clientCertificate }), ...(maxConnections === undefined ? {} : { maxConnections }) };
    const asked = async () => (made.used = await credential(tenantId, source.id));
    const made: Known = { family, breaker: rested(), used: undefined, connector: engineFor(source.engine).connector({ source, credential: asked, settings: own }) };
    connectors.set(key, made);
    return made;
  }

  /** Asks a source that is not resting. A password that was rotated while it was dialled with counts as no failure: the new one is tried. */
  function ask<T>(tenantId: string, source: DataSource, work: (connector: Connector) => Promise<T>): Promise<T> {
    const entry = known(tenantId, source);
    return entry.breaker.through(() => work(entry.connector).catch(async (error: unknown) => {
      if (!isFault(error) || error.kind !== 'source-auth-failed') throw error;
      const { used } = entry;
      // The same again would only bring the account closer to being locked.
      if (sameSecret(used, await credential(tenantId, source.id))) throw error;
      return work(entry.connector);
    }));
  }

  return {
    estimate: (request: Omit<RunRequest, 'caps'> & { timeoutMs: number }): Promise<Estimate> => ask(request.tenantId, request.source, (connector) => connector.estimate(request)),
    run: (request: RunRequest, sink: RunSink): Promise<RunOutcome> => ask(request.tenantId, request.source, (connector) => connector.run(request, sink)),
    probe: async (tenantId, source) => {
      const entry = known(tenantId, source);
      const report = await entry.connector.probe();
      if (report.status === 'ready') entry.breaker = rested();
      return report;
    },
    connections: () => [...connectors.values()].map((c) => c.connector.connections()).reduce((sum, c) => ({ open: sum.open + c.open, idle: sum.idle + c.idle, waiting: sum.waiting + c.waiting }), { open: 0, idle: 0, waiting: 0 }),
    close: async () => {
      const open = [...connectors.values()];
      connectors.clear();
      await Promise.all(open.map((c) => c.connector.close()));
    },
  };
}

const sameSecret = (one: SourceCredential | undefined, other: SourceCredential): boolean => one?.username === other.username && one.password === other.password && one.clientKey === other.clientKey;
