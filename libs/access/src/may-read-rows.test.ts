import { describe, expect, it } from 'vitest';
import type { Catalogue, Grant } from '@countersign/contracts';
import { mayReadRows, type ReadRowsInput } from './may-read-rows.js';
import { ASKER, EDITOR, NOW, binding, catalogue, grant, id, job, person, sensitive } from './spec/commerce-job.js';

const reads = (grants: Grant[], changes: Partial<ReadRowsInput['live']> = {}) => mayReadRows({ job: job({ state: 'ANSWERED' }), now: NOW, live: { asker: person(ASKER, ['analyst'], [id(80)]), grants, catalogue, binding, sensitive, ...changes } });
const without = (name: string): Catalogue => ({ ...catalogue, tables: catalogue.tables.filter((table) => table.name !== name) });

describe('mayReadRows', () => {
  it.each<[string, boolean, boolean]>([
    ['under the grant of the run', reads([grant()]), true],
    ['under a grant of a group', reads([grant({ subject: { kind: 'group', id: id(80) } })]), true],
    ['when the grant was revoked', reads([grant({ revokedAt: '2026-01-01T00:00:00Z' })]), false],
    ['when the grant expired', reads([grant({ expiresAt: NOW })]), false],
    ['when the grant was narrowed', reads([grant({ objects: [{ table: 'customers', columns: '*' }] })]), false],
    ['under a grant on another source', reads([grant({ dataSourceId: id(21) })]), false],
    ['under another person’s grant', reads([grant({ subject: { kind: 'person', id: EDITOR } })]), false],
    ['when the asker left', reads([grant()], { asker: undefined }), false],
    ['when no catalogue tells what was read', reads([grant({ objects: '*' })], { catalogue: undefined }), false],
    ['when the table is gone and everything is granted', reads([grant({ objects: '*' })], { catalogue: without('tbl_order') }), true],
    ['when the table is gone and only some is granted', reads([grant()], { catalogue: without('tbl_order') }), false],
  ])('%s', (_what, allowed, expected) => {
    expect(allowed).toBe(expected);
  });
});
