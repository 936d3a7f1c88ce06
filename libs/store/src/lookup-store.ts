import { ProofResult } from '@countersign/contracts';
import type { LookupStore } from '@countersign/pipeline';
import { z } from 'zod';
import type { Database } from './database.js';

const LOOKUP = /^lookup:(.+)$/;

/** Values as the last proof of the version read them; a proof that failed for another claim has read them all the same. */
export function lookupStore(db: Database): LookupStore {
  return {
    async values(tenantId, { dataSourceId, packId, packVersion }, since) {
      const run = await db.forTenant(tenantId, (tx) => tx.packProofRun.findFirst({
        where: { tenantId, dataSourceId, outcome: { not: 'waiting' }, finishedAt: { gt: new Date(since) }, release: { packId, publishedVersion: packVersion } },
        select: { results: true }, orderBy: { finishedAt: 'desc' },
      }));
      if (!run) return undefined;
      const read = z.array(ProofResult).parse(run.results ?? []).flatMap(({ probe, values }): [string, string[]][] => {
        const about = LOOKUP.exec(probe)?.[1];
        return about === undefined || !values ? [] : [[about, values.map(({ value }) => value)]];
      });
      return Object.fromEntries(read);
    },
  };
}
