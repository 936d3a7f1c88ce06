import { masksFor, rowFiltersFor, scopeFor } from '@countersign/access';
import type { Job } from '@countersign/contracts';
import { lookedUp, type LiveValues, type Pack } from '@countersign/pack';
import { liveFacts } from './live.js';
import type { Ports } from './ports.js';

/** Proofs are repeated every week; what is older than two says nothing of now. */
const KNOWN_FOR_MS = 14 * 24 * 3_600_000;

/**
 * The real values that this asker may know, of the columns the pack has looked up: what their grants reach now, nothing that any pack of
 * the data source calls personal, nothing that is masked for them, and nothing of a table of which they see some rows only.
 *
 * @returns undefined when there is nothing to look up in
 */
export async function readableValues(ports: Pick<Ports, 'access' | 'packs' | 'lookup' | 'clock'>, job: Job, pack: Pack): Promise<LiveValues | undefined> {
  const columns = lookedUp(pack);
  if (!ports.lookup || columns.length === 0) return undefined;
  const now = ports.clock.now();
  const since = new Date(Date.parse(now) - KNOWN_FOR_MS).toISOString();
  const [values, live] = await Promise.all([ports.lookup.values(job.tenantId, job, since), liveFacts(ports, job)]);
  const { asker, catalogue, binding, policies, grants, sensitive, others } = live;
  if (!values || !asker || !catalogue) return undefined;
  const { tables } = scopeFor({ catalogue, grants, binding, sensitive, ...(others ? { others } : {}), now });
  const masks = masksFor({ policies, person: asker, catalogue, binding });
  const filtered = rowFiltersFor(policies, asker);
  const isReadable = (name: string): boolean => {
    const [entity = '', standard = ''] = name.split('.');
    const bound = binding?.tables[entity];
    const [table, column] = [bound?.name ?? entity, bound?.columns[standard] ?? standard];
    const here = tables.filter((one) => one.name === table && (bound?.schema === undefined || one.schema === bound.schema));
    const named = (of: string, ...names: string[]): boolean => names.includes(of.slice(of.lastIndexOf('.') + 1));
    if (masks.some((mask) => named(mask.table, table, entity) && named(mask.column, column, standard))) return false;
    if (filtered.some((filter) => named(filter.table, table, entity))) return false;
    return here.length > 0 && here.every(({ columns: all, denied }) => all.some((one) => one.name === column) && !denied.includes(column));
  };
  const readable = columns.filter((name) => values[name] !== undefined && isReadable(name));
  return readable.length === 0 ? undefined : Object.fromEntries(readable.map((name) => [name, values[name] ?? []]));
}
