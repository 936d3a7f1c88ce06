import { describe, expect, it } from 'vitest';
import { openedColumns } from './opened-columns.js';

const columns = ['email', 'country', 'id'].map((name) => ({ name, type: 'text', nullable: true, comment: null }));
const catalogue = { tables: [{ schema: 'public', name: 'customers', columns, kind: 'table', comment: null, fingerprint: 'f' }], searchPath: ['public'], fingerprint: 'f' } as never;
const bound = (to: Record<string, string>) => ({ tables: { customers: { name: 'customers', columns: to } } });
const sensitive = ['customers.email'];

describe('columns that other names would open', () => {
  it('are personal ones that go by the name of something else', () => {
    expect(openedColumns(catalogue, [{ binding: bound({}), sensitive }], [{ binding: bound({ email: 'country', country: 'email' }), sensitive }])).toEqual(['customers.email']);
  });

  it('are personal ones that have no name any more', () => {
    expect(openedColumns(catalogue, [{ binding: bound({}), sensitive }], [{ binding: bound({ email: 'country' }), sensitive }])).toEqual(['customers.email']);
  });

  it('are none that another pack still calls personal', () => {
    const other = { binding: undefined, sensitive };
    expect(openedColumns(catalogue, [other], [other, { binding: bound({}), sensitive: [] }])).toEqual([]);
  });

  it('are none where they stay personal under another name', () => {
    expect(openedColumns(catalogue, [{ binding: bound({ email: 'country', country: 'id' }), sensitive: ['customers.email'] }], [{ binding: bound({}), sensitive: ['customers.country'] }])).toEqual([]);
  });
});
