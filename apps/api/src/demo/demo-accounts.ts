import { DEMO } from '@countersign/store';
import type { ApiSettings } from '../api-settings.js';

/** Sign-ins of the people whom the seed of the demo creates. */
export const DEMO_ACCOUNTS: NonNullable<ApiSettings['demo']>['accounts'] =
  Object.values(DEMO).flatMap(({ name: tenant, people }) => people.map(({ email, name, role }) => ({ email, name, role, tenant })));
