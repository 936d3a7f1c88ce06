import type { Grant, Policy } from '@countersign/contracts';
import type { Store } from '@countersign/store';
import { Inject, Injectable } from '@nestjs/common';
import { Problem } from '../http/problem.js';
import { STORE } from '../services.js';

/**
 * Ids in a rule or a grant must name something of this organization: one that names nothing would make a rule that never holds, or one
 * that nobody can satisfy.
 */
@Injectable()
export class KnownIds {
  constructor(@Inject(STORE) private readonly store: Store) {}

  /** @throws Problem 'unknown-id', naming the first id that names nothing */
  async assertRule(tenantId: string, rule: Policy['rule']): Promise<void> {
    if (rule.kind === 'approvers') return this.assertGroups(tenantId, [rule.groupId]);
    if (rule.kind === 'row-filter' || rule.kind === 'mask' || rule.kind === 'export') return this.assertGroups(tenantId, rule.groups);
    for (const id of rule.when.dataSourceIds) await this.assertDataSource(tenantId, id);
  }

  /** @throws Problem 'unknown-id' */
  async assertGrant(tenantId: string, { subject, dataSourceId }: Pick<Grant, 'subject' | 'dataSourceId'>): Promise<void> {
    await this.assertDataSource(tenantId, dataSourceId);
    if (subject.kind === 'group') return this.assertGroups(tenantId, [subject.id]);
    const people = await this.store.identity.people(tenantId);
    if (!people.some(({ id }) => id === subject.id)) throw unknown('person', subject.id);
  }

  private async assertGroups(tenantId: string, ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    const known = new Set((await this.store.identity.groups(tenantId)).map(({ id }) => id));
    const strange = ids.find((id) => !known.has(id));
    if (strange !== undefined) throw unknown('group', strange);
  }

  private async assertDataSource(tenantId: string, id: string): Promise<void> {
    if (!(await this.store.sources.load(tenantId, id))) throw unknown('data source', id);
  }
}

const unknown = (what: string, id: string): Problem => new Problem('unknown-id', { what, id });
