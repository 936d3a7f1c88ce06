import { AUDIT_ACTIONS, BLOCKED_ORIGINS, JOB_STATES } from '@countersign/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, createRouter, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { z } from 'zod';
import { queryClient } from '../api/api';
import { ApiProblem } from '../api/problem';
import { meQuery } from '../api/queries';
import { ConsoleFailed, RouteFailed, RouteNotFound } from './route-failed';
import { Shell } from './shell';
import { nextPath } from './next-path';

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet, notFoundComponent: RouteNotFound });

/** A search parameter that is not what it should be is as good as absent: a shared link never breaks a screen. */
const text = z.string().max(400).optional().catch(undefined);
const one = <const V extends readonly [string, ...string[]]>(values: V) => z.enum(values).optional().catch(undefined);

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: z.object({ next: text }),
  component: lazyRouteComponent(() => import('../screens/sign-in/sign-in-screen'), 'SignInScreen'),
});

/** Everything behind the sign-in. */
const inside = createRoute({
  getParentRoute: () => root,
  id: 'in',
  beforeLoad: async ({ context, location }) => {
    try {
      await context.queryClient.ensureQueryData(meQuery);
    } catch (error) {
      if (error instanceof ApiProblem && error.status === 401) throw redirect({ to: '/sign-in', search: { next: nextPath(location.href) } });
      throw error;
    }
  },
  component: Shell,
  errorComponent: ConsoleFailed,
});

const home = createRoute({ getParentRoute: () => inside, path: '/', beforeLoad: () => { throw redirect({ to: '/ask' }); } });
const ask = createRoute({
  getParentRoute: () => inside,
  path: '/ask',
  validateSearch: z.object({ q: z.string().max(4000).optional().catch(undefined), pack: text, source: text, revise: text, files: one(['choose']) }),
  component: lazyRouteComponent(() => import('../screens/ask/ask-screen'), 'AskScreen'),
});
const question = createRoute({
  getParentRoute: () => inside,
  path: '/q/$id',
  validateSearch: z.object({ tab: one(['answer', 'sql', 'evidence', 'history']), view: one(['chart', 'table']), sql: one(['candidate', 'sent']) }),
  component: lazyRouteComponent(() => import('../screens/question/question-screen'), 'QuestionScreen'),
});
const questions = createRoute({
  getParentRoute: () => inside,
  path: '/questions',
  validateSearch: z.object({ state: one(JOB_STATES), search: text, scope: one(['mine', 'all']) }),
  component: lazyRouteComponent(() => import('../screens/questions/questions-screen'), 'QuestionsScreen'),
});
const sql = createRoute({
  getParentRoute: () => inside,
  path: '/sql',
  validateSearch: z.object({ source: text, from: text }),
  component: lazyRouteComponent(() => import('../screens/sql/sql-screen'), 'SqlScreen'),
});
const blocked = createRoute({
  getParentRoute: () => inside,
  path: '/blocked',
  validateSearch: z.object({ from: text, to: text, person: text, source: text, rule: text, origin: one(BLOCKED_ORIGINS), digest: text }),
  component: lazyRouteComponent(() => import('../screens/blocked/blocked-screen'), 'BlockedScreen'),
});
const review = createRoute({ getParentRoute: () => inside, path: '/review', component: lazyRouteComponent(() => import('../screens/review/review-screen'), 'ReviewScreen') });
const reviewNone = createRoute({ getParentRoute: () => review, path: '/', component: lazyRouteComponent(() => import('../screens/review/review-none'), 'ReviewNone') });
const reviewOne = createRoute({ getParentRoute: () => review, path: '$id', component: lazyRouteComponent(() => import('../screens/review/review-packet'), 'ReviewPacketPane') });
const sources = createRoute({
  getParentRoute: () => inside,
  path: '/sources',
  validateSearch: z.object({ open: text }),
  component: lazyRouteComponent(() => import('../screens/sources/sources-screen'), 'SourcesScreen'),
});
const schema = createRoute({
  getParentRoute: () => inside,
  path: '/schema',
  validateSearch: z.object({ source: text, q: text, table: text }),
  component: lazyRouteComponent(() => import('../screens/schema/schema-screen'), 'SchemaScreen'),
});
const packs = createRoute({ getParentRoute: () => inside, path: '/packs', component: lazyRouteComponent(() => import('../screens/packs/packs-screen'), 'PacksScreen') });
const pack = createRoute({ getParentRoute: () => inside, path: '/packs/$pack', component: lazyRouteComponent(() => import('../screens/packs/pack-screen'), 'PackScreen') });
const packProposals = createRoute({ getParentRoute: () => inside, path: '/packs/proposals', component: lazyRouteComponent(() => import('../screens/packs/proposals-screen'), 'ProposalsScreen') });
const packEscalations = createRoute({ getParentRoute: () => inside, path: '/packs/escalations', component: lazyRouteComponent(() => import('../screens/packs/escalations-screen'), 'EscalationsScreen') });
const packRelease = createRoute({ getParentRoute: () => inside, path: '/packs/releases/$id', component: lazyRouteComponent(() => import('../screens/packs/release-screen'), 'ReleaseScreen') });
const packDraft = createRoute({
  getParentRoute: () => inside,
  path: '/packs/drafts/$id',
  validateSearch: z.object({ at: text, file: text, view: one(['yaml']), panel: one(['try', 'tests', 'changes']) }),
  component: lazyRouteComponent(() => import('../screens/packs/editor-screen'), 'EditorScreen'),
});
const audit = createRoute({
  getParentRoute: () => inside,
  path: '/audit',
  validateSearch: z.object({ from: text, to: text, actor: text, source: text, action: one(AUDIT_ACTIONS), state: text, subject: text }),
  component: lazyRouteComponent(() => import('../screens/audit/audit-screen'), 'AuditScreen'),
});
const policies = createRoute({ getParentRoute: () => inside, path: '/policies', component: lazyRouteComponent(() => import('../screens/policies/policies-screen'), 'PoliciesScreen') });
const settings = createRoute({ getParentRoute: () => inside, path: '/settings', component: lazyRouteComponent(() => import('../screens/settings/settings-screen'), 'SettingsScreen') });

const routeTree = root.addChildren([signIn, inside.addChildren([home, ask, sql, question, questions, review.addChildren([reviewNone, reviewOne]), sources, policies, schema, packs, packProposals, packEscalations, pack, packRelease, packDraft, audit, blocked, settings])]);

/** Search parameters as plain text: ?action=run.started, not JSON. */
function parseSearch(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search));
}
function stringifySearch(search: Record<string, unknown>): string {
  const params = new URLSearchParams();
  for (const [key, value] of Object.entries(search)) if (typeof value === 'string' && value !== '') params.set(key, value);
  const written = params.toString();
  return written ? `?${written}` : '';
}

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  defaultErrorComponent: RouteFailed,
  defaultNotFoundComponent: RouteNotFound,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
