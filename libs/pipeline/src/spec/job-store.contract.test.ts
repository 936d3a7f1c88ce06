import { describe, it } from 'vitest';
import { FakeJobStore } from '../fakes/job-store.js';
import { JOB_STORE_CONTRACT } from './job-store.contract.js';

const id = (n: number): string => `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`;

describe('the job store in memory', () => {
  let ids = 100;
  const world = { store: new FakeJobStore(), tenantId: id(1), otherTenantId: id(2), askerId: id(3), otherAskerId: id(4), dataSourceId: id(5), nextId: () => id(++ids) };
  for (const { says, prove } of JOB_STORE_CONTRACT) it(says, () => prove(world));
});
