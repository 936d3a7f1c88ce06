import { z } from 'zod';
import { Role } from '../ids.js';
import { route } from './route.js';

export const DemoAccount = z.object({ email: z.string(), name: z.string().optional(), role: Role, tenant: z.string() });
export type DemoAccount = z.infer<typeof DemoAccount>;

/** Sign-ins of the demonstration; anywhere else there is no such route. */
export const demo = route({
  method: 'GET', path: '/v1/demo', summary: 'Demo sign-ins; 404 outside the demo', auth: 'none', roles: [],
  output: z.object({ accounts: z.array(DemoAccount), password: z.string() }),
  problems: ['not-found'],
});
