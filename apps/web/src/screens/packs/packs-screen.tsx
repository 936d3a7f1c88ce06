import { routes, type PackDraft, type ReleaseSummary } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconPackage } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { packsQuery, releasesQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { Empty } from '../../blocks/empty';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { draftsQuery } from './pack-queries';
import css from './packs.module.css';
import { ReleaseBadge } from './release-badge';

const UNDER_WAY = new Set(['draft', 'proving', 'proved', 'failed', 'awaiting-second']);

/** The packs there are, what is being changed in them, and what waits for someone. */
export function PacksScreen() {
  const { t } = useTranslation();
  const [packs, drafts, releases] = [useQuery(packsQuery), useQuery(draftsQuery), useQuery({ ...releasesQuery, refetchInterval: 10_000 })];
  const failed = [packs, drafts, releases].find((query) => query.isError && !query.data);
  const items = packs.data?.items ?? [];
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <PageTitle title={t('nav.packs')} />
          <p className={page.lead}>{t('packs.lead')}</p>
          <p><Link to="/packs/proposals">{t('packs.proposals.title')}</Link> · <Link to="/packs/escalations">{t('packs.escalations.title')}</Link></p>
        </div>
      </header>
      {failed ? <Problem error={failed.error} onRetry={() => void failed.refetch()} /> : !packs.data || !drafts.data || !releases.data ? <Pending lines={['100%', '100%', '100%']} /> : items.length === 0 ? (
        <div className={page.list}><Empty icon={<IconPackage size={21} stroke={1.6} />} title={t('packs.none')}>{t('packs.noneText')}</Empty></div>
      ) : (
        <ul className={css.packs}>
          {items.map((pack) => <Pack key={pack.id} pack={pack} drafts={drafts.data.items.filter(({ packId }) => packId === pack.id)} releases={releases.data.items.filter(({ packId }) => packId === pack.id)} />)}
        </ul>
      )}
    </div>
  );
}

function Pack({ pack, drafts, releases }: { pack: { id: string; version: number; title: Record<string, string>; publishedAt: string; metrics: unknown[] }; drafts: PackDraft[]; releases: ReleaseSummary[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const navigate = useNavigate();
  const open = useMutation({
    mutationFn: () => call(routes.openDraft, { body: { packId: pack.id } }),
    onSuccess: async (draft) => {
      await client.invalidateQueries({ queryKey: draftsQuery.queryKey });
      void navigate({ to: '/packs/drafts/$id', params: { id: draft.id } });
    },
  });
  const underWay = releases.filter(({ state }) => UNDER_WAY.has(state));
  const inForce = releases.find(({ publishedVersion }) => publishedVersion === pack.version);
  return (
    <li className={css.pack} data-pack={pack.id}>
      <div className={css.packHead}>
        <div>
          <h2><Link to="/packs/$pack" params={{ pack: pack.id }}>{pack.title[language] ?? pack.id}</Link></h2>
          <p className={page.quiet}>
            {t('packs.inForce', { version: pack.version })} · <time dateTime={pack.publishedAt}>{formatInstant(pack.publishedAt, language)}</time>{inForce ? ` · ${inForce.author.name}` : ''} · {t('packs.metricCount', { count: pack.metrics.length })}
          </p>
        </div>
        {inForce && inForce.rollbackOf !== null ? <Badge tone="wait">{t('packs.rolledBackTo', { version: inForce.rollbackOf })}</Badge> : <Badge tone="ok">{t('packs.state.published')}</Badge>}
        <Button size="xs" variant="default" loading={open.isPending} onClick={() => open.mutate()}>{t(drafts.length === 0 ? 'packs.edit' : 'packs.editAnew')}</Button>
      </div>
      {open.isError ? <Problem error={open.error} /> : null}
      {drafts.length + underWay.length > 0 ? (
        <ul className={css.rows}>
          {drafts.map((draft) => <Draft key={draft.id} draft={draft} />)}
          {underWay.map((release) => (
            <li key={release.id}>
              <ReleaseBadge state={release.state} />
              <Link to="/packs/releases/$id" params={{ id: release.id }}>{release.note ?? t('packs.release')}</Link>
              <span className={page.quiet}>{release.author.name} · <time dateTime={release.createdAt}>{formatInstant(release.createdAt, language)}</time>{release.policyChanging ? ` · ${t('packs.policyShort')}` : ''}{release.suspicious ? ` · ${t('packs.suspiciousShort')}` : ''}</span>
            </li>
          ))}
        </ul>
      ) : null}
    </li>
  );
}

function Draft({ draft }: { draft: PackDraft }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const client = useQueryClient();
  const [sure, setSure] = useState(false);
  const discard = useMutation({ mutationFn: () => call(routes.discardDraft, { params: { id: draft.id } }), onSettled: () => client.invalidateQueries({ queryKey: draftsQuery.queryKey }) });
  return (
    <li>
      <Badge tone="info">{t('packs.editing')}</Badge>
      <Link to="/packs/drafts/$id" params={{ id: draft.id }}>{t('packs.draftFrom', { version: draft.baseVersion ?? 0 })}</Link>
      <span className={page.quiet}>{draft.savedBy.name} · <time dateTime={draft.savedAt}>{formatInstant(draft.savedAt, language)}</time></span>
      {sure ? (
        <>
          <span className={page.quiet}>{t('packs.discardSure')}</span>
          <Button size="compact-xs" color="red" loading={discard.isPending} onClick={() => discard.mutate()}>{t('packs.discard')}</Button>
          <Button size="compact-xs" variant="default" onClick={() => setSure(false)}>{t('cancel')}</Button>
        </>
      ) : <Button size="compact-xs" variant="subtle" color="red" onClick={() => setSure(true)}>{t('packs.discard')}</Button>}
    </li>
  );
}
