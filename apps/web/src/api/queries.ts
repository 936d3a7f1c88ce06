import { routes, type AuditFilter, type BlockedFilter, type JobState } from '@countersign/contracts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import { call, ME_KEY } from './api';

export const meQuery = queryOptions({ queryKey: ME_KEY, queryFn: ({ signal }) => call(routes.me, { signal }), staleTime: 60_000, retry: false });

export const packsQuery = queryOptions({ queryKey: ['packs'], queryFn: ({ signal }) => call(routes.listPacks, { signal }), staleTime: 60_000 });
export const dataSourcesQuery = queryOptions({ queryKey: ['data-sources'], queryFn: ({ signal }) => call(routes.listDataSources, { signal }), staleTime: 15_000 });
export const driftsQuery = (id: string) => queryOptions({ queryKey: ['data-sources', id, 'drifts'], queryFn: ({ signal }) => call(routes.listDrifts, { params: { id }, signal }), staleTime: 15_000 });
export const tokensQuery = queryOptions({ queryKey: ['tokens'], queryFn: ({ signal }) => call(routes.listTokens, { signal }) });

export const jobQuery = (id: string) => queryOptions({ queryKey: ['job', id], queryFn: ({ signal }) => call(routes.getJob, { params: { id }, signal }), staleTime: 0 });

/** Rows the console holds at once; the caption says when there are more. */
export const SHOWN_ROWS = 1000;
export const resultQuery = (id: string, resultId: string) =>
  queryOptions({ queryKey: ['result', id, resultId], queryFn: ({ signal }) => call(routes.getResult, { params: { id }, query: { offset: 0, limit: SHOWN_ROWS }, signal }), staleTime: Infinity });

export const exportsQuery = (id: string) => queryOptions({ queryKey: ['exports', id], queryFn: ({ signal }) => call(routes.listExports, { params: { id }, signal }), staleTime: 0 });

export interface JobFilter {
  state?: JobState;
  search?: string;
  scope?: 'mine' | 'all';
}
export const jobsQuery = (filter: JobFilter, limit = 30) =>
  infiniteQueryOptions({
    queryKey: ['jobs', filter, limit],
    queryFn: ({ pageParam, signal }) => call(routes.listJobs, { query: { ...filter, cursor: pageParam, limit }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });

export const reviewsQuery = queryOptions({ queryKey: ['reviews'], queryFn: ({ signal }) => call(routes.listReviews, { query: { limit: 100 }, signal }), refetchInterval: 15_000 });
export const reviewQuery = (id: string) => queryOptions({ queryKey: ['review', id], queryFn: ({ signal }) => call(routes.getReview, { params: { id }, signal }), refetchInterval: ({ state }) => (state.data?.job.state === 'GATING' ? 1_000 : 20_000), staleTime: 0 });

export type AuditQuery = z.input<typeof AuditFilter>;
export const auditQuery = (filter: AuditQuery) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) => call(routes.listAudit, { query: { ...filter, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
export const blockedQuery = (filter: z.input<typeof BlockedFilter>) =>
  infiniteQueryOptions({
    queryKey: ['blocked', filter],
    queryFn: ({ pageParam, signal }) => call(routes.listBlocked, { query: { ...filter, cursor: pageParam, limit: 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
  });
export const schemaQuery = ({ dataSourceId, q }: { dataSourceId: string; q: string | undefined }) =>
  infiniteQueryOptions({
    queryKey: ['schema', dataSourceId, q],
    queryFn: ({ pageParam, signal }) => call(routes.getSchema, { query: { dataSourceId, q, cursor: pageParam, limit: q ? 10 : 50 }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    staleTime: 60_000,
  });
/** Lists that screens show whole: page after page, up to a number that no organization keeps open. */
export async function everyPage<T>(pageAt: (cursor: string | undefined) => Promise<{ items: T[]; nextCursor: string | null }>): Promise<{ items: T[] }> {
  const items: T[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < 10; pages += 1) {
    const page = await pageAt(cursor);
    items.push(...page.items);
    if (page.nextCursor === null) break;
    cursor = page.nextCursor;
  }
  return { items };
}
export const releasesQuery = queryOptions({ queryKey: ['pack-releases'], queryFn: ({ signal }) => everyPage((cursor) => call(routes.listReleases, { query: { cursor, limit: 100 }, signal })), staleTime: 0 });
export const policiesQuery = queryOptions({ queryKey: ['policies'], queryFn: ({ signal }) => call(routes.listPolicies, { signal }), staleTime: 15_000 });
export const peopleQuery = queryOptions({ queryKey: ['people'], queryFn: ({ signal }) => call(routes.listPeople, { signal }), staleTime: 60_000 });
