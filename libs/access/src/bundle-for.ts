import { Fault, type AcceptedGateReport, type Caps, type Catalogue, type DataSource, type DigestBundle, type ExportFormat, type OutputMode } from '@countersign/contracts';
import { spellings, tableFinder } from './standard-names.js';

export interface BundleInput {
  report: AcceptedGateReport;
  source: Pick<DataSource, 'id' | 'revision' | 'caps'>;
  catalogue: Catalogue;
  pack: { id: string; version: number };
  policyVersion: number;
  outputMode: OutputMode;
  /** Forms that the result may leave in; of mode `export`. */
  exportFormats?: readonly ExportFormat[];
  /** Caps of this run when narrower than the source's. */
  caps?: Caps;
  masks?: DigestBundle['masks'];
  parameters?: DigestBundle['parameters'];
}

/**
 * Everything that decides the result, in one order whatever the order it was gathered in. Its digest (SHA-256, `digestOf` of
 * the sql lib) is what an approver signs and the collector recomputes.
 *
 * @throws Fault 'internal' when the query names a table the catalogue does not hold: then there is nothing to sign.
 */
export function bundleFor(input: BundleInput): DigestBundle {
  const { report, source, catalogue } = input;
  return {
    sql: report.sql,
    dialect: report.dialect,
    parameters: input.parameters ?? [],
    dataSource: { id: source.id, revision: source.revision },
    objects: [...report.tables].sort().map((name) => {
      const fingerprint = fingerprintOf(catalogue, name);
      if (fingerprint === undefined) throw new Fault('internal', false, { params: { detail: `no fingerprint of ${name}` } });
      return { name, fingerprint };
    }),
    rowFilters: byId(report.rowFilters),
    masks: byId(input.masks ?? report.masks ?? []),
    pack: { id: input.pack.id, version: input.pack.version },
    policyVersion: input.policyVersion,
    caps: input.caps ?? source.caps,
    outputMode: input.outputMode,
    ...(input.exportFormats?.length ? { exportFormats: [...input.exportFormats].sort() } : {}),
  };
}

/** Fingerprint of a table by the gate's name for it; undefined when there is none, or more than one. */
export function fingerprintOf(catalogue: Catalogue, name: string): string | undefined {
  const find = tableFinder(catalogue);
  const found = catalogue.tables.filter((table) => spellings(find, table).includes(name));
  return found.length === 1 ? found[0]?.fingerprint : undefined;
}

function byId(rules: readonly { id: string; version: number }[]): { id: string; version: number }[] {
  return rules.map(({ id, version }) => ({ id, version })).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : a.version - b.version));
}
