import type { Role } from '@countersign/contracts';
import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../api/queries';

/** Who is signed in. Only behind the sign-in, where it is known. */
export function useMe() {
  const { data: me } = useSuspenseQuery(meQuery);
  const has = (...roles: Role[]) => roles.some((role) => me.roles.includes(role));
  return { me, has };
}
