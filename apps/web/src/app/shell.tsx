import { useSuspenseQuery, useQuery } from '@tanstack/react-query';
import { Link, Outlet, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiProblem } from '../api/problem';
import { meQuery, releasesQuery, reviewsQuery } from '../api/queries';
import { Pending } from '../blocks/pending';
import { showLanguage } from '../i18n/i18n';
import { AccountMenu } from './account-menu';
import { Palette } from './palette';
import { ShortcutHelp } from './shortcut-help';
import css from './shell.module.css';
import { useMe } from './use-me';
import { useShortcuts } from './use-shortcuts';

export function Shell() {
  const { t } = useTranslation();
  const { me, has } = useMe();
  const navigate = useNavigate();
  const [help, setHelp] = useState(false);
  const reviews = has('approver', 'admin', 'auditor');
  const asks = has('analyst', 'approver', 'admin');
  const keeps = me.keepsPacks;
  useSignedOut();

  useEffect(() => {
    void showLanguage(me.locale);
  }, [me.locale]);

  useShortcuts({
    '?': () => setHelp(true),
    'g a': () => void navigate({ to: '/ask' }),
    'g l': () => (asks ? void navigate({ to: '/sql' }) : undefined),
    'g d': () => (asks ? void navigate({ to: '/schema' }) : undefined),
    'g q': () => void navigate({ to: '/questions' }),
    'g r': () => (reviews ? void navigate({ to: '/review' }) : undefined),
    'g p': () => (has('admin', 'auditor') || keeps ? void navigate({ to: '/packs' }) : undefined),
    'g s': () => (has('admin') ? void navigate({ to: '/sources' }) : undefined),
    'g u': () => (has('auditor', 'admin') ? void navigate({ to: '/audit' }) : undefined),
  });

  return (
    <div className={css.shell}>
      <a href="#main" className={css.skip}>{t('nav.skip')}</a>
      <header className={css.bar}>
        <Link to="/ask" className={css.brand}>
          <img src="/mark.svg" alt="Countersign" width={26} height={26} />
          <span className={css.brandName}>{me.tenant.name}</span>
        </Link>
        <nav className={css.nav} aria-label={t('nav.label')}>
          <Link to="/ask">{t('nav.ask')}</Link>
          {asks ? <Link to="/sql">{t('nav.sql')}</Link> : null}
          {asks ? <Link to="/schema">{t('nav.schema')}</Link> : null}
          <Link to="/questions">{t('nav.questions')}</Link>
          {reviews ? <Link to="/review">{t('nav.review')}<ReviewCount /></Link> : null}
          {has('admin', 'auditor') || keeps ? <Link to="/packs">{t('nav.packs')}<PackCount /></Link> : null}
          {has('admin') ? <Link to="/sources">{t('nav.sources')}</Link> : null}
          {has('auditor', 'admin') ? <Link to="/policies">{t('nav.policies')}</Link> : null}
          {has('auditor', 'admin') ? <Link to="/audit">{t('nav.audit')}</Link> : null}
        </nav>
        <AccountMenu onHelp={() => setHelp(true)} />
      </header>
      <main id="main" tabIndex={-1} className={css.main}>
        <Suspense fallback={<Pending />}>
          <Outlet />
        </Suspense>
      </main>
      <ShortcutHelp opened={help} onClose={() => setHelp(false)} />
      <Palette />
    </div>
  );
}

/** What waits for this person: their own questions are for others. */
function ReviewCount() {
  const { t } = useTranslation();
  const { data } = useQuery(reviewsQuery);
  const waiting = data?.items.filter((item) => !item.mine).length ?? 0;
  if (waiting === 0) return null;
  return <span className={css.count}><span aria-hidden>{waiting}</span><span className="sr-only">{t('nav.waiting', { count: waiting })}</span></span>;
}

/** Releases of packs that another person has to agree to, and this one may. */
function PackCount() {
  const { t } = useTranslation();
  const { me, has } = useMe();
  const { data } = useQuery({ ...releasesQuery, refetchInterval: 60_000 });
  const waiting = has('admin') || me.keepsPacks ? (data?.items.filter(({ state, author, writers, requestedBy }) => state === 'awaiting-second' && author.id !== me.personId && !writers.some(({ id }) => id === me.personId) && requestedBy?.id !== me.personId).length ?? 0) : 0;
  if (waiting === 0) return null;
  return <span className={css.count}><span aria-hidden>{waiting}</span><span className="sr-only">{t('nav.waiting', { count: waiting })}</span></span>;
}

/** A session that ended elsewhere leads to the sign-in, and from there back. */
function useSignedOut(): void {
  const navigate = useNavigate();
  const { error } = useSuspenseQuery(meQuery);
  const gone = error instanceof ApiProblem && error.status === 401;
  useEffect(() => {
    if (gone) void navigate({ to: '/sign-in', search: { next: location.pathname + location.search } });
  }, [gone, navigate]);
}
