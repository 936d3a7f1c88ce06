import { setTimeout as sleep } from 'node:timers/promises';
import { isFault, type NameBinding, type ProofStatement } from '@countersign/contracts';
import { loadPack, planProbes } from '@countersign/pack';
import { printCanonical } from '@countersign/sql';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { LOG, PORTS, PROBES, STORE, type Services } from '../services.js';

/** Rows a proof may give: counts are one, values that nobody knows a few. */
const PROOF_ROWS = 50;
const ASKED_AT_MOST = 4;
const PAUSE_MS = 100;

export interface ProofOrder {
  dataSourceId: string;
  statements: ProofStatement[];
}

/** The gate's threads are shared: one that was busy or had to be started anew is asked again, or one moment would undo the proof of a whole pack. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (!isFault(error) || !error.retryable || attempt >= ASKED_AT_MOST) throw error;
      await sleep(PAUSE_MS * attempt);
    }
  }
}

/** What each data source that a pack is bound to has to prove, as the gate prints it. */
@Injectable()
export class ProofPlan {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PORTS) private readonly ports: Services['ports'],
    @Inject(PROBES) private readonly probes: Services['probes'],
    @Inject(LOG) private readonly log: Services['log'],
  ) {}

  async of(tenantId: string, packId: string, files: Record<string, string>): Promise<ProofOrder[]> {
    const bound = await this.store.releases.boundTo(tenantId, packId);
    return Promise.all(bound.map(async ({ dataSourceId, binding }) => ({ dataSourceId, statements: await this.statements(tenantId, dataSourceId, files, binding) })));
  }

  /** Tells the collector; what it did not hear is asked for again later. */
  async ask(tenantId: string, proofRunIds: readonly string[]): Promise<void> {
    for (const proofRunId of proofRunIds) await this.probes.askProof({ tenantId, proofRunId }).catch((error: unknown) => this.log.warn({ err: error, proofRunId }, 'the queue was not told of a proof; it is asked for again later'));
  }

  private async statements(tenantId: string, dataSourceId: string, files: Record<string, string>, binding: NameBinding): Promise<ProofStatement[]> {
    const [source, catalogue] = await Promise.all([this.store.sources.load(tenantId, dataSourceId), this.store.sources.catalogue(tenantId, dataSourceId)]);
    const { pack } = loadPack(files, 1);
    if (!pack) return [];
    const probes = planProbes(pack, binding);
    if (!source || !catalogue) return probes.map(({ query: _, ...probe }) => ({ probe, refused: 'the catalogue of the data source is not known yet' }));
    // Everything the account can read: a proof counts rows for all, and shows no value of a personal column.
    const scope = { ...(catalogue.searchPath[0] === undefined ? {} : { defaultSchema: catalogue.searchPath[0] }), tables: catalogue.tables.map(({ schema, name, columns }) => ({ schema, name, columns: columns.map((c) => ({ name: c.name, type: c.type })), denied: [] })) };
    const statements: ProofStatement[] = [];
    for (const { query, ...probe } of probes) {
      const report = await patiently(() => this.ports.gate.check({ sql: printCanonical(query), from: 'canonical', dialect: source.dialect, scope, binding, maxRows: Math.max(PROOF_ROWS, (probe.most ?? 0) + 1) }));
      statements.push(report.verdict === 'accept' ? { probe, sql: report.sql } : { probe, refused: `${report.rule}: ${report.message}` });
    }
    return statements;
  }
}
