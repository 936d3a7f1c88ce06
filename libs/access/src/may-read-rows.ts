import type { Catalogue, Grant, Job, NameBinding } from '@countersign/contracts';
import { liveGrants } from './grant-reach.js';
import { grantsCover } from './grants-cover.js';
import type { LivePerson } from './live-person.js';
import { samePerson } from './same-person.js';
import type { PackNames } from './scope-for.js';
import { spellings, tableFinder } from './standard-names.js';

export interface ReadRowsInput {
  job: Pick<Job, 'askerId' | 'dataSourceId' | 'gateReport'>;
  live: {
    asker: LivePerson | undefined;
    /** The asker's grants on the data source. */
    grants: readonly Grant[];
    catalogue: Catalogue | undefined;
    binding: NameBinding | undefined;
    sensitive: readonly string[];
    others?: readonly PackNames[];
  };
  now: string;
}

/**
 * May the asker still read the rows of a result? What was fetched under a grant is read under a grant: when access to any
 * table or column of the query ended, its rows are no longer theirs to see. A table that has since left the catalogue can't be
 * compared; it stays readable to those who may read everything of the source.
 *
 * @example mayReadRows({ job, live: { ...live, grants: [] }, now }) // false
 */
export function mayReadRows({ job, live, now }: ReadRowsInput): boolean {
  const { asker, catalogue, binding, sensitive, others = [] } = live;
  if (!asker || !samePerson(asker.personId, job.askerId) || job.gateReport?.verdict !== 'accept') return false;
  const grants = liveGrants(live.grants, now).filter(({ dataSourceId, subject }) =>
    samePerson(dataSourceId, job.dataSourceId) && (subject.kind === 'person' ? samePerson(subject.id, job.askerId) : asker.groups.includes(subject.id)));
  if (grants.length === 0 || !catalogue) return false;
  const missing = grantsCover({ facts: job.gateReport, catalogue, grants, binding, sensitive, others, now });
  if (missing.length === 0) return true;
  return grants.some(({ objects }) => objects === '*') && missing.every((name) => !isThere(catalogue, name));
}

/** Does the catalogue still know what the gate called so: 'table', 'schema.table', or either with a column? */
function isThere(catalogue: Catalogue, name: string): boolean {
  const find = tableFinder(catalogue);
  return catalogue.tables.some((table) => spellings(find, table).some((spelling) => name === spelling || table.columns.some((column) => name === `${spelling}.${column.name}`)));
}
