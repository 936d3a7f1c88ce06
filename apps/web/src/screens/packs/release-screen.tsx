import { routes, type ReleaseView } from '@countersign/contracts';
import { Button } from '@mantine/core';
import { IconCheck, IconCircle, IconLoader2 } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { packsQuery, releasesQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { useMe } from '../../app/use-me';
import { Card } from '../../blocks/card';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { ChangesView } from './changes-view';
import { releaseQuery } from './pack-queries';
import css from './packs.module.css';
import { ReleaseBadge } from './release-badge';
import { ReleaseProofs } from './release-proofs';

const route = getRouteApi('/in/packs/releases/$id');

/** A version of a pack on its way: what is different, whether its tests hold, what the data says, and who still has to agree. */
export function ReleaseScreen() {
  const { id } = route.useParams();
  const release = useQuery(releaseQuery(id));
  return (
    <div className={page.page}>
      {release.isError && !release.data ? <Problem error={release.error} onRetry={() => void release.refetch()} /> : release.data ? <Release release={release.data} /> : <Pending lines={['40%', '100%', '100%']} />}
    </div>
  );
}

function Release({ release }: { release: ReleaseView }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { report } = release;
  const errors = report.findings.filter(({ severity }) => severity === 'error');
  return (
    <>
      <header className={page.head}>
        <div>
          <p className={css.crumb}><Link to="/packs">{t('nav.packs')}</Link> / <Link to="/packs/$pack" params={{ pack: release.packId }}>{release.packId}</Link></p>
          <PageTitle title={release.rollbackOf === null ? t('packs.releaseOf', { version: release.publishedVersion ?? (release.baseVersion ?? 0) + 1 }) : t('packs.rollbackOf', { version: release.rollbackOf })} />
          {release.note ? <p className={css.why}>{release.note}</p> : null}
          <p className={page.quiet}>{release.author.name} · <time dateTime={release.createdAt}>{formatInstant(release.createdAt, language)}</time>{release.countersignedBy ? ` · ${t('packs.agreed', { name: release.countersignedBy.name })}` : ''}</p>
        </div>
        <ReleaseBadge state={release.state} />
      </header>
      <Steps release={release} />
      <Actions release={release} />
      <div className={css.release}>
        <div className={css.column}>
          <Card title={t('packs.whatChanges')}><ChangesView report={report} affects={release.baseVersion !== null} /></Card>
          {errors.length > 0 ? <Card title={t('packs.errors')}><ul className={css.findings}>{errors.slice(0, 50).map((finding, i) => <li key={i} data-severity="error">{finding.at ? `${finding.at.excerpt.split(': ')[0] ?? ''}:${finding.at.line} · ` : ''}{finding.message}</li>)}</ul></Card> : null}
        </div>
        <div className={css.column}>
          <Card title={t('packs.panel.tests')}>
            {report.tests.total === 0 ? <p className={page.quiet}>{t('packs.tests.none')}</p> : report.tests.failed.length === 0 ? <p>{t('packs.tests.all', { count: report.tests.total })}</p> : (
              <>
                <p>{t('packs.tests.some', { failed: report.tests.failed.length, count: report.tests.total })}</p>
                <ul className={css.proofFailed}>{report.tests.failed.slice(0, 20).map((test) => <li key={`${test.file}/${test.question}`}>{test.question} <span className={page.quiet}>{test.file}</span></li>)}</ul>
              </>
            )}
          </Card>
          <ReleaseProofs release={release} />
        </div>
      </div>
    </>
  );
}

/** Where it stands on its way. */
function Steps({ release }: { release: ReleaseView }) {
  const { t } = useTranslation();
  const second = release.report.policyChanges.length > 0 || release.report.suspicions.length > 0;
  const order = ['draft', 'proving', 'proved', ...(second ? ['awaiting-second' as const] : []), 'published'] as const;
  const at = release.state === 'failed' || release.state === 'withdrawn' ? -1 : order.indexOf(release.state);
  return (
    <ol className={css.steps} aria-label={t('packs.path')}>
      {order.map((state, i) => (
        <li key={state} data-done={i < at || release.state === 'published' || undefined} data-now={i === at || undefined} aria-current={i === at ? 'step' : undefined}>
          {i < at || release.state === 'published' ? <IconCheck size={15} stroke={2.2} aria-hidden /> : state === 'proving' && i === at ? <IconLoader2 size={15} stroke={2} aria-hidden /> : <IconCircle size={13} stroke={2} aria-hidden />}
          {t(`packs.state.${state}`)}
        </li>
      ))}
    </ol>
  );
}

function Actions({ release }: { release: ReleaseView }) {
  const { t } = useTranslation();
  const { me } = useMe();
  const client = useQueryClient();
  const { id, version, state, report } = release;
  const after = { onSettled: () => Promise.all([releaseQuery(id).queryKey, releasesQuery.queryKey, packsQuery.queryKey].map((queryKey) => client.invalidateQueries({ queryKey }))) };
  const prove = useMutation({ mutationFn: () => call(routes.proveRelease, { params: { id }, body: { version } }), ...after });
  const publish = useMutation({ mutationFn: () => call(routes.publishRelease, { params: { id }, body: { version } }), ...after });
  const withdraw = useMutation({ mutationFn: () => call(routes.withdrawRelease, { params: { id } }), ...after });
  const readable = report.findings.every(({ severity }) => severity !== 'error') && report.tests.failed.length === 0;
  const second = report.policyChanges.length > 0 || report.suspicions.length > 0;
  const mine = state === 'awaiting-second' && [release.author, ...release.writers, release.requestedBy].some((one) => one?.id === me.personId);
  const failed = prove.error ?? publish.error ?? withdraw.error;
  if (state === 'published' || state === 'withdrawn') return null;
  return (
    <>
      <div className={`${css.actions} ${css.spaced}`}>
        {state === 'proved' || state === 'awaiting-second' ? <Button disabled={mine} loading={publish.isPending} onClick={() => publish.mutate()}>{t(state === 'awaiting-second' ? 'packs.agree' : second ? 'packs.askSecond' : 'packs.publish')}</Button> : null}
        {readable && (state === 'draft' || state === 'failed') ? <Button loading={prove.isPending} onClick={() => prove.mutate()}>{t(state === 'failed' ? 'packs.proveAgain' : 'packs.prove')}</Button> : null}
        <Button variant="subtle" color="red" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>{t('packs.withdraw')}</Button>
        <span className={page.quiet} role="status">{mine ? t('packs.waitsForOther', { name: release.requestedBy?.name ?? release.author.name }) : state === 'proving' ? t('packs.provingText') : second && state === 'proved' ? t('packs.secondText') : ''}</span>
      </div>
      {failed ? <Problem error={failed} /> : null}
    </>
  );
}
