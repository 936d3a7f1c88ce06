import type { ApiSettings } from '../api-settings.js';

const ROLES = [['analyst', 'analyst'], ['analyst2', 'analyst'], ['approver', 'approver'], ['admin', 'admin'], ['auditor', 'auditor']] as const;
const TENANTS = [['hanbit', 'Hanbit Retail'], ['northwind', 'Northwind Supply']] as const;

/** The people whom the seed of the demo creates. */
export const DEMO_ACCOUNTS: NonNullable<ApiSettings['demo']>['accounts'] =
  TENANTS.flatMap(([slug, tenant]) => ROLES.map(([name, role]) => ({ email: `${name}@${slug}.example`, role, tenant })));
