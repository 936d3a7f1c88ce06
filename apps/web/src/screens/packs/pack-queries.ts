import { routes } from '@countersign/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../api/api';
import { everyPage } from '../../api/queries';

export const draftsQuery = queryOptions({ queryKey: ['pack-drafts'], queryFn: ({ signal }) => everyPage((cursor) => call(routes.listDrafts, { query: { cursor, limit: 100 }, signal })), staleTime: 0 });
export const proposalsQuery = queryOptions({ queryKey: ['pack-proposals'], queryFn: ({ signal }) => everyPage((cursor) => call(routes.listProposals, { query: { cursor, limit: 100 }, signal })), staleTime: 0 });
export const escalationsQuery = queryOptions({ queryKey: ['pack-escalations'], queryFn: ({ signal }) => everyPage((cursor) => call(routes.listEscalations, { query: { cursor, limit: 100 }, signal })), staleTime: 0 });
/** Read once when it is opened; from then on the editor holds the text. */
export const draftQuery = (id: string) => queryOptions({ queryKey: ['pack-draft', id], queryFn: ({ signal }) => call(routes.getDraft, { params: { id }, signal }), staleTime: Infinity, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false });
export const releaseQuery = (id: string) => queryOptions({ queryKey: ['pack-release', id], queryFn: ({ signal }) => call(routes.getRelease, { params: { id }, signal }), staleTime: 0, refetchInterval: ({ state }) => (state.data?.state === 'proving' ? 1_500 : 20_000) });
export const versionsQuery = (pack: string) => queryOptions({ queryKey: ['pack-versions', pack], queryFn: ({ signal }) => call(routes.listPackVersions, { query: { pack }, signal }), staleTime: 0 });
export const bindingsQuery = queryOptions({ queryKey: ['pack-bindings'], queryFn: ({ signal }) => call(routes.listBindings, { signal }), staleTime: 0 });
