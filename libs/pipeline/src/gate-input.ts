import { type MaskInForce, maskedColumns, masksFor, rowFiltersFor, scopeFor } from '@countersign/access';
import type { Candidate, GateInput, GateReport } from '@countersign/contracts';
import type { Live } from './live.js';
import type { Ports } from './ports.js';

/** What the gate must know to judge a text by the asker's rights as they are now. */
export type GateFacts = Pick<Live, 'asker' | 'source' | 'catalogue' | 'binding' | 'grants' | 'policies' | 'sensitive' | 'others' | 'declarations'>;

/**
 * Judges a text by the asker's rights as they are now. The scope is the catalogue cut down to what their grants allow.
 *
 * @returns undefined when there is nothing to judge by: no asker, no data source, no catalogue
 */
export async function judge(ports: Pick<Ports, 'gate' | 'clock'>, facts: GateFacts, text: Pick<Candidate, 'sql' | 'language'>): Promise<GateReport | undefined> {
  const { asker, source, catalogue, policies, binding, grants, sensitive, others, declarations } = facts;
  if (!asker || !source || !catalogue) return undefined;
  const rowFilters = rowFiltersFor(policies, asker);
  const masks = masksFor({ policies, person: asker, catalogue, binding });
  const input: GateInput = {
    sql: text.sql, from: text.language === 'native' ? source.dialect : 'canonical', dialect: source.dialect, rowFilters,
    masks: masks.map(({ id, version, table, column, expression }) => ({ id, version, table, column, expression })),
    scope: scopeFor({ catalogue, grants, binding, sensitive, ...(others ? { others } : {}), now: ports.clock.now() }),
    ...(binding ? { binding } : {}),
    ...(declarations ? { declarations } : {}),
    // One row more than may be kept: the collector stops at the cap and so knows that there was more.
    maxRows: source.caps.maxRows + 1, maxSubqueryDepth: source.maxSubqueryDepth,
  };
  const report = await ports.gate.check(input);
  return report.verdict === 'reject' ? report : { ...report, ...under(report, rowFilters, masks, source.catalogue?.fingerprint ?? '') };
}

type Accepted = Extract<GateReport, { verdict: 'accept' }>;

/** What the asker's rights and the schema were, and what is hidden by them. */
function under(report: Accepted, rowFilters: readonly { id: string; version: number }[], masks: readonly MaskInForce[], catalogue: string): Pick<Accepted, 'gatedUnder' | 'masked'> {
  const named = ({ id, version }: { id: string; version: number }): { id: string; version: number } => ({ id, version });
  const masked = maskedColumns(report, masks);
  return { gatedUnder: { rowFilters: rowFilters.map(named), ...(masks.length > 0 ? { masks: masks.map(named) } : {}), catalogue }, ...(masked.length > 0 ? { masked } : {}) };
}
