import { routes } from '@countersign/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from './api';
import { ApiProblem } from './problem';

/** Sign-ins of a demo. Any other server has no such route, and the sign-in shows nothing. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: ({ signal }) =>
    call(routes.demo, { signal }).catch((error: unknown) => {
      if (error instanceof ApiProblem && error.status === 404) return null;
      throw error;
    }),
  staleTime: Infinity,
  retry: false,
});
