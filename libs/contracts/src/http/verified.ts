import { z } from 'zod';
import { Id } from '../ids.js';
import { VerifiedQuery } from '../verified.js';
import { route } from './route.js';

const ById = z.object({ id: Id });
const Shown = VerifiedQuery.omit({ interpretation: true });

export const listVerified = route({ method: 'GET', path: '/v1/verified-queries', summary: 'Verified queries and proposals', auth: 'any', roles: ['approver', 'admin', 'auditor'], output: z.object({ items: z.array(Shown) }), problems: [] });
export const proposeVerified = route({ method: 'POST', path: '/v1/jobs/:id/verified-query', summary: 'Propose the plan of an answered question as a verified query', auth: 'person', roles: [], status: 201, params: ById, body: z.object({ name: z.string().trim().min(1).max(120) }), output: Shown, problems: ['not-found', 'not-verifiable', 'conflict'] });
export const decideVerified = route({ method: 'POST', path: '/v1/verified-queries/:id/decision', summary: 'Accept or reject a proposal; not one’s own', auth: 'person', roles: ['approver', 'admin'], params: ById, body: z.object({ decision: z.enum(['accept', 'reject']), reason: z.string().trim().max(300).optional() }), output: Shown, problems: ['not-found', 'own-proposal', 'not-verifiable', 'conflict'] });
export const revokeVerified = route({ method: 'DELETE', path: '/v1/verified-queries/:id', summary: 'Use it no longer', auth: 'person', roles: ['admin'], status: 204, params: ById, problems: ['not-found'] });
