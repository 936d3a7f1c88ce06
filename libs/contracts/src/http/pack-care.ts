import { z } from 'zod';
import { PackEscalation } from '../escalation.js';
import { Id } from '../ids.js';
import { PackProposal } from '../proposal.js';
import { page, PageQuery } from './page.js';
import { route } from './route.js';

const ById = z.object({ id: Id });
const Reason = z.string().trim().min(1).max(300);

export const listEscalations = route({ method: 'GET', path: '/v1/packs/escalations', summary: 'What keepers of packs have to look at, newest first', auth: 'any', roles: [], query: PageQuery.extend({ pack: z.string().max(64).optional(), state: PackEscalation.shape.state.optional() }), output: page(PackEscalation), problems: ['bad-cursor'] });
export const actOnEscalation = route({
  method: 'POST', path: '/v1/packs/escalations/:id', summary: 'Take it on, or close it with a reason', auth: 'person', roles: [], params: ById,
  body: z.discriminatedUnion('action', [z.object({ action: z.literal('take') }), z.object({ action: z.literal('close'), reason: Reason })]),
  output: PackEscalation, problems: ['not-found', 'conflict'],
});

export const listProposals = route({ method: 'GET', path: '/v1/packs/proposals', summary: 'Meanings proposed for packs: one’s own, and of the packs one keeps', auth: 'any', roles: [], query: PageQuery.extend({ pack: z.string().max(64).optional(), state: PackProposal.shape.state.optional() }), output: page(PackProposal), problems: ['bad-cursor'] });
export const proposeMeaning = route({
  method: 'POST', path: '/v1/packs/proposals', summary: 'Propose what was chosen in a clarification as what the word means', auth: 'person', roles: [], status: 201, idempotent: true,
  body: z.object({ jobId: Id, term: z.string().min(1).max(200), as: PackProposal.shape.as, note: z.string().trim().max(500).optional() }),
  output: PackProposal, problems: ['not-found', 'not-proposable', 'already-proposed', 'idempotency-mismatch'],
});
export const decideProposal = route({
  method: 'POST', path: '/v1/packs/proposals/:id/decision', summary: 'Put it into a draft, or reject it with a reason; not one’s own', auth: 'person', roles: [], params: ById,
  body: z.discriminatedUnion('decision', [
    z.object({ decision: z.literal('accept'), /** A draft to put it on, instead of the version in force. */ onto: Id.optional() }),
    z.object({ decision: z.literal('reject'), reason: Reason }),
  ]),
  output: PackProposal, problems: ['not-found', 'own-proposal', 'not-proposable', 'conflict', 'unknown-id'],
});
