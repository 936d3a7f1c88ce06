import { z } from 'zod';
import { route } from './route.js';

const Health = z.object({ status: z.enum(['ok', 'starting', 'degraded']), checks: z.record(z.string(), z.enum(['ok', 'down'])) });
export const health = route({ method: 'GET', path: '/health', summary: 'The process is alive', auth: 'none', roles: [], output: Health, problems: [] });
export const ready = route({ method: 'GET', path: '/ready', summary: 'It can serve: database, queue, worker and collector seen', auth: 'none', roles: [], output: Health, problems: ['service-unavailable'] });
