import { describe, expect, it } from 'vitest';
import { liveFacts, type LiveSubject } from './live.js';
import type { Ports } from './ports.js';

const rows = { asker: undefined, approver: undefined, grants: [], policies: { version: 0, policies: [] }, source: undefined, binding: undefined, packVersion: 1, catalogue: undefined, packs: [{ id: 'commerce', version: 1, binding: undefined }, { id: 'commerce-two', version: 1, binding: undefined }], ruleAuthors: [] };
const ports = {
  access: { live: async () => rows, person: async () => undefined },
  packs: { load: async () => undefined },
} as unknown as Pick<Ports, 'access' | 'packs'>;
const subject = (origin: 'planner' | 'sql'): LiveSubject => ({ tenantId: 't', askerId: 'a', dataSourceId: 'd', packId: 'commerce-two', packVersion: 1, approval: null, review: null, candidate: { origin } });

describe('the facts a question is judged by', () => {
  it.each(['planner', 'sql'] as const)('hold what every pack of the data source calls personal: %s', async (origin) => {
    expect((await liveFacts(ports, subject(origin))).others).toHaveLength(2);
  });
});
