import { QueryCache, QueryClient } from '@tanstack/react-query';
import type { Me } from '@countersign/contracts';
import { createClient } from './client';
import { ApiProblem } from './problem';

export const ME_KEY = ['me'] as const;

export const queryClient: QueryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 5_000,
      refetchOnWindowFocus: true,
      retry: (failures, error) => failures < 2 && error instanceof ApiProblem && error.retryable && error.status !== 429,
    },
  },
  queryCache: new QueryCache({
    onError(error, query) {
      // A session that ended while the console was open: ask who is signed in, the shell does the rest.
      if (error instanceof ApiProblem && error.status === 401 && query.queryKey[0] !== ME_KEY[0]) void queryClient.invalidateQueries({ queryKey: ME_KEY });
    },
  }),
});

export const call = createClient({
  fetch: (...args) => globalThis.fetch(...args),
  csrfToken: () => queryClient.getQueryData<Me>(ME_KEY)?.csrfToken,
});
