import { Role } from '@countersign/contracts';
import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';

const Demo = z.object({ accounts: z.array(z.object({ email: z.string(), role: z.string(), name: z.string().optional(), tenant: z.string().optional() })), password: z.string() });
export type Demo = z.infer<typeof Demo>;

/** Served by a demo only: any other server says 404, and the sign-in shows nothing. */
export const demoQuery = queryOptions({
  queryKey: ['demo'],
  queryFn: async ({ signal }): Promise<Demo | null> => {
    const response = await fetch('/v1/demo', { signal, headers: { accept: 'application/json' } });
    if (!response.ok) return null;
    const read = Demo.safeParse(await response.json().catch(() => undefined));
    return read.success ? read.data : null;
  },
  staleTime: Infinity,
  retry: false,
});

export function isRole(text: string): text is Role {
  return Role.safeParse(text).success;
}
