import type { DataSource, ReleaseView } from '@countersign/contracts';

/** How far a version came. `refused`: it is no version that may be in force, or nobody may bring it; `proving`: the data has not answered in time. */
export interface Publication {
  state: 'published' | 'awaiting-second' | 'refused' | 'proving';
  /** Why nothing was published, where the product said so in a word. */
  reason: { code: string; message: string } | null;
  release: ReleaseView | null;
  dataSources: Pick<DataSource, 'id' | 'name'>[];
}
