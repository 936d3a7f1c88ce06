import { EXPORT_FORMATS, type Catalogue, type DigestBundle, type ExportFormat, type Job, type NameBinding, type Policy, type ProblemCode } from '@countersign/contracts';
import type { LivePerson } from './live-person.js';
import { maskedColumns, masksFor } from './masks-for.js';
import { mayReadRows, type ReadRowsInput } from './may-read-rows.js';
import { rowFiltersFor } from './row-filters.js';
import { spellings, standardNames, tableFinder } from './standard-names.js';

export interface MayExportInput {
  job: ReadRowsInput['job'] & Pick<Job, 'review' | 'approval' | 'run'>;
  live: ReadRowsInput['live'] & { policies: readonly Policy[] };
  now: string;
  format: ExportFormat;
  /** SHA-256 of a bundle (`digestOf` of the sql lib). */
  digestOf: (bundle: DigestBundle) => string;
}

export type MayExport = { allowed: true } | { allowed: false; code: Extract<ProblemCode, 'access-ended' | 'approval-missing' | `export-${string}`>; params: Record<string, string> };

/**
 * Forms in which results of this person may leave at most: what all policies that concern them allow; every form when none does. A
 * policy only narrows: the approver's signature is still needed.
 *
 * @example exportFormatsFor([], person) // ['csv', 'jsonl', 'xlsx', 'parquet']
 */
export function exportFormatsFor(policies: readonly Policy[], person: Pick<LivePerson, 'groups' | 'roles'>): ExportFormat[] {
  return policies.reduce<ExportFormat[]>((left, { enabled, rule }) => {
    if (!enabled || rule.kind !== 'export') return left;
    const all = rule.groups.length === 0 && rule.roles.length === 0;
    const concerned = all || rule.groups.some((group) => person.groups.includes(group)) || rule.roles.some((role) => person.roles.includes(role));
    return concerned ? left.filter((format) => rule.formats.includes(format)) : left;
  }, [...EXPORT_FORMATS]);
}

/**
 * May the asker take the result away in this form, now? It was signed to leave so, that very digest ran, no policy forbids it since, the
 * grants still cover what was read, and nothing of it is to be hidden now that was open then.
 *
 * @example mayExport({ job: viewedOnly, format: 'csv', live, digestOf, now }) // { allowed: false, code: 'export-not-approved', … }
 */
export function mayExport({ job, format, live, digestOf, now }: MayExportInput): MayExport {
  const { review, approval, run } = job;
  if (!live.asker || !mayReadRows({ job, live, now })) return no('access-ended');
  if (!exportFormatsFor(live.policies, live.asker).includes(format)) return no('export-not-allowed', { format });
  if (review?.bundle.outputMode !== 'export' || !review.bundle.exportFormats?.includes(format)) return no('export-not-approved', { format });
  const signed = approval?.decision === 'approve' && approval.digest === review.digest && digestOf(review.bundle) === review.digest && run?.digest === review.digest;
  if (!signed) return no('approval-missing');
  return narrowed(job, live, live.asker) ? no('export-narrowed') : { allowed: true };
}

/** Is there a mask on a column that was read, or a row filter on a table, that was not printed into the query in this version? */
function narrowed({ gateReport: report }: MayExportInput['job'], { catalogue, binding, policies }: MayExportInput['live'], asker: LivePerson): boolean {
  if (report?.verdict !== 'accept' || !catalogue) return true;
  const under = report.gatedUnder;
  const masks = masksFor({ policies, person: asker, catalogue, binding }).filter((mask) => maskedColumns({ columns: report.columns, masks: [{ ...mask, occurrences: 1 }] }, [mask]).length > 0);
  const names = namesOf(report.tables, catalogue, binding);
  const filters = rowFiltersFor(policies, asker).filter(({ table }) => names.has(table));
  return !masks.every((mask) => printed(under?.masks ?? report.masks, mask)) || !filters.every((filter) => printed(under?.rowFilters ?? report.rowFilters, filter));
}

function printed(rules: readonly { id: string; version: number }[] = [], { id, version }: { id: string; version: number }): boolean {
  return rules.some((rule) => rule.id === id && rule.version === version);
}

/** Every name that the tables of a query go by, the pack's and the real ones. */
function namesOf(tables: readonly string[], catalogue: Catalogue, binding: NameBinding | undefined): Set<string> {
  const find = tableFinder(catalogue);
  const standard = standardNames(catalogue, binding);
  const read = catalogue.tables.filter((table) => spellings(find, table).some((name) => tables.includes(name)));
  return new Set([...tables, ...read.flatMap((table) => [...spellings(find, table), ...(standard.get(table) ?? []).map(({ name }) => name)])]);
}

function no(code: Extract<MayExport, { allowed: false }>['code'], params: Record<string, string> = {}): MayExport {
  return { allowed: false, code, params };
}
