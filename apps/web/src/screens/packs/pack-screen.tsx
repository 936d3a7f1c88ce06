import { routes } from '@countersign/contracts';
import { Button, Modal, Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../api/api';
import { packsQuery, releasesQuery } from '../../api/queries';
import { PageTitle } from '../../app/page-title';
import { useMe } from '../../app/use-me';
import { Card } from '../../blocks/card';
import { Pending } from '../../blocks/pending';
import { Problem } from '../../blocks/problem';
import { Badge } from '../../blocks/state-badge';
import { formatInstant } from '../../format/time';
import { useLanguage } from '../../i18n/use-language';
import page from '../page.module.css';
import { GuardReports } from './guard-reports';
import { PackBindings } from './pack-bindings';
import { versionsQuery } from './pack-queries';
import css from './packs.module.css';
import { ReleaseBadge } from './release-badge';

const route = getRouteApi('/in/packs/$pack');

/** One pack: its versions, its releases, what it is bound to, and what its descriptions were suspected of. */
export function PackScreen() {
  const { t } = useTranslation();
  const language = useLanguage();
  const { pack: id } = route.useParams();
  const { has } = useMe();
  const [packs, releases] = [useQuery(packsQuery), useQuery({ ...releasesQuery, refetchInterval: 10_000 })];
  const pack = packs.data?.items.find((item) => item.id === id);
  const failed = [packs, releases].find((query) => query.isError && !query.data);
  const own = releases.data?.items.filter(({ packId }) => packId === id) ?? [];
  return (
    <div className={page.page}>
      <header className={page.head}>
        <div>
          <p className={css.crumb}><Link to="/packs">{t('nav.packs')}</Link></p>
          <PageTitle title={pack?.title[language] ?? id} />
        </div>
      </header>
      {failed ? <Problem error={failed.error} onRetry={() => void failed.refetch()} /> : !releases.data ? <Pending lines={['100%', '100%']} /> : (
        <div className={css.sections}>
          {has('admin', 'auditor') ? <Versions pack={id} /> : null}
          <Card title={t('packs.releases')}>
            {own.length === 0 ? <p className={page.quiet}>{t('packs.noReleases')}</p> : (
              <div className={css.tableWrap}>
                <table className={css.table}>
                  <thead><tr><th scope="col">{t('packs.release')}</th><th scope="col">{t('packs.state.title')}</th><th scope="col">{t('packs.who')}</th><th scope="col">{t('packs.when')}</th></tr></thead>
                  <tbody>
                    {own.map((release) => (
                      <tr key={release.id}>
                        <td><Link to="/packs/releases/$id" params={{ id: release.id }}>{release.note ?? (release.rollbackOf === null ? t('packs.release') : t('packs.rollbackOf', { version: release.rollbackOf }))}</Link>{release.publishedVersion === null ? '' : ` · ${t('packs.version', { version: release.publishedVersion })}`}</td>
                        <td><ReleaseBadge state={release.state} /></td>
                        <td>{release.author.name}{release.countersignedBy ? ` + ${release.countersignedBy.name}` : ''}</td>
                        <td><time dateTime={release.createdAt}>{formatInstant(release.createdAt, language)}</time></td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
            )}
          </Card>
          {has('admin') ? <PackBindings pack={id} /> : null}
          <GuardReports releases={own} />
        </div>
      )}
    </div>
  );
}

function Versions({ pack }: { pack: string }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { has } = useMe();
  const versions = useQuery(versionsQuery(pack));
  const [back, setBack] = useState<number>();
  return (
    <Card title={t('packs.versions')}>
      {versions.isError && !versions.data ? <Problem error={versions.error} onRetry={() => void versions.refetch()} /> : !versions.data ? <Pending lines={['100%']} /> : (
        <div className={css.tableWrap}>
          <table className={css.table}>
            <thead><tr><th scope="col">{t('packs.versionTitle')}</th><th scope="col">{t('packs.who')}</th><th scope="col">{t('packs.when')}</th><th scope="col"><span className="sr-only">{t('packs.rollback.open')}</span></th></tr></thead>
            <tbody>
              {versions.data.items.map(({ version, publishedBy, publishedAt, current }) => (
                <tr key={version}>
                  <td>{version} {current ? <Badge tone="ok">{t('packs.current')}</Badge> : null}</td>
                  <td>{publishedBy}</td>
                  <td><time dateTime={publishedAt}>{formatInstant(publishedAt, language)}</time></td>
                  <td>{current || !has('admin') ? null : <Button size="compact-xs" variant="default" onClick={() => setBack(version)} aria-label={t('packs.rollback.to', { version })}>{t('packs.rollback.open')}</Button>}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {back === undefined ? null : <Rollback pack={pack} version={back} onClose={() => setBack(undefined)} />}
    </Card>
  );
}

/** An older version is published again as a new one, with the reason; it is proved like any other. */
function Rollback({ pack, version, onClose }: { pack: string; version: number; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [reason, setReason] = useState('');
  const [key] = useState(() => crypto.randomUUID());
  const roll = useMutation({
    mutationFn: async () => {
      const release = await call(routes.rollbackPack, { body: { packId: pack, version, note: reason.trim() }, idempotencyKey: key });
      if (release.state === 'draft') await call(routes.proveRelease, { params: { id: release.id }, body: { version: release.version } }).catch(() => undefined);
      return release;
    },
    onSuccess: async (release) => {
      await client.invalidateQueries({ queryKey: releasesQuery.queryKey });
      void navigate({ to: '/packs/releases/$id', params: { id: release.id } });
    },
  });
  return (
    <Modal opened onClose={onClose} title={t('packs.rollback.title', { version })} closeButtonProps={{ 'aria-label': t('close') }} lockScroll={false}>
      <form className={css.form} onSubmit={(event) => { event.preventDefault(); roll.mutate(); }}>
        <p>{t('packs.rollback.lead')}</p>
        <Textarea label={t('packs.rollback.reason')} required data-autofocus autosize minRows={2} maxLength={500} value={reason} onChange={({ currentTarget: { value } }) => setReason(value)} />
        {roll.isError ? <Problem error={roll.error} /> : null}
        <Button type="submit" disabled={reason.trim() === ''} loading={roll.isPending}>{t('packs.rollback.submit')}</Button>
      </form>
    </Modal>
  );
}
