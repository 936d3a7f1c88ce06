import type { DataSource } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import type { Caller } from '../auth/actor.js';
import { STORE } from '../services.js';

/** Which data sources someone knows of: admins all, others those they have a grant on. */
@Injectable()
export class SourceReach {
  constructor(@Inject(STORE) private readonly store: Store) {}

  async of({ tenantId, personId, name, roles, groups }: Caller): Promise<DataSource[]> {
    const all = await this.store.admin.dataSources(tenantId);
    if (roles.includes('admin')) return all;
    const grants = await Promise.all(all.map(({ id }) => this.store.access.grants(tenantId, { personId, name, roles, groups }, id)));
    return all.filter((_, i) => (grants[i]?.length ?? 0) > 0);
  }
}
