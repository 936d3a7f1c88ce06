import { policyTable, type PolicyTable } from '@countersign/access';
import type { Dialect, Policy } from '@countersign/contracts';
import type { PolicyCheck } from '@countersign/sql';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../http/problem.js';
import { PREDICATES, STORE } from '../services.js';
import type { Predicates } from './predicate-question.js';

type RowFilter = Extract<Policy['rule'], { kind: 'row-filter' }>;

/**
 * A row filter that no query can carry would refuse every query on its table, at the first asker and not at its author. So it is
 * read when it is written: on every data source that has its table, under every pack's names for it.
 */
@Injectable()
export class RowFilterCheck {
  constructor(
    @Inject(STORE) private readonly store: Store,
    @Inject(PREDICATES) private readonly predicates: Predicates,
  ) {}

  /** @throws Problem 'policy-table-unknown' or 'policy-predicate-invalid' */
  async assertUsable(tenantId: string, { table: name, predicate }: RowFilter): Promise<void> {
    const places = await this.placesOf(tenantId, name);
    if (places.length === 0) throw new Problem('policy-table-unknown', { table: name });
    for (const { source, table, dialect } of places) {
      const check = await this.predicates.check({ predicate, table, dialect });
      if (!check.ok) throw new Problem('policy-predicate-invalid', { source, rule: check.rule, detail: detailOf(check) });
    }
  }

  private async placesOf(tenantId: string, name: string): Promise<{ source: string; table: PolicyTable; dialect: Dialect }[]> {
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

function detailOf({ message, at, nearest }: Extract<PolicyCheck, { ok: false }>): string {
  return [message, at ? `line ${at.line}, column ${at.column}` : '', nearest.length > 0 ? `near: ${nearest.join(', ')}` : ''].filter((part) => part !== '').join('; ');
}
