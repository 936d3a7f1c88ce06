import { maskExpression, policyTable, type PolicyTable } from '@countersign/access';
import type { Dialect, Policy } from '@countersign/contracts';
import type { PolicyCheck } from '@countersign/sql';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../http/problem.js';
import type { SqlReader } from '../reading/sql-reader.js';
import { READER, STORE } from '../services.js';

type RowFilter = Extract<Policy['rule'], { kind: 'row-filter' }>;
/** A data source that has the table. */
interface Place {
  source: string;
  table: PolicyTable;
  dialect: Dialect;
}
type Mask = Extract<Policy['rule'], { kind: 'mask' }>;

/**
 * A row filter or a mask that no query can carry would refuse every query on its table, at the first asker and not at its author. So it is
 * read when it is written: on every data source that has its table, under every pack's names for it.
 */
@Injectable()
export class PolicyTextCheck {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(READER) private readonly reader: SqlReader,
  ) {}

  /** @throws Problem 'policy-table-unknown', 'policy-column-unknown', 'policy-predicate-invalid' or 'policy-mask-invalid' */
  async assertUsable(tenantId: string, rule: Policy['rule']): Promise<void> {
    if (rule.kind !== 'row-filter' && rule.kind !== 'mask') return;
    const places = await this.placesOf(tenantId, rule.table);
    if (places.length === 0) throw new Problem('policy-table-unknown', { table: rule.table });
    if (rule.kind === 'mask' && !places.some(({ table }) => hasColumn(table, rule.column))) throw new Problem('policy-column-unknown', { table: rule.table, column: rule.column });
    for (const place of places) await this.assertAt(place, rule);
  }

  private async assertAt({ source, table, dialect }: Place, rule: RowFilter | Mask): Promise<void> {
    if (rule.kind === 'mask' && !hasColumn(table, rule.column)) return;
    const check = rule.kind === 'mask'
      ? await this.reader.check('mask', maskExpression(rule.form, rule.column, table.columns.find(({ name }) => name === rule.column)?.type ?? ''), table, dialect)
      : await this.reader.check('predicate', rule.predicate, table, dialect);
    if (!check.ok) throw new Problem(rule.kind === 'mask' ? 'policy-mask-invalid' : 'policy-predicate-invalid', { source, rule: check.rule, detail: detailOf(check) });
  }

  private async placesOf(tenantId: string, name: string): Promise<Place[]> {
    const [sources, packs] = await Promise.all([this.store.admin.dataSources(tenantId), this.store.admin.packs(tenantId)]);
    const places = await Promise.all(sources.filter(({ status }) => status !== 'disabled').map(async (source) => {
      const [catalogue, ...bindings] = await Promise.all([
        this.store.sources.catalogue(tenantId, source.id),
        ...packs.map((pack) => this.store.sources.binding(tenantId, source.id, pack.id)),
      ]);
      if (!catalogue) return [];
      const tables = (bindings.length > 0 ? bindings : [undefined]).flatMap((binding) => policyTable(catalogue, binding, name) ?? []);
      return tables.map((table) => ({ source: source.name, table, dialect: source.dialect }));
    }));
    return places.flat();
  }
}

const hasColumn = (table: PolicyTable, column: string): boolean => table.columns.some(({ name }) => name === column);

function detailOf({ message, at, nearest }: Extract<PolicyCheck, { ok: false }>): string {
  return [message, at ? `line ${at.line}, column ${at.column}` : '', nearest.length > 0 ? `near: ${nearest.join(', ')}` : ''].filter((part) => part !== '').join('; ');
}
